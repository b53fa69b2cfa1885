package dev.partita.document;

import dev.partita.container.Container;
import dev.partita.container.Housekeeping;
import dev.partita.container.OwnedPartition;
import dev.partita.partition.Change;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.PartitionSnapshot;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The removal of items that have expired by the default of their container. They are invisible
 * already; this gives their room back and puts their removal in the change log. Takes at most some
 * thousands of items a round, so that it never gets in the way.
 */
final class ExpirySweep implements Housekeeping.Chore {

  private static final int ITEMS_PER_ROUND = 5_000;

  private record Place(int container, int partition) {}

  /** Up to where a change log has no more items that expire by the default. */
  private record Progress(int defaultTtlSeconds, long lsn) {}

  private final Function<Container, Items> itemsOf;
  private final Map<Place, Progress> progress = new ConcurrentHashMap<>();

  ExpirySweep(Function<Container, Items> itemsOf) {
    this.itemsOf = itemsOf;
  }

  @Override
  public void run(Container container) {
    if (container.definition().defaultTtlSeconds().isEmpty()) {
      return;
    }
    Items items = itemsOf.apply(container);
    long now = items.clock().millis();
    int defaultTtl = container.definition().defaultTtlSeconds().getAsInt();
    if (defaultTtl > 0) {
      for (OwnedPartition owned : container.partitions()) {
        // The others are for the nodes that lead them.
        if (owned.partition().isLed()) {
          sweepByDefault(items, owned, defaultTtl, now);
        }
      }
    }
  }

  /** Items that live by the container's default: oldest first, as the change log has them. */
  private void sweepByDefault(Items items, OwnedPartition owned, int defaultTtl, long now) {
    Container container = items.container();
    Place place = new Place(container.number(), owned.number());
    Progress known = progress.get(place);
    long from = known != null && known.defaultTtlSeconds() == defaultTtl ? known.lsn() : 0;
    List<RecordKey> due = new ArrayList<>();
    long reached = from;
    int doubtful = 0;
    try (PartitionSnapshot snapshot = owned.partition().snapshot(ReadOptions.LEADER);
        ChangeCursor changes = snapshot.changes(owned.partition().descriptor().positions(), from)) {
      while (due.size() + doubtful < ITEMS_PER_ROUND && changes.next()) {
        Change change = changes.change();
        // Since the clock was ahead the log's times stand still, but not those of the items.
        boolean inFuture = change.timeMillis() > now;
        if (!inFuture && (change.timeMillis() / 1000 + defaultTtl) * 1000 > now) {
          break;
        }
        if (inFuture && !items.reader().isExpired(snapshot, change.key())) {
          doubtful++;
        } else if (!change.kind().removes()) {
          due.add(change.key());
        }
        // The rest of a transaction may lie beyond the limit of this round.
        reached = doubtful == 0 ? change.lsn() - 1 : reached;
      }
    }
    awaitAll(due.stream().map(key -> expire(items, key)).toList());
    progress.put(place, new Progress(defaultTtl, Math.max(from, reached)));
  }

  private static CompletableFuture<?> expire(Items items, RecordKey key) {
    String id = items.settings().names().text(key.id());
    return items.dispatch().upkeep(key.logical(), new ItemOperation.Expire(id));
  }

  /** All are under way before the first is waited for, so that they are committed in groups. */
  private static void awaitAll(List<? extends CompletableFuture<?>> removals) {
    removals.forEach(CompletableFuture::join);
  }
}
