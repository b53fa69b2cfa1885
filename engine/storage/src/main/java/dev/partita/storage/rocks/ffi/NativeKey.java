package dev.partita.storage.rocks.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import org.rocksdb.RocksIterator;

/**
 * A key that stays in native memory until it is copied. RocksDB's Java binding only copies keys;
 * its C interface, in the same library, gives their addresses. To be used as {@link IteratorKey}
 * says.
 *
 * <p>It relies on how RocksDB's C interface is built and not only on what it promises, so {@link
 * IteratorKeys#fastest} tries it before it is used.
 */
final class NativeKey implements IteratorKey {

  private static final String KEY_NAME = "rocksdb_iter_key";

  /** A critical call: it never blocks, so it need not switch the state of the thread. */
  private static final MethodHandle KEY = link();

  @SuppressWarnings("restricted")
  private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** Eight bytes as a number that compares as they do. */
  private static final ValueLayout.OfLong EIGHT =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /**
   * In the C interface, an iterator is a structure whose only field is the Java binding's handle.
   */
  private final MemorySegment iterator;

  private final long[] length = new long[1];
  private final MemorySegment lengthPlace = MemorySegment.ofArray(length);
  private long address;

  NativeKey(RocksIterator iterator) {
    this.iterator = MemorySegment.ofArray(new long[] {iterator.getNativeHandle()});
  }

  @SuppressWarnings("restricted") // Loading the library is restricted too, and was done before.
  private static MethodHandle link() {
    return Linker.nativeLinker()
        .downcallHandle(
            SymbolLookup.loaderLookup().findOrThrow(KEY_NAME),
            FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS),
            Linker.Option.critical(true));
  }

  @Override
  public void read() {
    try {
      address = (long) KEY.invokeExact(iterator, lengthPlace);
    } catch (Throwable e) {
      // The native function throws nothing; invoking it declares that it may.
      throw new IllegalStateException("RocksDB could not be called.", e);
    }
  }

  @Override
  public byte[] copyFrom(int offset) {
    byte[] key = new byte[Math.toIntExact(length[0]) - offset];
    MemorySegment.copy(MEMORY, JAVA_BYTE, address + offset, key, 0, key.length);
    return key;
  }

  @Override
  public int compareFrom(int offset, IteratorKey other, int otherOffset) {
    NativeKey key = (NativeKey) other;
    return compare(
        address + offset,
        length[0] - offset,
        key.address + otherOffset,
        key.length[0] - otherOffset);
  }

  private static int compare(long address, long length, long other, long otherLength) {
    long common = Math.min(length, otherLength);
    long i = 0;
    for (; i + Long.BYTES <= common; i += Long.BYTES) {
      long eight = MEMORY.get(EIGHT, address + i);
      long otherEight = MEMORY.get(EIGHT, other + i);
      if (eight != otherEight) {
        return Long.compareUnsigned(eight, otherEight);
      }
    }
    for (; i < common; i++) {
      int order =
          Byte.compareUnsigned(
              MEMORY.get(JAVA_BYTE, address + i), MEMORY.get(JAVA_BYTE, other + i));
      if (order != 0) {
        return order;
      }
    }
    return Long.compare(length, otherLength);
  }
}
