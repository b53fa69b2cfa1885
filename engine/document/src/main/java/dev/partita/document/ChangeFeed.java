package dev.partita.document;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.partition.Change;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionSnapshot;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordReader;
import dev.partita.partition.StoredRecord;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a container's items, over any range of positions. Within a partition they come in
 * the order in which they happened; a token names where to go on, also after partitions have been
 * split or merged. Safe for use by any number of threads.
 */
public final class ChangeFeed {

  private static final int PAGE_BYTES = 4 << 20;

  private final Items items;
  private final Container container;

  ChangeFeed(Items items) {
    this.items = items;
    this.container = items.container();
  }

  /** The place to start from, for a range of positions. */
  public FeedToken start(KeyRange positions, FeedStart start) {
    List<FeedToken.Part> parts = new ArrayList<>();
    for (OwnedPartition owned : container.owners(positions)) {
      KeyRange part = positions.intersect(owned.partition().descriptor().positions());
      long lsn =
          switch (start) {
            case FeedStart.Beginning _ -> 0;
            case FeedStart.Now _ -> owned.partition().state().lsn();
            case FeedStart.Time(long millis) ->
                owned.partition().reader(ReadOptions.LEADER).lsnBefore(part, millis);
          };
      parts.add(new FeedToken.Part(part, lsn));
    }
    return new FeedToken(parts);
  }

  /**
   * Reads on from a token. The changes of one transaction are never divided between pages.
   *
   * @throws DatabaseException BAD_REQUEST for all versions if the container keeps no history or no
   *     longer has it from there; THROTTLED
   */
  public FeedPage read(FeedToken token, FeedMode mode, int maxChanges) {
    return read(token, PartitionKey.EMPTY, mode, maxChanges);
  }

  /**
   * The same of one partition key, or of all that begin with a prefix: what the token reads are
   * positions, which several keys may share.
   */
  public FeedPage read(FeedToken token, PartitionKey keyOrPrefix, FeedMode mode, int maxChanges) {
    return read(token, keyOrPrefix, mode, maxChanges, ReadTerms.NEWEST);
  }

  /** The same on terms of one's own. */
  public FeedPage read(
      FeedToken token, PartitionKey keyOrPrefix, FeedMode mode, int maxChanges, ReadTerms terms) {
    List<FeedToken.Part> rest = partsInCharge(token);
    List<FeedToken.Part> done = new ArrayList<>();
    RequestCharge charge = RequestCharge.ZERO;
    while (!rest.isEmpty()) {
      FeedToken.Part part = rest.removeFirst();
      OwnedPartition owned = container.owner(part.positions().start());
      KeyRange held = owned.partition().descriptor().positions();
      if (!held.contains(part.positions())) {
        // Its partition has been split since the ranges were cut: the rest is another's.
        KeyRange beyond = new KeyRange(Objects.requireNonNull(held.end()), part.positions().end());
        rest.addFirst(new FeedToken.Part(beyond, part.lsn()));
        part = new FeedToken.Part(part.positions().intersect(held), part.lsn());
      }
      PartPage page = read(owned, part, keyOrPrefix, mode, maxChanges, terms);
      charge = charge.plus(page.charge());
      FeedToken.Part after = new FeedToken.Part(part.positions(), page.lsn());
      if (!page.changes().isEmpty()) {
        // The range that was read goes last, so that all ranges have their turn.
        List<FeedToken.Part> next = new ArrayList<>(rest);
        next.addAll(done);
        next.add(after);
        return new FeedPage(page.changes(), new FeedToken(next), false, charge);
      }
      done.add(after);
    }
    return new FeedPage(List.of(), new FeedToken(done), true, charge);
  }

  private record PartPage(List<FeedChange> changes, long lsn, RequestCharge charge) {}

