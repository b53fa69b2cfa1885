package dev.partita.execution.access;

import dev.partita.document.IndexedSnapshot;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.execution.parallel.ScanThreads;
import dev.partita.execution.plan.ScanFragment;
import org.jspecify.annotations.Nullable;

/** How a page gets at the items it reads: all of them, or those that the index names. */
public sealed interface ItemAccess {

  /** The items of a fragment in the order of their keys, from the beginning or behind a key. */
  ItemCursor open(Items items, IndexedSnapshot now, ScanFragment fragment, byte @Nullable [] after);

  /** Entries of the index that are read for each item. */
  int entriesPerItem();

  /** All items. */
  record Scan() implements ItemAccess {
    @Override
    public int entriesPerItem() {
      return 0;
    }

    @Override
    public ItemCursor open(
        Items items, IndexedSnapshot now, ScanFragment fragment, byte @Nullable [] after) {
      ItemScan scan = fragment.scan(items, now.snapshot(), after);
      return new ItemCursor() {
        @Override
        public boolean next() {
          return scan.next();
        }

        @Override
        public byte[] key() {
          return scan.key();
        }

        @Override
        public StoredItem item() {
          return scan.item();
        }

        @Override
        public void close() {
          scan.close();
        }
      };
    }
  }

  /**
   * The items that the index names.
   *
   * @param wanted how many items the page can use at most, as far as one can tell before
   * @param listed how they are read, if their keys are known already
   */
  record Lookup(Candidates candidates, long wanted, @Nullable ListedItems listed)
      implements ItemAccess {

    /**
     * @param threads that may help to read the items
     */
    public static Lookup of(Candidates candidates, long wanted, ScanThreads threads) {
      return new Lookup(
          candidates,
          wanted,
          switch (candidates) {
            case Candidates.Listed(var keys) -> new ListedItems(keys, wanted, threads);
            case Candidates.ListIntersection(_, var keys) -> new ListedItems(keys, wanted, threads);
            case Candidates.Walk _,
                Candidates.TermIntersection _,
                Candidates.AllOf _,
                Candidates.AnyOf _ ->
                null;
          });
    }

    @Override
    public int entriesPerItem() {
      return candidates.walks();
    }

    @Override
    public ItemCursor open(
        Items items, IndexedSnapshot now, ScanFragment fragment, byte @Nullable [] after) {
      if (listed != null) {
        return listed.open(items, now.snapshot(), fragment, after);
      }
      FoundKeys keys = new FoundKeys(candidates, now.index(), fragment, after);
      return new ItemLookup(keys, items, now.snapshot(), wanted);
    }
  }
}
