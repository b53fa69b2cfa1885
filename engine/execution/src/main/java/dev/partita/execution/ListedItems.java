package dev.partita.execution;

import dev.partita.base.bytes.Bytes;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.storage.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items under keys that were listed. Several are read at a go, whichever parcels they lie in,
 * since each of them costs less then. For one page, on one thread.
 */
final class ListedItems {

  /** More of them cost hardly less, and may be large. */
  static final int MOST_AT_A_GO = 16;

  /** The key of a record begins with the container's number. */
  private static final int PREFIX_BYTES = Integer.BYTES;

  private final List<byte[]> keys;

  /** Grows, since whoever goes on wants more than could be told before. */
  private int atAGo;

  /** The keys of the records that were read last, with their items, and where the first stands. */
  private final List<byte[]> taken = new ArrayList<>();

  private List<@Nullable StoredItem> found = List.of();
  private int start;

  /**
   * @param keys sorted and different
   * @param wanted how many items the page can use at most, as far as one can tell before
   */
  ListedItems(List<byte[]> keys, long wanted) {
    this.keys = keys;
    this.atAGo = Math.clamp(wanted, 1, MOST_AT_A_GO);
  }

  /** The items of a parcel, from the beginning or behind the key of a record. */
  ItemCursor open(Items items, Reader snapshot, Parcel parcel, byte @Nullable [] after) {
    byte[] from = after == null ? parcel.records().start() : Bytes.concat(after, new byte[1]);
    int first = firstFrom(Arrays.copyOfRange(from, PREFIX_BYTES, from.length));
    return new ItemCursor() {
      private int at = first - 1;

      @Override
      public boolean next() {
        while (++at < keys.size()) {
          if (at < start || at >= start + taken.size()) {
            read(items, snapshot, Arrays.copyOf(from, PREFIX_BYTES), at);
          }
          if (!parcel.records().contains(key())) {
            at = keys.size();
          } else if (found.get(at - start) != null) {
            return true;
          }
        }
        return false;
      }

      @Override
      public byte[] key() {
        return taken.get(at - start);
      }

      @Override
      public StoredItem item() {
        return Objects.requireNonNull(found.get(at - start));
      }

      @Override
      public void close() {}
    };
  }

  private void read(Items items, Reader snapshot, byte[] prefix, int from) {
    start = from;
    taken.clear();
    for (byte[] key : keys.subList(from, Math.min(from + atAGo, keys.size()))) {
      taken.add(Bytes.concat(prefix, key));
    }
    found = items.findAll(snapshot, taken);
    atAGo = Math.min(2 * atAGo, MOST_AT_A_GO);
  }

  /** Where the first key stands that is not before another. */
  private int firstFrom(byte[] key) {
    return Bytes.firstFrom(0, keys.size(), keys::get, key);
  }
}
