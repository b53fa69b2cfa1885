package dev.partita.storage;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How a store on disk is opened.
 *
 * @param directory the store's own folder; made if it does not exist
 * @param cacheBytes the memory for blocks read from disk
 * @param writeBufferBytes the memory for what was written and is in the log but not yet in sorted
 *     files; twice as much may have to be replayed after a crash
 * @param freeSpaceReserveBytes writes are refused while the volume has less free space than this,
 *     so that there is room to reorganise and to delete
 * @param nativeKeys whether keys are compared in native memory, by way of RocksDB's C interface, if
 *     this process can do that
 */
public record StoreOptions(
    Path directory,
    Durability durability,
    long cacheBytes,
    long writeBufferBytes,
    long freeSpaceReserveBytes,
    boolean nativeKeys) {

  /** The system property that turns {@link #nativeKeys} off everywhere, with {@code false}. */
  public static final String NATIVE_KEYS_PROPERTY = "partita.storage.nativeKeys";

  private static final long MEGABYTE = 1L << 20;

  public StoreOptions {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(durability, "durability");
    requireAtLeast("cacheBytes", cacheBytes, MEGABYTE);
    requireAtLeast("writeBufferBytes", writeBufferBytes, MEGABYTE);
    requireAtLeast("freeSpaceReserveBytes", freeSpaceReserveBytes, 0);
  }

  /** The defaults, which suit a small machine. */
  public static StoreOptions in(Path directory) {
    return new StoreOptions(
        directory,
        Durability.SYNCED,
        64 * MEGABYTE,
        64 * MEGABYTE,
        64 * MEGABYTE,
        !"false".equals(System.getProperty(NATIVE_KEYS_PROPERTY)));
  }

  public StoreOptions withDurability(Durability newDurability) {
    return new StoreOptions(
        directory, newDurability, cacheBytes, writeBufferBytes, freeSpaceReserveBytes, nativeKeys);
  }

  public StoreOptions withCacheBytes(long newCacheBytes) {
    return new StoreOptions(
        directory, durability, newCacheBytes, writeBufferBytes, freeSpaceReserveBytes, nativeKeys);
  }

  public StoreOptions withWriteBufferBytes(long newWriteBufferBytes) {
    return new StoreOptions(
        directory, durability, cacheBytes, newWriteBufferBytes, freeSpaceReserveBytes, nativeKeys);
  }

  public StoreOptions withFreeSpaceReserveBytes(long newFreeSpaceReserveBytes) {
    return new StoreOptions(
        directory, durability, cacheBytes, writeBufferBytes, newFreeSpaceReserveBytes, nativeKeys);
  }

  public StoreOptions withNativeKeys(boolean newNativeKeys) {
    return new StoreOptions(
        directory, durability, cacheBytes, writeBufferBytes, freeSpaceReserveBytes, newNativeKeys);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least " + least);
    }
  }
}
