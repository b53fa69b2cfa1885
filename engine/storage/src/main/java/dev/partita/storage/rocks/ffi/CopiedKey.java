package dev.partita.storage.rocks.ffi;

import java.util.Arrays;
import org.rocksdb.RocksIterator;

/**
 * A key that RocksDB's Java binding copies into an array, which is reused. The plain twin of {@link
 * NativeKey}; to be used as {@link IteratorKey} says.
 */
final class CopiedKey implements IteratorKey {

  private static final int USUAL_KEY_BYTES = 256;

  private final RocksIterator iterator;
  private byte[] bytes = new byte[USUAL_KEY_BYTES];
  private int length;

  CopiedKey(RocksIterator iterator) {
    this.iterator = iterator;
  }

  @Override
  public void read() {
    length = iterator.key(bytes);
    if (length > bytes.length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
      length = iterator.key(bytes);
    }
  }

  @Override
  public byte[] copyFrom(int offset) {
    return Arrays.copyOfRange(bytes, offset, length);
  }

  @Override
  public int compareFrom(int offset, IteratorKey other, int otherOffset) {
    CopiedKey copied = (CopiedKey) other;
    return Arrays.compareUnsigned(bytes, offset, length, copied.bytes, otherOffset, copied.length);
  }
}
