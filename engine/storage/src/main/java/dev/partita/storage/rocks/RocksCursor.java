package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * A cursor of a {@link RocksStore}. The bounds of the range are given to RocksDB, which then
 * neither reads nor skips anything beyond them.
 */
final class RocksCursor extends RangeCursor implements RocksStore.Resource {

  private static final int USUAL_KEY_BYTES = 256;

  /** Whoever has collected so many keys will likely collect more. */
  private static final int MANY_KEYS = 256;

  private final RocksStore store;
  private final ReadOptions readOptions;
  private final Slice lowerBound;
  private final @Nullable Slice upperBound;
  private final RocksIterator iterator;
  private byte[] keyBytes = new byte[USUAL_KEY_BYTES];
  private int collected;

  /** Where keys lie, once it pays to know. */
  private @Nullable RocksPointers pointers;

  private boolean closed;

  /** Takes over the read options. To be made inside the store's gate. */
  RocksCursor(RocksStore store, Family family, ReadOptions readOptions, KeyRange range) {
    this.store = store;
    this.readOptions = readOptions;
    lowerBound = new Slice(range.start());
    readOptions.setIterateLowerBound(lowerBound);
    byte[] end = range.isEmpty() ? range.start() : range.end();
    upperBound = end == null ? null : new Slice(end);
    if (upperBound != null) {
      readOptions.setIterateUpperBound(upperBound);
    }
    iterator = store.iterator(family, readOptions);
  }

  @Override
  boolean moveToFirst() {
    int ticket = enter();
    try {
      iterator.seekToFirst();
      return isOnKey();
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  boolean moveToLast() {
    int ticket = enter();
    try {
      iterator.seekToLast();
      return isOnKey();
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  boolean moveTo(byte[] key) {
    int ticket = enter();
    try {
      return place(key);
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  boolean moveBackTo(byte[] key) {
    int ticket = enter();
    try {
      iterator.seekForPrev(key);
      return isOnKey();
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  boolean moveToNext() {
    int ticket = enter();
    try {
      return step();
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  boolean moveToPrevious() {
    int ticket = enter();
    try {
      iterator.prev();
      return isOnKey();
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  int collect(byte[][] keys, int offset) {
    int ticket = enter();
    try {
      if (pointers == null && collected >= MANY_KEYS && RocksPointers.areKnown()) {
        pointers = pointers();
      }
      int count = 0;
      do {
        keys[count++] = keyFrom(offset);
        if (count == keys.length) {
          break;
        }
        iterator.next();
      } while (isOnKey());
      collected = Math.min(collected + count, MANY_KEYS);
      return count;
    } finally {
      store.gate().leave(ticket);
    }
  }

  /** Where the key lies on which it stands. */
  RocksPointers pointers() {
    return new RocksPointers(iterator);
  }

  /** Moves like {@link #moveToNext}, for those who are inside the gate already. */
  boolean step() {
    iterator.next();
    return isOnKey();
  }

  /** Moves like {@link #moveTo}, for those who are inside the gate already. */
  boolean place(byte[] key) {
    iterator.seek(key);
    return isOnKey();
  }

  /** For records that are read ahead. */
  RocksAhead ahead() {
    return new RocksAhead(pointers());
  }

  /** Onward by as many records as there is room for, onto the last; tells whether there is one. */
  boolean readOn(RocksAhead records) {
    int ticket = enter();
    try {
      iterator.next();
      while (isOnKey()) {
        records.add();
        if (records.isFull()) {
          break;
        }
        iterator.next();
      }
      records.copyBeginnings();
      return records.count() > 0;
    } finally {
      store.gate().leave(ticket);
    }
  }

  /** Copies the value, or its beginning, of a record that was read ahead. */
  void copyValue(RocksAhead records, int index, byte[] target) {
    int ticket = enter();
    try {
      records.copyValue(index, target);
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  byte[] currentKey() {
    int ticket = enter();
    try {
      return keyFrom(0);
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  byte[] currentValue() {
    int ticket = enter();
    try {
      return iterator.value();
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  int currentValue(byte[] target) {
    int ticket = enter();
    try {
      return iterator.value(target);
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  void requireOpen() {
    store.gate().requireOpen();
    if (closed) {
      throw closed();
    }
  }

  @Override
  public void close() {
    int ticket = store.gate().tryEnter();
    if (ticket < 0) {
      return; // The store frees, or has freed, everything that was open.
    }
    try {
      closed = true;
      if (store.forget(this)) {
        release();
      }
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  public void release() {
    iterator.close();
    readOptions.close();
    lowerBound.close();
    if (upperBound != null) {
      upperBound.close();
    }
  }

  /** Through an array that is used again: to have RocksDB make one for each key costs more. */
  private byte[] keyFrom(int offset) {
    if (pointers != null) {
      long address = pointers.key();
      byte[] key = new byte[pointers.length() - offset];
      RocksPointers.copy(address + offset, key, 0, key.length);
      return key;
    }
    int length = iterator.key(keyBytes);
    if (length > keyBytes.length) {
      keyBytes = new byte[Math.max(length, 2 * keyBytes.length)];
      length = iterator.key(keyBytes);
    }
    return Arrays.copyOfRange(keyBytes, offset, length);
  }

  private boolean isOnKey() {
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
      return false;
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  private int enter() {
    int ticket = store.gate().enter();
    if (closed) {
      store.gate().leave(ticket);
      throw closed();
    }
    return ticket;
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("The cursor is closed.");
  }
}
