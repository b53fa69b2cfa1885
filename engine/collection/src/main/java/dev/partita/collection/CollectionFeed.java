package dev.partita.collection;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.partition.Change;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.PartitionSnapshot;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.StoredRecord;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a collection's documents: those of a partition in the order in which they
 * happened, those of several by their times. Safe for use by any number of threads.
 */
public final class CollectionFeed {

  private static final long PAGE_BYTES = 4 << 20;

  private final Container container;

  CollectionFeed(Container container) {
    this.container = container;
  }

  /** Some changes, and what reading them cost. */
  public record Page(List<CollectionChange> changes, FeedPosition after, RequestCharge charge) {}

  /**
   * Has the collection keep what each change was about for so long, if it keeps it for less.
   *
   * @param nowMillis the time of the change of the definition
   */
  public void keep(long millis, long nowMillis, Catalogue catalogue) {
    if (container.definition().historyMillis() < millis) {
      var _ =
          catalogue.changeContainer(
              container.number(),
              record ->
                  record.definition().historyMillis() >= millis
                      ? record
                      : record.withDefinition(
                          record.definition().withHistoryMillis(millis), nowMillis));
    }
  }

  /** Behind the changes that there are. */
  public FeedPosition now() {
    return at(owned -> owned.partition().state().lsn());
  }

  /** Before the changes since a time. */
  public FeedPosition since(long millis) {
    return at(
        owned ->
            owned
                .partition()
                .reader(ReadOptions.LEADER)
                .lsnBefore(owned.partition().descriptor().positions(), millis));
  }

  private interface Lsn {
    long of(OwnedPartition owned);
  }

  private FeedPosition at(Lsn lsn) {
    return new FeedPosition(
        container.owners(KeyRange.ALL).stream()
            .map(
                owned ->
                    new FeedPosition.Part(
                        owned.partition().descriptor().positions(),
                        lsn.of(owned),
                        FeedPosition.ALL))
            .toList());
  }

  /** What one range has, in its order, and up to where it was read. */
  private record Found(int part, List<CollectionChange> changes, FeedPosition.Part reached) {}

  /**
   * Reads on.
   *
   * @param changesMax of each partition, and of all
   * @param nowMillis by which what is kept is told from what is not
   * @throws DatabaseException GONE if changes from there on are not kept any more
   */
  public Page read(FeedPosition from, int changesMax, long nowMillis) {
    List<FeedPosition.Part> parts = new ArrayList<>();
    List<Found> found = new ArrayList<>();
    RequestCharge charge = RequestCharge.ZERO;
    for (FeedPosition.Part part : from.parts()) {
      for (OwnedPartition owned : container.owners(part.positions())) {
        KeyRange held = part.positions().intersect(owned.partition().descriptor().positions());
        FeedPosition.Part cut = new FeedPosition.Part(held, part.lsn(), part.sequence());
        Reading reading = new Reading(owned, cut);
        found.add(reading.run(parts.size(), changesMax, nowMillis));
        charge = charge.plus(reading.charge());
        parts.add(cut);
      }
    }
    return merged(new FeedPosition(parts), found, changesMax, charge);
  }

  private static Page merged(
      FeedPosition from, List<Found> found, int changesMax, RequestCharge charge) {
    List<Found> byTime = new ArrayList<>();
    for (Found each : found) {
      for (CollectionChange change : each.changes()) {
        byTime.add(new Found(each.part(), List.of(change), each.reached()));
      }
    }
    // The sort is stable, and times do not fall within a partition.
    byTime.sort(Comparator.comparingLong(each -> each.changes().getFirst().timeMillis()));
    FeedPosition at = from;
    List<CollectionChange> changes = new ArrayList<>();
    for (Found each : byTime.subList(0, Math.min(changesMax, byTime.size()))) {
      CollectionChange change = each.changes().getFirst();
      at = at.with(each.part(), change.after().parts().getFirst());
      changes.add(
          new CollectionChange(
              change.kind(),
              change.timeMillis(),
              change.lsn(),
              change.key(),
              change.current(),
              change.previous(),
              change.whole(),
              at));
    }
    if (byTime.size() <= changesMax) {
      for (Found each : found) {
        at = at.with(each.part(), each.reached());
      }
    }
    return new Page(changes, at, charge);
  }

