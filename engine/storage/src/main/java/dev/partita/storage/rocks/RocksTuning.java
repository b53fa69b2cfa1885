package dev.partita.storage.rocks;

import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * The settings of one RocksDB, and the owner of the native objects they are made of: close it after
 * the database. The reasons are in docs/adr/0001-storage-engine.md.
 */
final class RocksTuning implements AutoCloseable {

  /** With more files in level 0 writes slow down. */
  static final int LEVEL_0_SLOW_FILES = 32;

  /** With so many files in level 0 writes stop. */
  static final int LEVEL_0_STOP_FILES = 48;

  private static final long KILOBYTE = 1L << 10;
  private static final long MEGABYTE = 1L << 20;
  private static final int MAX_BACKGROUND_THREADS = 8;
  private static final int ITEMS_PER_RESTART = 4;
  private static final int MAX_OPEN_FILES = 1024;
  private static final int AUTOMATIC_SHARDS = -1;
  private static final int MAX_RANGE_DELETES_IN_MEMORY = 500;
  private static final int MAX_WRITE_BUFFERS = 4;
  private static final int LEVEL_0_MERGED_FILES = 8;
  private static final double BLOOM_BITS_PER_KEY = 10;
  private static final double MEMTABLE_FILTER_RATIO = 0.01;

  private final StoreOptions options;
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Cache cache;
  private final WriteBufferManager writeBuffers;
  private final BloomFilter bloomFilter;

  RocksTuning(StoreOptions options) {
    this.options = options;
    // Write buffers are charged to the cache, so together they never exceed their sum, and memory
    // that the write buffers do not need serves reads.
    long memoryBytes = options.cacheBytes() + options.writeBufferBytes();
    cache = own(new HyperClockCache(memoryBytes, 0, AUTOMATIC_SHARDS, false));
    writeBuffers = own(new WriteBufferManager(options.writeBufferBytes(), cache));
    bloomFilter = own(new BloomFilter(BLOOM_BITS_PER_KEY));
  }

  /**
   * @param renewLog whether what is replayed from the log goes to sorted files at once
   */
  DBOptions database(boolean create, boolean renewLog) {
    return own(new DBOptions())
        .setAtomicFlush(isLoggedElsewhere())
        .setCreateIfMissing(create)
        .setCreateMissingColumnFamilies(create)
        .setWriteBufferManager(writeBuffers)
        .setMaxTotalWalSize(2 * options.writeBufferBytes())
        .setMaxBackgroundJobs(backgroundThreads())
        .setMaxOpenFiles(MAX_OPEN_FILES)
        .setBytesPerSync(MEGABYTE)
        .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
        .setAvoidFlushDuringRecovery(!renewLog)
        .setAvoidUnnecessaryBlockingIO(true)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(MEGABYTE)
        .setKeepLogFileNum(4);
  }

  /** One writes memory out, one merges; when much is left to merge, more do. */
  private static int backgroundThreads() {
    return Math.min(Runtime.getRuntime().availableProcessors() + 1, MAX_BACKGROUND_THREADS);
  }

  /** The column families in the order of their numbers, in which they are made too. */
  List<ColumnFamilyDescriptor> families() {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (Family family : Family.values()) {
      byte[] name =
          family == Family.META
              ? RocksDB.DEFAULT_COLUMN_FAMILY
              : family.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
      descriptors.add(new ColumnFamilyDescriptor(name, settings(family)));
    }
    return descriptors;
  }

  private ColumnFamilyOptions settings(Family family) {
    ColumnFamilyOptions settings =
        own(insertingNearTheLast())
            .setWriteBufferSize(options.writeBufferBytes() / 2)
            // Writes need not stop because one table is being written while the next is full, nor
            // slow down for a burst: what that leaves to compact is seen to when it is over.
            .setMaxWriteBufferNumber(MAX_WRITE_BUFFERS)
            // Each time all files are merged with nearly all of the next level, so seldom.
            .setLevel0FileNumCompactionTrigger(LEVEL_0_MERGED_FILES)
            .setMaxBytesForLevelBase(LEVEL_0_MERGED_FILES * options.writeBufferBytes() / 2)
            // Slowing down is up to the writer: RocksDB can only with writers that wait inside it.
            .setLevel0SlowdownWritesTrigger(LEVEL_0_STOP_FILES)
            .setLevel0StopWritesTrigger(LEVEL_0_STOP_FILES)
            .setMemtableMaxRangeDeletions(MAX_RANGE_DELETES_IN_MEMORY)
            .setLevelCompactionDynamicLevelBytes(true)
            // What is in level 0 is merged soon, and would have to be unpacked for it.
            .setCompressionPerLevel(
                List.of(CompressionType.NO_COMPRESSION, CompressionType.LZ4_COMPRESSION));
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setFormatVersion(6);
    switch (family) {
      case ITEMS -> {
        // A scan pays for each block, a look-up for the items between two places to start from,
        // and both for keys that lie far apart, with whole items between them.
        table
            .setFilterPolicy(bloomFilter)
            .setBlockSize(16 * KILOBYTE)
            .setBlockRestartInterval(ITEMS_PER_RESTART)
            .setSeparateKeyValueInDataBlock(true);
        // Every create asks for what is not there.
        settings
            .setMemtableWholeKeyFiltering(true)
            .setMemtablePrefixBloomSizeRatio(MEMTABLE_FILTER_RATIO);
      }
      // Of the index, too, unique values are asked for that are not there; but of all that is
      // written to it they are so few that a filter in memory would cost more than it saves.
      case STATE, INDEX -> table.setFilterPolicy(bloomFilter);
      case LOG -> table.setBlockSize(16 * KILOBYTE);
      case META -> {}
    }
    return settings.setTableFormatConfig(table);
  }

  /**
   * Has a memory table look for the place of a key from that of the last key of its container on.
   * What a group writes comes in runs of neighbours, whose places are near each other; from the
   * top, each would be looked for through all levels. The setting has a name only, no method.
   */
  private static ColumnFamilyOptions insertingNearTheLast() {
    Properties named = new Properties();
    named.setProperty(
        "memtable_insert_with_hint_prefix_extractor", "rocksdb.FixedPrefix." + Integer.BYTES);
    return Objects.requireNonNull(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(named));
  }

  /** The log is synced apart; places are looked for like a table does for one writer alone. */
  WriteOptions writes() {
    return own(new WriteOptions())
        .setMemtableInsertHintPerBatch(true)
        .setDisableWAL(isLoggedElsewhere());
  }

  private boolean isLoggedElsewhere() {
    return options.durability() == Durability.LOGGED_ELSEWHERE;
  }

  <T extends AutoCloseable> T own(T object) {
    owned.push(object);
    return object;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      closeQuietly(owned.pop());
    }
  }

  /** Native options declare a checked exception and throw none. */
  private static void closeQuietly(AutoCloseable object) {
    try {
      object.close();
    } catch (Exception e) {
      throw new IllegalStateException("A native object did not close: " + object, e);
    }
  }
}
