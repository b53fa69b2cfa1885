package dev.partita.index;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The entries that a version of an item has, as far as they do not depend on the item's name: kind,
 * hash and terms of each, in order and without repetition. Immutable.
 */
public final class Entries {

  public static final Entries NONE = new Collector(0).finish();

  private final byte[] bytes;
  // Where each begins and ends, in the order of their bytes.
  private final int[] bounds;
  private final int size;

  private Entries(byte[] bytes, int[] bounds, int size) {
    this.bytes = bytes;
    this.bounds = bounds;
    this.size = size;
  }

  public int size() {
    return size;
  }

  /** The key of an entry. */
  byte[] key(int i, byte[] container, byte[] item) {
    int length = end(i) - start(i);
    byte[] key = Arrays.copyOf(container, container.length + length + item.length);
    System.arraycopy(bytes, start(i), key, container.length, length);
    System.arraycopy(item, 0, key, container.length + length, item.length);
    return key;
  }

  /** Puts an entry without making its key first. */
  void put(int i, byte[] container, byte[] item, Batch batch) {
    batch.putKey(Family.INDEX, container, bytes, start(i), end(i), item);
  }

  /** How long the entries are together. */
  int sizeBytes() {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      sum += end(i) - start(i);
    }
    return sum;
  }

  static int compare(Entries left, int l, Entries right, int r) {
    return Arrays.compareUnsigned(
        left.bytes, left.start(l), left.end(l), right.bytes, right.start(r), right.end(r));
  }

  /** The keys of the entries of an item in the index family. */
  public List<byte[]> keys(EntryChange.Item item) {
    List<byte[]> keys = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      keys.add(key(i, item.segment(), item.key()));
    }
    return keys;
  }

  /** The entries of both. */
  public Entries union(Entries other) {
    if (size == 0 || other.size == 0) {
      return size == 0 ? other : this;
    }
    Collector both = new Collector(bytes.length + other.bytes.length);
    both.addAll(this);
    both.addAll(other);
    return both.finish();
  }

  private int start(int i) {
    return bounds[2 * i];
  }

  private int end(int i) {
    return bounds[2 * i + 1];
  }

  /** Collects entries in any order. Not for use by several threads. */
  static final class Collector {

    /** About what most entries are long. */
    private static final int ENTRY_BYTES = 32;

    private final TermBuffer buffer;
    private int[] starts;
    private int count;

    Collector(int capacityBytes) {
      buffer = new TermBuffer(capacityBytes);
      starts = new int[1 + capacityBytes / ENTRY_BYTES];
    }

    /** Begins an entry; its terms are to be written next. */
    TermBuffer begin(int kind, long hash) {
      begin();
      buffer.u8(kind);
      buffer.u64(hash);
      return buffer;
    }

    private void begin() {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
      }
      starts[count++] = buffer.length();
    }

    Entries finish() {
      int[] order = new int[count];
      for (int i = 0; i < count; i++) {
        order[i] = i;
      }
      sort(order);
      int[] bounds = new int[2 * count];
      int size = 0;
      for (int i = 0; i < count; i++) {
        if (i == 0 || compare(order[i - 1], order[i]) != 0) {
          bounds[2 * size] = starts[order[i]];
          bounds[2 * size + 1] = end(order[i]);
          size++;
        }
      }
      return new Entries(buffer.bytes(), bounds, size);
    }

    private void addAll(Entries entries) {
      for (int i = 0; i < entries.size; i++) {
        begin();
        buffer.raw(entries.bytes, entries.start(i), entries.end(i));
      }
    }

    /** Shellsort: in place, and quick for the few dozen entries that most documents have. */
    private void sort(int[] order) {
      int gap = 1;
      while (gap < order.length / 3) {
        gap = 3 * gap + 1;
      }
      for (; gap > 0; gap /= 3) {
        for (int i = gap; i < order.length; i++) {
          int moved = order[i];
          int at = i;
          while (at >= gap && compare(order[at - gap], moved) > 0) {
            order[at] = order[at - gap];
            at -= gap;
          }
          order[at] = moved;
        }
      }
    }

    private int compare(int left, int right) {
      return Arrays.compareUnsigned(
          buffer.bytes(), starts[left], end(left), buffer.bytes(), starts[right], end(right));
    }

    private int end(int i) {
      return i + 1 == count ? buffer.length() : starts[i + 1];
    }
  }
}
