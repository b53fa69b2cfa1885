package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.container.Container;
import dev.partita.container.Housekeeping;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The removal of documents whose time is over, by the indexes that say so: those whose date, or
 * earliest date of several, is long enough ago. Until then they are seen. Takes at most some
 * thousands a round.
 */
final class ExpiryChore implements Housekeeping.Chore {

  private static final int DOCUMENTS_PER_ROUND = 5_000;

  private final Function<Container, @Nullable BsonCollection> collections;
  private final Clock clock;

  ExpiryChore(Function<Container, @Nullable BsonCollection> collections, Clock clock) {
    this.collections = collections;
    this.clock = clock;
  }

  @Override
  public void run(Container container) {
    BsonCollection collection = collections.apply(container);
    if (collection == null) {
      return;
    }
    for (IndexSpec index : collection.settings().indexes()) {
      if (index.ready() && index.expireAfterSeconds().isPresent()) {
        sweep(collection, index, index.expireAfterSeconds().getAsLong());
      }
    }
  }

  private void sweep(BsonCollection collection, IndexSpec index, long seconds) {
    // Exact: a time beyond all that there is expires nothing.
    long limit = clock.millis() - Math.min(seconds, Long.MAX_VALUE / 2_000) * 1_000;
    BsonPath path = BsonPath.of(index.keys().getFirst().path());
    Container container = collection.container();
    for (RecordKey key : due(container, index, limit)) {
      if (!container.leads(key.logical().position())) {
        continue;
      }
      var _ =
          collection
              .work()
              .run(
                  key.logical(),
                  documents -> {
                    StoredRecord current = documents.find(key.id());
                    if (current != null && isDue(StoredDocument.document(current), path, limit)) {
                      documents.delete(key.id(), current, true);
                    }
                    return true;
                  });
    }
  }

  private static List<RecordKey> due(Container container, IndexSpec index, long limit) {
    Interval dates = Interval.less(BsonValue.date(limit), true);
    boolean descending = index.keys().getFirst().descending();
    List<RecordKey> due = new ArrayList<>();
    for (boolean multiple : new boolean[] {false, true}) {
      byte[] prefix = IndexEntries.prefix(index.number(), multiple);
      KeyRange range =
          new KeyRange(
              Bytes.concat(prefix, dates.start(descending)),
              Bytes.concat(prefix, dates.end(descending)));
      try (EntryCursor cursor = container.segments().reader(ReadOptions.LEADER).entries(range)) {
        while (due.size() < DOCUMENTS_PER_ROUND && cursor.next()) {
          due.add(RecordKey.decode(IndexEntries.record(cursor.key())));
        }
      }
    }
    return due;
  }

  private static boolean isDue(BsonDocument document, BsonPath path, long limit) {
    return !path.visit(
        document,
        (value, _) ->
            value == null || value.type() != BsonType.DATE || value.asDateMillis() > limit);
  }
}
