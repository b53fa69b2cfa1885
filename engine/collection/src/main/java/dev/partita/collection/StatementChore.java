package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Housekeeping;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The removal of what was noted of statements, once their sessions have ended. Looks at some
 * thousands a round, and goes on from there in the next.
 */
final class StatementChore implements Housekeeping.Chore {

  /** As long as sessions live that nobody uses. */
  private static final long KEPT_MILLIS = 30 * 60_000L;

  private static final int ENTRIES_PER_ROUND = 2_000;

  private final Function<Container, @Nullable BsonCollection> collections;
  private final Clock clock;
  private final Map<Integer, byte[]> reached = new ConcurrentHashMap<>();

  StatementChore(Function<Container, @Nullable BsonCollection> collections, Clock clock) {
    this.collections = collections;
    this.clock = clock;
  }

  @Override
  public void run(Container container) {
    if (collections.apply(container) == null) {
      return;
    }
    SegmentReader reader = container.segments().reader(ReadOptions.LEADER);
    KeyRange all = StatementRecords.all();
    byte[] from = reached.getOrDefault(container.number(), all.start());
    long limit = clock.millis() - KEPT_MILLIS;
    List<byte[]> old = new ArrayList<>();
    int seen = 0;
    try (EntryCursor cursor = reader.entries(new KeyRange(from, all.end()))) {
      while (seen < ENTRIES_PER_ROUND && cursor.next()) {
        seen++;
        from = Bytes.concat(cursor.key(), new byte[1]);
        long time = StatementRecords.timeMillis(reader, cursor.key());
        if (time >= 0 && time < limit) {
          old.add(cursor.key());
        }
      }
    }
    reached.put(container.number(), seen < ENTRIES_PER_ROUND ? all.start() : from);
    old.forEach(entry -> forget(container, entry, limit));
  }

  private static void forget(Container container, byte[] entry, long limit) {
    RecordKey place = RecordKey.decode(StatementRecords.logical(entry));
    if (!container.leads(place.logical().position())) {
      return;
    }
    container.execute(
        place.logical(),
        transaction -> {
          long time = StatementRecords.timeMillis(transaction.index(entry));
          if (time >= 0 && time < limit) {
            transaction.deleteIndex(entry);
          }
          return true;
        });
  }

  @Override
  public void forget(int container) {
    reached.remove(container);
  }
}
