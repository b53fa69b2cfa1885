package dev.partita.storage.rocks.ffi;

/**
 * The key on which an iterator of RocksDB stands. Valid from {@link #read} until the iterator moves
 * or is closed. To be used inside a counted call of the store, by one thread at a time.
 */
public interface IteratorKey {

  /** Takes the key on which the iterator stands now. */
  void read();

  /** A copy of the key without its first bytes. */
  byte[] copyFrom(int offset);

  /**
   * Compares what follows the first bytes of two keys, in the order of keys.
   *
   * @param other made by the same {@link IteratorKeys}
   */
  int compareFrom(int offset, IteratorKey other, int otherOffset);
}
