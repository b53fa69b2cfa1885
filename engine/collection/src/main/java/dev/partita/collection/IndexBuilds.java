package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Housekeeping;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionRetired;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Indexes that come and go while their collection is used. A new one is known to writers first;
 * then every document that is there gets its entries, and only then readers use it. One that is
 * dropped is forgotten first; then its entries are removed. What a crash interrupts goes on in the
 * next round of housekeeping. Safe for use by any number of threads.
 */
public final class IndexBuilds {

  private static final int DOCUMENTS_PER_TRANSACTION = 100;
  private static final int ENTRIES_PER_TRANSACTION = 1_000;

  private final Catalogue catalogue;
  private final Clock clock;
  // Those that a thread works on, by container and number.
  private final Set<Place> underWay = ConcurrentHashMap.newKeySet();

  private record Place(int container, int index) {}

  IndexBuilds(Catalogue catalogue, Clock clock) {
    this.catalogue = catalogue;
    this.clock = clock;
  }

  /**
   * Makes an index and waits until it is ready.
   *
   * @throws DuplicateKey if it is unique and two documents have the same key; there is none then
   */
  public void create(BsonCollection collection, IndexSpec wanted) {
    Container container = collection.container();
    int number = collection.settings().nextNumber();
    ContainerRecord record = change(container, settings -> settings.withIndex(wanted));
    IndexSpec index = CollectionSettings.of(record.definition()).index(wanted.name()).orElseThrow();
    if (index.number() >= number && underWay.add(new Place(container.number(), index.number()))) {
      try {
        build(collection, index);
      } finally {
        underWay.remove(new Place(container.number(), index.number()));
      }
    }
  }

  /** Drops the indexes that are meant, of which that on {@code _id} is never one. */
  public void drop(BsonCollection collection, Predicate<IndexSpec> which) {
    change(
        collection.container(),
        settings -> settings.without(index -> !index.isId() && which.test(index)));
    clear(collection);
  }

  private void build(BsonCollection collection, IndexSpec index) {
    Container container = collection.container();
    awaitEarlierWrites(collection);
    try {
      byte[] through = Bytes.EMPTY;
      while (true) {
        List<RecordKey> some = some(container, through);
        if (some.isEmpty()) {
          break;
        }
        complete(collection, index, some);
        through = some.getLast().encoded();
      }
    } catch (RuntimeException e) {
      if (isOfDocuments(e)) {
        drop(collection, each -> each.number() == index.number());
      }
      throw e;
    }
    change(container, settings -> settings.withReady(index.number()));
  }

  /** Whether the index cannot be, rather than not yet. */
  private static boolean isOfDocuments(RuntimeException e) {
    return e instanceof DuplicateKey
        || e instanceof ParallelArrays
        || (e instanceof DatabaseException refused && refused.code() == ErrorCode.TOO_LARGE);
  }

  private static List<RecordKey> some(Container container, byte[] through) {
    KeyRange rest =
        through.length == 0 ? KeyRange.ALL : new KeyRange(Bytes.concat(through, new byte[1]), null);
    List<RecordKey> found = new ArrayList<>();
    try (RecordCursor records = container.segments().reader(ReadOptions.LEADER).scan(rest)) {
      while (found.size() < DOCUMENTS_PER_TRANSACTION && records.next()) {
        RecordKey key = RecordKey.decode(records.key());
        if (!found.isEmpty() && !found.getFirst().logical().equals(key.logical())) {
          break;
        }
        found.add(key);
      }
    }
    return found;
  }

  private static void complete(BsonCollection collection, IndexSpec index, List<RecordKey> some) {
    var _ =
        collection
            .work()
            .run(
                some.getFirst().logical(),
                documents -> {
                  for (RecordKey key : some) {
                    StoredRecord current = documents.find(key.id());
                    if (current != null) {
                      documents.complete(index, key.id(), current);
                    }
                  }
                  return true;
                });
  }

  /**
   * Waits for what writers took up before they knew of the change: everything from now on goes by
   * it.
   */
  private static void awaitEarlierWrites(BsonCollection collection) {
    for (OwnedPartition owned : collection.container().partitions()) {
      try {
        collection.work().awaitEarlier(owned.partition());
      } catch (CompletionException e) {
        // Those that took over from it began after all its writes, with what is known now.
        if (!(e.getCause() instanceof PartitionRetired)) {
          throw e;
        }
      }
    }
  }

  /** Removes the entries of indexes that were dropped. */
  private void clear(BsonCollection collection) {
    Container container = collection.container();
    if (collection.settings().dropped().isEmpty()) {
      return;
    }
    awaitEarlierWrites(collection);
    for (int number : collection.settings().dropped()) {
      if (underWay.add(new Place(container.number(), -number))) {
        try {
          clear(collection, IndexEntries.all(IndexEntries.SCAN, number));
          clear(collection, IndexEntries.all(IndexEntries.UNIQUE, number));
          change(container, settings -> settings.withCleared(number));
        } finally {
          underWay.remove(new Place(container.number(), -number));
        }
      }
    }
  }

  private static void clear(BsonCollection collection, KeyRange range) {
    Container container = collection.container();
    while (true) {
      List<byte[]> entries = new ArrayList<>();
      try (EntryCursor cursor = container.segments().reader(ReadOptions.LEADER).entries(range)) {
        while (entries.size() < ENTRIES_PER_TRANSACTION && cursor.next()) {
          entries.add(cursor.key());
        }
      }
      if (entries.isEmpty()) {
        return;
      }
      LogicalKey any = collection.shardKey().logical(collection.shardKey().ofValue(null));
      var _ =
          collection
              .work()
              .run(
                  any,
                  documents -> {
                    entries.forEach(documents.transaction()::deleteIndex);
                    return true;
                  });
    }
  }

  private ContainerRecord change(Container container, UnaryOperator<CollectionSettings> change) {
    return catalogue.changeContainer(
        container.number(),
        record ->
            record.withDefinition(
                change.apply(CollectionSettings.of(record.definition())).in(record.definition()),
                clock.millis()));
  }

  Housekeeping.Chore chore(Function<Container, @Nullable BsonCollection> collections) {
    return container -> {
      BsonCollection collection = collections.apply(container);
      if (collection == null) {
        return;
      }
      clear(collection);
      for (IndexSpec index : collection.settings().indexes()) {
        Place place = new Place(container.number(), index.number());
        if (!index.ready() && underWay.add(place)) {
          try {
            build(collection, index);
          } catch (DuplicateKey | ParallelArrays e) {
            // It has been dropped; the client that asked for it is gone.
          } finally {
            underWay.remove(place);
          }
        }
      }
    };
  }
}
