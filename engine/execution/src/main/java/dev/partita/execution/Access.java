package dev.partita.execution;

import dev.partita.base.bytes.Bytes;
import dev.partita.document.IndexedSnapshot;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a page gets at the items it reads: all of them, or those that the index names. Immutable. */
sealed interface Access {

  /** The items of a parcel in the order of their keys, from the beginning or behind a key. */
  ItemCursor open(Items items, IndexedSnapshot now, Parcel parcel, byte @Nullable [] after);

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
        Items items, IndexedSnapshot now, Parcel parcel, byte @Nullable [] after) {
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

    /** The key of a record begins with the container's number. */
    private static final int PREFIX_BYTES = Integer.BYTES;

    @Override
    public int entriesPerItem() {
      return candidates.walks();
    }

    @Override
    public ItemCursor open(
        Items items, IndexedSnapshot now, Parcel parcel, byte @Nullable [] after) {
      KeyCursor keys = candidates.open(now.index(), parcel);
      byte[] container = Arrays.copyOf(parcel.records().start(), PREFIX_BYTES);
      byte[] start = after == null ? parcel.records().start() : Bytes.concat(after, new byte[1]);
      return new ItemCursor() {
        private boolean started;
        private byte[] key = Bytes.EMPTY;
        private @Nullable StoredItem item;

        @Override
        public boolean next() {
          while (advance()) {
            key = Bytes.concat(container, keys.key());
            if (!parcel.records().contains(key)) {
              return false;
            }
            item = items.find(now.snapshot(), key);
            if (item != null) {
              return true;
            }
          }
          return false;
        }

        private boolean advance() {
          if (started) {
            return keys.next();
          }
          started = true;
          return keys.seek(Arrays.copyOfRange(start, PREFIX_BYTES, start.length));
        }

        @Override
        public byte[] key() {
          return key;
        }

        @Override
        public StoredItem item() {
          return Objects.requireNonNull(item);
        }

        @Override
        public void close() {
          keys.close();
        }
      };
    }
  }
}
