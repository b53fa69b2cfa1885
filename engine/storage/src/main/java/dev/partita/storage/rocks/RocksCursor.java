package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Family;
import dev.partita.storage.RangeCursor;
import dev.partita.storage.rocks.ffi.IteratorKey;
import dev.partita.storage.rocks.ffi.IteratorKeys;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * A cursor of a {@link RocksStore}. The bounds of the range are given to RocksDB, which then
 * neither reads nor skips anything beyond them. Not for use by several threads.
 */
final class RocksCursor extends RangeCursor implements RocksStore.Resource {

  /** After so many collected keys there will likely be more, and the fastest way to them pays. */
  private static final int MANY_KEYS = 256;

  private final RocksStore store;
  private final ReadOptions readOptions;
  private final Slice lowerBound;
  private final @Nullable Slice upperBound;
  private final RocksIterator iterator;
  private IteratorKey key;
  private int collected;
  private boolean closed;

  /** Takes over the read options. To be made inside a counted call. */
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
    key = IteratorKeys.plain().of(iterator);
  }

  @Override
  protected boolean moveToFirst() {
    int ticket = enter();
    try {
      iterator.seekToFirst();
      return isOnKey();
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected boolean moveToLast() {
    int ticket = enter();
    try {
      iterator.seekToLast();
      return isOnKey();
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected boolean moveTo(byte[] key) {
    int ticket = enter();
    try {
      return place(key);
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected boolean moveBackTo(byte[] key) {
    int ticket = enter();
    try {
      iterator.seekForPrev(key);
      return isOnKey();
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected boolean moveToNext() {
    int ticket = enter();
    try {
      return step();
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected boolean moveToPrevious() {
    int ticket = enter();
    try {
      iterator.prev();
      return isOnKey();
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected int collect(byte[][] keys, int offset) {
    int ticket = enter();
    try {
      int count = 0;
      do {
        keys[count++] = keyFrom(offset);
        if (count == keys.length) {
          break;
        }
        iterator.next();
      } while (isOnKey());
      if (collected < MANY_KEYS) {
        collected += count;
        key = collected < MANY_KEYS ? key : fastestKey();
      }
      return count;
    } finally {
      store.calls().leave(ticket);
    }
  }

  /** Moves like {@link #moveToNext}, inside a call that is counted already. */
  boolean step() {
    iterator.next();
    return isOnKey();
  }

  /** Moves like {@link #moveTo}, inside a call that is counted already. */
  boolean place(byte[] start) {
    iterator.seek(start);
    return isOnKey();
  }

  /** The key on which the cursor stands, to be used inside a call that is counted already. */
  IteratorKey fastestKey() {
    return store.fastestKeys().of(iterator);
  }

  @Override
  protected byte[] currentKey() {
    return currentKey(0);
  }

  @Override
  protected byte[] currentKey(int offset) {
    int ticket = enter();
    try {
      return keyFrom(offset);
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected byte[] currentValue() {
    int ticket = enter();
    try {
      return iterator.value();
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected int currentValue(byte[] target) {
    int ticket = enter();
    try {
      return iterator.value(target);
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  protected void requireOpen() {
    store.calls().requireOpen();
    if (closed) {
      throw closed();
    }
  }

  @Override
  public void close() {
    int ticket = store.calls().tryEnter();
    if (ticket < 0) {
      return; // The store frees, or has freed, everything that was open.
    }
    try {
      closed = true;
      if (store.forget(this)) {
        release();
      }
    } finally {
      store.calls().leave(ticket);
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

  private byte[] keyFrom(int offset) {
    key.read();
    return key.copyFrom(offset);
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
    int ticket = store.calls().enter();
    if (closed) {
      store.calls().leave(ticket);
      throw closed();
    }
    return ticket;
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("The cursor is closed.");
  }
}