  /** The reading of one range that one partition has. */
  private final class Reading {

    private final OwnedPartition owned;
    private final FeedPosition.Part from;
    private final List<CollectionChange> changes = new ArrayList<>();
    private long bytes;

    Reading(OwnedPartition owned, FeedPosition.Part from) {
      this.owned = owned;
      this.from = from;
    }

    RequestCharge charge() {
      return bytes == 0 ? RequestCharge.ZERO : ChargeModel.pointRead(bytes);
    }

    Found run(int part, int changesMax, long nowMillis) {
      requireKept(nowMillis);
      // Before the snapshot, so that everything up to it is in the snapshot.
      long reachable = owned.partition().state().lsn();
      if (reachable <= from.lsn() && from.sequence() == FeedPosition.ALL) {
        return new Found(part, changes, from);
      }
      FeedPosition.Part at = from;
      boolean full = false;
      long afterLsn = from.sequence() == FeedPosition.ALL ? from.lsn() : from.lsn() - 1;
      try (PartitionSnapshot snapshot = owned.partition().snapshot(ReadOptions.LEADER);
          ChangeCursor cursor = snapshot.changes(from.positions(), Math.max(0, afterLsn))) {
        while (!full && cursor.next()) {
          Change change = cursor.change();
          if (!at.isBehind(change.lsn(), change.sequence())) {
            continue;
          }
          full = changes.size() >= changesMax || bytes >= PAGE_BYTES;
          if (!full) {
            at = new FeedPosition.Part(from.positions(), change.lsn(), change.sequence());
            add(snapshot, change, at);
          }
        }
      }
      if (bytes > 0) {
        owned.admission().charge(charge());
      }
      FeedPosition.Part reached =
          full || reachable <= at.lsn()
              ? at
              : new FeedPosition.Part(from.positions(), reachable, FeedPosition.ALL);
      return new Found(part, changes, reached);
    }

    private void requireKept(long nowMillis) {
      long keptMillis = container.definition().historyMillis();
      if (from.lsn() == 0 || keptMillis == 0) {
        return;
      }
      long oldest =
          owned
              .partition()
              .reader(ReadOptions.LEADER)
              .lsnBefore(from.positions(), nowMillis - keptMillis);
      if (from.lsn() < oldest) {
        throw new DatabaseException(
                ErrorCode.GONE, "The changes from this place on are not kept any more.")
            .with("lsn", from.lsn())
            .with("oldestLsn", oldest);
      }
    }

    private void add(PartitionSnapshot snapshot, Change change, FeedPosition.Part at) {
      StoredRecord current = StoredRecord.read(change.image());
      StoredRecord previous = StoredRecord.read(change.previousImage());
      if (current == null && !change.kind().removes()) {
        current = newest(snapshot, change);
        if (current == null) {
          // Another version has taken its place, of which there is an entry.
          return;
        }
      }
      bytes += (current == null ? 0 : current.sizeBytes()) + 64L;
      CollectionChange.Kind kind =
          switch (change.kind()) {
            case CREATE -> CollectionChange.Kind.INSERT;
            case REPLACE -> CollectionChange.Kind.CHANGE;
            case DELETE, EXPIRE -> CollectionChange.Kind.DELETE;
          };
      changes.add(
          new CollectionChange(
              kind,
              change.timeMillis(),
              change.lsn(),
              change.key(),
              document(current),
              document(previous),
              current != null && StoredDocument.isWhole(current),
              new FeedPosition(List.of(at))));
    }

    private static @Nullable StoredRecord newest(PartitionSnapshot snapshot, Change change) {
      StoredRecord record = snapshot.get(change.key().encoded());
      return record == null
              || record.lsn() != change.lsn()
              || record.sequence() != change.sequence()
          ? null
          : record;
    }

    private static @Nullable BsonDocument document(@Nullable StoredRecord record) {
      return record == null ? null : StoredDocument.document(record);
    }
  }
}
