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
 * The native addresses of an iterator's current key and value. RocksDB's Java binding only copies
 * them; its C interface, in the same library, returns pointers. To be used inside a counted call of
 * the store, by one thread at a time.
 */
public final class RocksIteratorNative {

  private static final String KEY_NAME = "rocksdb_iter_key";
  private static final String VALUE_NAME = "rocksdb_iter_value";

  /** Linked on first use, which takes some tens of milliseconds. */
  private static final class Calls {

    static final MethodHandle KEY = find(KEY_NAME);
    static final MethodHandle VALUE = find(VALUE_NAME);

    private Calls() {}

    /** Critical calls: they never block, so they need not switch the state of the thread. */
    @SuppressWarnings("restricted") // Loading the library is restricted too, and was done before.
    private static MethodHandle find(String name) {
      return Linker.nativeLinker()
          .downcallHandle(
              SymbolLookup.loaderLookup().findOrThrow(name),
              FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS),
              Linker.Option.critical(true));
    }
  }

  /** Whether the library exports the C interface; the one for Windows does not. */
  private static final boolean KNOWN =
      SymbolLookup.loaderLookup().find(KEY_NAME).isPresent()
          && SymbolLookup.loaderLookup().find(VALUE_NAME).isPresent();

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

  public RocksIteratorNative(RocksIterator iterator) {
    this.iterator = MemorySegment.ofArray(new long[] {iterator.getNativeHandle()});
  }

  /** Whether the loaded library has these functions; call it once the library is loaded. */
  public static boolean isSupported() {
    return KNOWN;
  }

  /** The address of the key; only on a key. */
  public long key() {
    try {
      return (long) Calls.KEY.invokeExact(iterator, lengthPlace);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** The address of the value; only on a key. */
  public long value() {
    try {
      return (long) Calls.VALUE.invokeExact(iterator, lengthPlace);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** The native functions throw nothing; invoking them declares that they may. */
  private static IllegalStateException failure(Throwable cause) {
    return new IllegalStateException("RocksDB could not be called.", cause);
  }

  /** The length of the key or value whose address was given last. */
  public int length() {
    return Math.toIntExact(length[0]);
  }

  /** Copies from an address at which there must be that many bytes. */
  public static void copy(long address, byte[] target, int offset, int length) {
    MemorySegment.copy(MEMORY, JAVA_BYTE, address, target, offset, length);
  }

  /** Compares the bytes at two addresses in the order of keys. */
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
