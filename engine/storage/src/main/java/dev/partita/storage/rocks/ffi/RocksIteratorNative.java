package dev.partita.storage;

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
 * Where the key and the value lie in memory on which an iterator of RocksDB stands. RocksDB's Java
 * side only copies them; its C side, in the same library, tells where they are. To be used inside
 * the store's gate, by one thread at a time.
 */
final class RocksPointers {

  private static final String KEY_NAME = "rocksdb_iter_key";
  private static final String VALUE_NAME = "rocksdb_iter_value";

  /** Made when they are first needed, which takes some tens of milliseconds. */
  private static final class Calls {

    static final MethodHandle KEY = find(KEY_NAME);
    static final MethodHandle VALUE = find(VALUE_NAME);

    private Calls() {}

    /** The call waits for nothing, so that it need not let others run meanwhile. */
    @SuppressWarnings("restricted") // As is loading the library, which was done before.
    private static MethodHandle find(String name) {
      return Linker.nativeLinker()
          .downcallHandle(
              SymbolLookup.loaderLookup().findOrThrow(name),
              FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS),
              Linker.Option.critical(true));
    }
  }

  /** Whether the library has its C side; that for Windows has not. */
  private static final boolean KNOWN =
      SymbolLookup.loaderLookup().find(KEY_NAME).isPresent()
          && SymbolLookup.loaderLookup().find(VALUE_NAME).isPresent();

  @SuppressWarnings("restricted")
  private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** Eight bytes as a number that is in their order. */
  private static final ValueLayout.OfLong EIGHT =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** To the C side an iterator is a structure with nothing in it but what the Java side has. */
  private final MemorySegment iterator;

  private final long[] length = new long[1];
  private final MemorySegment lengthPlace = MemorySegment.ofArray(length);

  RocksPointers(RocksIterator iterator) {
    this.iterator = MemorySegment.ofArray(new long[] {iterator.getNativeHandle()});
  }

  /** Whether there are any: not every library has them. For when the library is loaded. */
  static boolean areKnown() {
    return KNOWN;
  }

  /** The address of the key; only on one. */
  long key() {
    try {
      return (long) Calls.KEY.invokeExact(iterator, lengthPlace);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** The address of the value; only on a key. */
  long value() {
    try {
      return (long) Calls.VALUE.invokeExact(iterator, lengthPlace);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** The calls themselves throw nothing. */
  private static IllegalStateException failure(Throwable cause) {
    return new IllegalStateException("RocksDB could not be called.", cause);
  }

  /** How long that is whose address was asked for last. */
  int length() {
    return Math.toIntExact(length[0]);
  }

  /** Copies from an address, where as many bytes must be. */
  static void copy(long address, byte[] target, int offset, int length) {
    MemorySegment.copy(MEMORY, JAVA_BYTE, address, target, offset, length);
  }

  /** Compares bytes at two addresses as keys are compared. */
  static int compare(long address, int length, long other, int otherLength) {
    int common = Math.min(length, otherLength);
    int i = 0;
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
    return Integer.compare(length, otherLength);
  }
}
