package dev.partita.storage.rocks.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Reads of several keys at once, with one copy of each value. RocksDB's Java binding makes several
 * objects for each key and value on the way; its C interface, in the same library, does not. To be
 * used inside a counted call of the store, by any number of threads.
 */
public final class RocksMultiGetNative {

  private static final String GET_NAME = "rocksdb_batched_multi_get_cf_slice";
  private static final String VALUE_NAME = "rocksdb_pinnableslice_value";
  private static final String DESTROY_NAME = "rocksdb_pinnableslice_destroy";
  private static final String FREE_NAME = "rocksdb_free";

  /** Linked on first use, which takes some tens of milliseconds. */
  private static final class Calls {

    /** Not critical: it may wait for the disk, and must not hold up a garbage collection. */
    static final MethodHandle GET =
        find(
            GET_NAME,
            FunctionDescriptor.ofVoid(
                ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_BOOLEAN));

    static final MethodHandle VALUE =
        find(
            VALUE_NAME,
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS),
            Linker.Option.critical(true));

    static final MethodHandle DESTROY =
        find(DESTROY_NAME, FunctionDescriptor.ofVoid(JAVA_LONG), Linker.Option.critical(false));

    static final MethodHandle FREE = find(FREE_NAME, FunctionDescriptor.ofVoid(JAVA_LONG));

    private Calls() {}

    @SuppressWarnings("restricted") // Loading the library is restricted too, and was done before.
    private static MethodHandle find(
        String name, FunctionDescriptor type, Linker.Option... options) {
      return Linker.nativeLinker()
          .downcallHandle(SymbolLookup.loaderLookup().findOrThrow(name), type, options);
    }
  }

  /** Whether the library exports the C interface; the one for Windows does not. */
  private static final boolean KNOWN =
      List.of(GET_NAME, VALUE_NAME, DESTROY_NAME, FREE_NAME).stream()
          .allMatch(name -> SymbolLookup.loaderLookup().find(name).isPresent());

  /** In the C interface, a key is a structure of its address and its length. */
  private static final long KEY_BYTES = ADDRESS.byteSize() + JAVA_LONG.byteSize();

  private RocksMultiGetNative() {}

  /** Whether the loaded library has these functions; call it once the library is loaded. */
  public static boolean isSupported() {
    return KNOWN;
  }

  /** The values of some keys in their order; null where there is none. */
  public static List<byte @Nullable []> get(
      RocksDB database, ColumnFamilyHandle family, ReadOptions options, List<byte[]> keys)
      throws RocksDBException {
    int count = keys.size();
    List<byte @Nullable []> values = new ArrayList<>(count);
    BitSet failed = new BitSet();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(JAVA_LONG, count);
      MemorySegment errors = arena.allocate(JAVA_LONG, count);
      // In the C interface, these are structures whose first field is the Java binding's handle.
      Calls.GET.invokeExact(
          arena.allocateFrom(JAVA_LONG, database.getNativeHandle()),
          MemorySegment.ofAddress(options.getNativeHandle()),
          arena.allocateFrom(JAVA_LONG, family.getNativeHandle()),
          (long) count,
          laidOut(keys, arena),
          found,
          errors,
          false);
      for (int i = 0; i < count; i++) {
        values.add(take(found.getAtIndex(JAVA_LONG, i)));
        long error = errors.getAtIndex(JAVA_LONG, i);
        if (error != 0) {
          failed.set(i);
          Calls.FREE.invokeExact(error);
        }
      }
    } catch (Throwable e) {
      throw new IllegalStateException("RocksDB could not be called.", e);
    }
    for (int i = failed.nextSetBit(0); i >= 0; i = failed.nextSetBit(i + 1)) {
      // The C interface reports errors as text only. Reading again by Java gives their code.
      values.set(i, database.get(family, options, keys.get(i)));
    }
    return values;
  }

  /** Copies a value and frees the native one; null for none. */
  private static byte @Nullable [] take(long value) throws Throwable {
    if (value == 0) {
      return null;
    }
    long[] length = new long[1];
    long address = (long) Calls.VALUE.invokeExact(value, MemorySegment.ofArray(length));
    byte[] copy = new byte[Math.toIntExact(length[0])];
    RocksIteratorNative.copy(address, copy, 0, copy.length);
    Calls.DESTROY.invokeExact(value);
    return copy;
  }

  /** An array of (address, length), followed by the bytes of the keys. */
  private static MemorySegment laidOut(List<byte[]> keys, Arena arena) {
    long size = keys.size() * KEY_BYTES;
    for (byte[] key : keys) {
      size += key.length;
    }
    MemorySegment all = arena.allocate(size, JAVA_LONG.byteAlignment());
    long at = keys.size() * KEY_BYTES;
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      MemorySegment.copy(key, 0, all, JAVA_BYTE, at, key.length);
      all.setAtIndex(JAVA_LONG, 2L * i, all.address() + at);
      all.setAtIndex(JAVA_LONG, 2L * i + 1, key.length);
      at += key.length;
    }
    return all;
  }
}
