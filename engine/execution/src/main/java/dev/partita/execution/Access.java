package dev.partita.execution;

import dev.partita.document.IndexedSnapshot;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import org.jspecify.annotations.Nullable;

/** How a page gets at the items it reads: all of them, or those that the index names. Immutable. */
sealed interface Access {

  /**
   * The items of a parcel in the order of their keys, from the beginning or behind a key.
   *
   * @param wanted about how many will be wanted at least
   */
  ItemCursor open(
      Items items, IndexedSnapshot now, Parcel parcel, byte @Nullable [] after, long wanted);

  /** Entries of the index that are read for each item. */
  int entriesPerItem();

  /** All items. */
  record Scan() implements Access {
    @Override
    public int entriesPerItem() {
      return 0;
    }

    @Override
    public ItemCursor open(
        Items items, IndexedSnapshot now, Parcel parcel, byte @Nullable [] after, long wanted) {
      ItemScan scan = parcel.scan(items, now.snapshot(), after);
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

  /** The items that the index names. */
  record Lookup(Candidates candidates) implements Access {

    @Override
    public int entriesPerItem() {
      return candidates.walks();
    }

    @Override
    public ItemCursor open(
        Items items, IndexedSnapshot now, Parcel parcel, byte @Nullable [] after, long wanted) {
      FoundKeys keys = new FoundKeys(candidates, now.index(), parcel, after);
      return new ItemLookup(keys, items, now.snapshot(), wanted);
    }
  }
}
