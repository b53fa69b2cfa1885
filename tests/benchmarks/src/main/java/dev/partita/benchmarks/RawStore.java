package dev.partita.benchmarks;

import dev.partita.base.bytes.Bytes;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.OptionsUtil;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * RocksDB without Partita, as the upper bound. It has the settings of Partita's store, read from
 * RocksDB's options file; only the native objects, caches and filter, are created again here. Safe
 * for use by any number of threads.
 */
final class RawStore implements AutoCloseable {

  private final List<AutoCloseable> owned = new ArrayList<>();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB database;
  private final ColumnFamilyHandle items;
  private final ColumnFamilyHandle index;
  private final ReadOptions readOptions;
  private final WriteOptions writeOptions;

  /** Opens the folder of a store, which is created first if it does not exist. */
  RawStore(StoreOptions options) throws RocksDBException {
    RocksStore.open(options).close();
    long memoryBytes = options.cacheBytes() + options.writeBufferBytes();
    Cache cache = own(new HyperClockCache(memoryBytes, 0, -1, false));
    WriteBufferManager writeBuffers =
        own(new WriteBufferManager(options.writeBufferBytes(), cache));
    BloomFilter filter = own(new BloomFilter(10));
    DBOptions databaseOptions = own(new DBOptions());
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    String folder = options.directory().toString();
    try (ConfigOptions all = new ConfigOptions()) {
      OptionsUtil.loadLatestOptions(all, folder, databaseOptions, descriptors);
    }
    for (ColumnFamilyDescriptor descriptor : descriptors) {
      own(descriptor.getOptions());
      if (!(descriptor.getOptions().tableFormatConfig() instanceof BlockBasedTableConfig table)) {
        throw new IllegalStateException("The settings of the tables were not read.");
      }
      if (table.filterPolicy() != null) {
        table.setFilterPolicy(filter);
      }
      descriptor.getOptions().setTableFormatConfig(table.setBlockCache(cache));
    }
    database =
        RocksDB.open(
            databaseOptions.setWriteBufferManager(writeBuffers), folder, descriptors, families);
    items = families.get(Family.ITEMS.number());
    index = families.get(Family.INDEX.number());
    readOptions = own(new ReadOptions());
    writeOptions = own(new WriteOptions()).setSync(options.durability() == Durability.SYNCED);
  }

  byte[] get(byte[] key) {
    try {
      byte[] value = database.get(items, readOptions, key);
      if (value == null) {
        throw new IllegalStateException("A stored key is not there.");
      }
      return value;
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB failed to read.", e);
    }
  }

  void put(byte[] key, byte[] value) {
    try {
      database.put(items, writeOptions, key, value);
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB failed to write.", e);
    }
  }

  /** Writes keys with their values in one batch. */
  void putAll(List<byte[]> keys, List<byte[]> values) {
    int bytes = 0;
    for (int i = 0; i < keys.size(); i++) {
      bytes += keys.get(i).length + values.get(i).length + 16;
    }
    try (WriteBatch batch = new WriteBatch(bytes)) {
      for (int i = 0; i < keys.size(); i++) {
        batch.put(items, keys.get(i), values.get(i));
      }
      database.write(writeOptions, batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB failed to write.", e);
    }
  }

  /** Writes the items of a range of numbers with their index entries in one batch. */
  void putIndexed(ItemWorkload workload, long first, int count) {
    try (WriteBatch batch = new WriteBatch(count * 4 * workload.storedBytes())) {
      for (long number = first; number < first + count; number++) {
        batch.put(items, workload.storedKey(number), workload.storedValue(number));
      }
      for (long number = first; number < first + count; number++) {
        for (byte[] key : workload.entryKeys(number)) {
          batch.put(index, key, Bytes.EMPTY);
        }
      }
      database.write(writeOptions, batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB failed to write.", e);
    }
  }

  @Override
  public void close() {
    database.cancelAllBackgroundWork(true);
    families.forEach(ColumnFamilyHandle::close);
    database.close();
    for (AutoCloseable object : owned.reversed()) {
      try {
        object.close();
      } catch (Exception e) {
        throw new IllegalStateException("A native object did not close: " + object, e);
      }
    }
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.add(object);
    return object;
  }
}
