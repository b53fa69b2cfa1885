package dev.partita.storage.rocks.ffi;

import org.rocksdb.RocksIterator;

/**
 * One of the two ways to look at the keys of RocksDB's iterators. Safe for use by any number of
 * threads.
 */
@FunctionalInterface
public interface IteratorKeys {

  IteratorKey of(RocksIterator iterator);

  /** Copies made by RocksDB's Java binding. */
  static IteratorKeys plain() {
    return CopiedKey::new;
  }

  /**
   * Keys in native memory if this process can use them, otherwise the plain way. The first call
   * links the native function and checks it, which takes some tens of milliseconds, so it is left
   * until there are many keys to read. To be called when the native library is loaded.
   */
  static IteratorKeys fastest() {
    return KeyCheck.Passed.KEYS;
  }
}
