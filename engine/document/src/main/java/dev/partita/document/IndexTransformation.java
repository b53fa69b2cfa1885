package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.Housekeeping;
import dev.partita.container.Outcome;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Reindexing;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionRetired;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * The change of containers' indexes to a new policy: item after item, in the order of their keys,
 * each in a transaction of its partition. Some thousands a round, after which the catalogue notes
 * how far it has come, which asks for the next round; what a crash undoes is done again and comes
 * out the same.
 */
final class IndexTransformation implements Housekeeping.Chore {

  private static final int ITEMS_PER_ROUND = 10_000;
  private static final int ITEMS_PER_TRANSACTION = 100;

  private final Function<Container, Items> itemsOf;
  private final Containers containers;
  private final int itemsPerRound;

  IndexTransformation(Function<Container, Items> itemsOf, Containers containers) {
    this(itemsOf, containers, ITEMS_PER_ROUND);
  }

  IndexTransformation(
      Function<Container, Items> itemsOf, Containers containers, int itemsPerRound) {
    this.itemsOf = itemsOf;
    this.containers = containers;
    this.itemsPerRound = itemsPerRound;
  }

  @Override
  public void run(Container container) {
    Reindexing underWay = container.record().reindexing();
    if (underWay == null) {
      return;
    }
    awaitEarlierWrites(container);
    List<RecordKey> some = items(container, underWay.through());
    Items items = itemsOf.apply(container);
    List<CompletableFuture<Outcome<Boolean>>> changes = new ArrayList<>();
    for (int start = 0; start < some.size(); ) {
      int end = endOfTransaction(some, start);
      changes.add(submit(items, some.get(start).logical(), some.subList(start, end)));
      start = end;
    }
    changes.forEach(CompletableFuture::join);
    if (some.size() < itemsPerRound) {
      containers.noteReindexing(container, underWay, null);
    } else {
      RecordKey last = some.getLast();
      containers.noteReindexing(container, underWay, underWay.through(last.encoded(), some.size()));
    }
  }

  /**
   * Waits for what writers took up before they knew of the new policy. Such items are in the store
   * then, and everything from now on is indexed by the new policy anyway.
   */
  private static void awaitEarlierWrites(Container container) {
    for (OwnedPartition owned : container.partitions()) {
      try {
        owned.partition().exclusive(() -> true).join();
      } catch (CompletionException e) {
        // Those that took over from it began after all its writes, with what is known now.
        if (!(e.getCause() instanceof PartitionRetired)) {
          throw e;
        }
      }
    }
  }

  private List<RecordKey> items(Container container, byte[] through) {
    KeyRange rest =
        through.length == 0 ? KeyRange.ALL : new KeyRange(Bytes.concat(through, new byte[1]), null);
    List<RecordKey> found = new ArrayList<>();
    try (RecordCursor records = container.segment().reader(ReadOptions.LEADER).scan(rest)) {
      while (found.size() < itemsPerRound && records.next()) {
        found.add(RecordKey.decode(records.key()));
      }
    }
    return found;
  }

  /** A transaction has items of one logical partition only. */
  private static int endOfTransaction(List<RecordKey> items, int start) {
    LogicalKey logical = items.get(start).logical();
    int end = start + 1;
    while (end < items.size()
        && end - start < ITEMS_PER_TRANSACTION
        && items.get(end).logical().equals(logical)) {
      end++;
    }
    return end;
  }

  private static CompletableFuture<Outcome<Boolean>> submit(
      Items items, LogicalKey logical, List<RecordKey> some) {
    return items
        .container()
        .submit(
            logical,
            transaction -> {
              ItemTransaction changes =
                  new ItemTransaction(transaction, items.settings(), new ChargeMeter());
              some.forEach(key -> changes.reindex(key.id()));
              return true;
            });
  }
}
