package dev.partita.storage.rocks.ffi;

import java.util.Arrays;

/**
 * A batch of records that an iterator has passed, with keys and the first bytes of values copied.
 * The iterator pins its blocks, so values stay at their addresses until it is closed. Most values
 * are not in the processor's cache, and a miss takes as long as the rest of a step; copying the
 * beginnings of many in a row overlaps the misses.
 *
 * <p>To be filled inside a counted call of the store; what was copied may be used outside. Not for
 * use by several threads.
 */
public final class ReadAheadBuffer {

  private static final int CAPACITY = 32;
  private static final int USUAL_KEY_BYTES = 64;
  private static final int MAX_BEGINNING_BYTES = 1024;

  private final RocksIteratorNative pointers;
  private final int[] keyEnds = new int[CAPACITY];
  private final long[] addresses = new long[CAPACITY];
  private final int[] lengths = new int[CAPACITY];
  private byte[] keys = new byte[CAPACITY * USUAL_KEY_BYTES];
  private byte[] beginnings = {};

  /** How many bytes of each value are copied, and how many will be the next time. */
  private int room;

  private int wanted;
  private int count;

  public ReadAheadBuffer(RocksIteratorNative pointers) {
    this.pointers = pointers;
  }

  public int count() {
    return count;
  }

  public boolean isFull() {
    return count == CAPACITY;
  }

  public void clear() {
    count = 0;
  }

  /** Adds the record on which the iterator stands. */
  public void add() {
    long key = pointers.key();
    int start = count == 0 ? 0 : keyEnds[count - 1];
    int end = start + pointers.length();
    if (end > keys.length) {
      keys = Arrays.copyOf(keys, 2 * end);
    }
    RocksIteratorNative.copy(key, keys, start, end - start);
    keyEnds[count] = end;
    addresses[count] = pointers.value();
    lengths[count] = pointers.length();
    count++;
  }

  /** Copies the beginnings of all values, as many bytes of each as were last asked for. */
  public void copyBeginnings() {
    if (wanted > room) {
      room = wanted;
      beginnings = new byte[CAPACITY * room];
    }
    for (int i = 0; i < count; i++) {
      RocksIteratorNative.copy(addresses[i], beginnings, i * room, Math.min(room, lengths[i]));
    }
  }

  public byte[] key(int index) {
    return Arrays.copyOfRange(keys, index == 0 ? 0 : keyEnds[index - 1], keyEnds[index]);
  }

  public int valueLength(int index) {
    return lengths[index];
  }

  /** Copies the beginning of a value from what is buffered; false if too little of it is. */
  public boolean hasBeginning(int index, byte[] target) {
    wanted = Math.min(target.length, MAX_BEGINNING_BYTES);
    int needed = Math.min(target.length, lengths[index]);
    if (needed > room) {
      return false;
    }
    System.arraycopy(beginnings, index * room, target, 0, needed);
    return true;
  }

  /** Copies a value, or its beginning, from native memory. Inside a counted call. */
  public void copyValue(int index, byte[] target) {
    RocksIteratorNative.copy(addresses[index], target, 0, Math.min(target.length, lengths[index]));
  }
}
