package dev.partita.advice;

import java.util.Arrays;

/** From numbers that are spread like hashes to small ones. On one thread. */
final class LongIndex {

  static final int NONE = -1;

  private long[] keys;
  private int[] values;
  private int size;

  LongIndex(int expected) {
    int slots = Integer.highestOneBit(Math.max(16, expected * 2 - 1)) * 2;
    keys = new long[slots];
    values = new int[slots];
    Arrays.fill(values, NONE);
  }

  int get(long key) {
    int slot = slot(key);
    return values[slot];
  }

  /**
   * @param value not negative
   */
  void put(long key, int value) {
    if (size * 2 >= keys.length) {
      grow();
    }
    int slot = slot(key);
    if (values[slot] == NONE) {
      size++;
      keys[slot] = key;
    }
    values[slot] = value;
  }

  int size() {
    return size;
  }

  private int slot(long key) {
    int slot = (int) (key ^ (key >>> 32)) & (keys.length - 1);
    while (values[slot] != NONE && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new int[keys.length];
    Arrays.fill(values, NONE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != NONE) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
