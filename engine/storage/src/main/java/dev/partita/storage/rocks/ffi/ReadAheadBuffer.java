package dev.partita.storage;

import java.util.Arrays;

/**
 * Records that an iterator has passed, whose values stay where they are until it is closed. Most of
 * them have not been looked at for long and have to come from memory, which takes as long as the
 * rest of a step; the beginnings of many that are copied in a row come at the same time.
 *
 * <p>To be filled inside the store's gate; what was copied may be used outside. For one thread at a
 * time.
 */
final class RocksAhead {

  private static final int MOST = 32;
  private static final int USUAL_KEY_BYTES = 64;
  private static final int LONGEST_BEGINNING = 1024;

  private final RocksPointers pointers;
  private final int[] keyEnds = new int[MOST];
  private final long[] addresses = new long[MOST];
  private final int[] lengths = new int[MOST];
  private byte[] keys = new byte[MOST * USUAL_KEY_BYTES];
  private byte[] beginnings = {};

  /** How much of each value is copied, and is to be copied the next time. */
  private int room;

  private int wanted;
  private int count;

  RocksAhead(RocksPointers pointers) {
    this.pointers = pointers;
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == MOST;
  }

  void clear() {
    count = 0;
  }

  /** Adds the record on which the iterator stands. */
  void add() {
    long key = pointers.key();
    int start = count == 0 ? 0 : keyEnds[count - 1];
    int end = start + pointers.length();
    if (end > keys.length) {
      keys = Arrays.copyOf(keys, 2 * end);
    }
    RocksPointers.copy(key, keys, start, end - start);
    keyEnds[count] = end;
    addresses[count] = pointers.value();
    lengths[count] = pointers.length();
    count++;
  }

  /** Copies the beginnings of all values, as long as they were last asked for. */
  void copyBeginnings() {
    if (wanted > room) {
      room = wanted;
      beginnings = new byte[MOST * room];
    }
    for (int i = 0; i < count; i++) {
      RocksPointers.copy(addresses[i], beginnings, i * room, Math.min(room, lengths[i]));
    }
  }

  byte[] key(int index) {
    return Arrays.copyOfRange(keys, index == 0 ? 0 : keyEnds[index - 1], keyEnds[index]);
  }

  int valueLength(int index) {
    return lengths[index];
  }

  /** Gives the beginning of a value if it was copied; tells whether it was. */
  boolean hasBeginning(int index, byte[] target) {
    wanted = Math.min(target.length, LONGEST_BEGINNING);
    int needed = Math.min(target.length, lengths[index]);
    if (needed > room) {
      return false;
    }
    System.arraycopy(beginnings, index * room, target, 0, needed);
    return true;
  }

  /** Copies a value, or its beginning. Inside the store's gate. */
  void copyValue(int index, byte[] target) {
    RocksPointers.copy(addresses[index], target, 0, Math.min(target.length, lengths[index]));
  }
}
