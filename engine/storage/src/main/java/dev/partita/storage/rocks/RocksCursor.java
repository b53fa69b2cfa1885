package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Family;
import dev.partita.storage.RangeCursor;
import dev.partita.storage.rocks.ffi.NativeLeapfrogJoin;
import dev.partita.storage.rocks.ffi.ReadAheadBuffer;
import dev.partita.storage.rocks.ffi.RocksIteratorNative;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * A cursor of a {@link RocksStore}. The bounds of the range are given to RocksDB, which then
 * neither reads nor skips anything beyond them. Not for use by several threads.
 */
final class RocksCursor extends RangeCursor
    implements RocksStore.Resource, NativeLeapfrogJoin.Walker {

  private static final int USUAL_KEY_BYTES = 256;

  /** After so many collected keys, linking the native call pays: there will likely be more. */
  private static final int NATIVE_MIN_KEYS = 256;

  private final RocksStore store;
  private final ReadOptions readOptions;
  private final Slice lowerBound;
  private final @Nullable Slice upperBound;
  private final RocksIterator iterator;
  private byte[] keyBytes = new byte[USUAL_KEY_BYTES];
  private int collected;

  /** Gives the addresses of keys, once that pays. */
  private @Nullable RocksIteratorNative pointers;

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
      if (pointers == null && collected >= NATIVE_MIN_KEYS && RocksIteratorNative.isSupported()) {
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
      collected = Math.min(collected + count, NATIVE_MIN_KEYS);
      return count;
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  public RocksIteratorNative pointers() {
    return new RocksIteratorNative(iterator);
  }

  /** Moves like {@link #moveToNext}, inside a call that is counted already. */
  @Override
  public boolean step() {
    iterator.next();
    return isOnKey();
  }

  /** Moves like {@link #moveTo}, inside a call that is counted already. */
  @Override
  public boolean place(byte[] key) {
    iterator.seek(key);
    return isOnKey();
  }

  /** A buffer for records that are read ahead. */
  ReadAheadBuffer ahead() {
    return new ReadAheadBuffer(pointers());
  }

  /** Moves onward over as many records as the buffer has room for; false if there is none. */
  boolean readAhead(ReadAheadBuffer records) {
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
      store.calls().leave(ticket);
    }
  }

  /** Copies the value of a record that was read ahead, or its beginning. */
  void copyValue(ReadAheadBuffer records, int index, byte[] target) {
    int ticket = enter();
    try {
      records.copyValue(index, target);
    } finally {
      store.calls().leave(ticket);
    }
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

  /** Copies the key through a reused array: a new one from RocksDB for each key costs more. */
  private byte[] keyFrom(int offset) {
    if (pointers != null) {
      long address = pointers.key();
      byte[] key = new byte[pointers.length() - offset];
      RocksIteratorNative.copy(address + offset, key, 0, key.length);
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