  /** The token's ranges, cut where partitions are cut now. */
  private List<FeedToken.Part> partsInCharge(FeedToken token) {
    List<FeedToken.Part> parts = new ArrayList<>();
    for (FeedToken.Part part : token.parts()) {
      for (OwnedPartition owned : container.owners(part.positions())) {
        parts.add(
            new FeedToken.Part(
                part.positions().intersect(owned.partition().descriptor().positions()),
                part.lsn()));
      }
    }
    return parts;
  }

  private PartPage read(
      OwnedPartition owned,
      FeedToken.Part part,
      PartitionKey keyOrPrefix,
      FeedMode mode,
      int maxChanges,
      ReadTerms terms) {
    owned.admission().admit();
    if (mode == FeedMode.ALL_VERSIONS) {
      requireHistory(owned, part);
    }
    // Before the snapshot, so that everything up to it is in the snapshot.
    long reachable = Math.max(part.lsn(), owned.partition().state().lsn());
    List<FeedChange> changes = new ArrayList<>();
    long lsn = part.lsn();
    long bytes = 0;
    boolean full = false;
    try (PartitionSnapshot snapshot = owned.partition().snapshot(terms.options());
        ChangeCursor cursor = snapshot.changes(part.positions(), part.lsn())) {
      while (cursor.next()) {
        Change change = cursor.change();
        full = changes.size() >= maxChanges || bytes >= PAGE_BYTES;
        if (full && change.lsn() > lsn) {
          break;
        }
        full = false;
        lsn = change.lsn();
        FeedChange shown = isWithin(keyOrPrefix, change) ? show(snapshot, change, mode) : null;
        if (shown != null) {
          changes.add(shown);
          bytes += shown.current().map(StoredItem::jsonBytes).orElse(0);
        }
      }
    }
    RequestCharge charge = terms.charge(ChargeModel.pointRead(bytes));
    owned.admission().charge(charge);
    return new PartPage(changes, full ? lsn : Math.max(lsn, reachable), charge);
  }

  private boolean isWithin(PartitionKey keyOrPrefix, Change change) {
    return keyOrPrefix.size() == 0
        || container.definition().scheme().isWithin(keyOrPrefix, change.key().logical());
  }

  private @Nullable FeedChange show(RecordReader snapshot, Change change, FeedMode mode) {
    SystemProperties properties = items.settings().properties();
    LogicalKey logical = change.key().logical();
    StoredItem current;
    StoredItem previous = null;
    if (mode == FeedMode.LATEST_VERSION) {
      if (change.kind().removes()) {
        return null;
      }
      StoredRecord record = snapshot.get(change.key().encoded());
      if (record == null
          || record.lsn() != change.lsn()
          || record.sequence() != change.sequence()) {
        return null;
      }
      current = StoredItem.of(record, properties);
      if (current == null || isExpired(current)) {
        return null;
      }
    } else {
      current = StoredItem.of(StoredRecord.read(change.image()), properties);
      previous = StoredItem.of(StoredRecord.read(change.previousImage()), properties);
    }
    return new FeedChange(
        change.lsn(),
        change.kind(),
        change.timeMillis(),
        change.previousLsn(),
        container.definition().scheme().partitionKey(logical),
        change.key().idText(),
        Optional.ofNullable(current),
        Optional.ofNullable(previous));
  }

  private void requireHistory(OwnedPartition owned, FeedToken.Part part) {
    long historyMillis = container.definition().historyMillis();
    if (historyMillis == 0) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The container keeps no history: give it a change-feed retention to read all"
                  + " versions and deletes.")
          .with("container", container.record().name());
    }
    long oldest =
        owned
            .partition()
            .reader(ReadOptions.LEADER)
            .lsnBefore(part.positions(), items.clock().millis() - historyMillis);
    if (part.lsn() < oldest) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The change feed no longer has all versions from this place on: it is older than the"
                  + " retention.")
          .with("container", container.record().name())
          .with("lsn", part.lsn())
          .with("oldestLsn", oldest)
          .with("retentionMillis", historyMillis);
    }
  }

  private boolean isExpired(StoredItem item) {
    return item.isExpired(container.definition().defaultTtlSeconds(), items.clock().millis());
  }
}
