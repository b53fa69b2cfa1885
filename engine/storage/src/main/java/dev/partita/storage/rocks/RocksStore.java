package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import dev.partita.storage.StoreHealth;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.SuffixIntersection;
import dev.partita.storage.log.LogWatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.PerfLevel;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a folder on disk: one RocksDB with a column family for each {@link Family}. Safe for
 * use by any number of threads. It owns the folder until it is closed; a second store in the same
 * folder is refused.
 *
 * <p>What must stay true: no native object is touched outside a call that {@link InFlightCalls}
 * counts. Using freed native memory crashes the whole process.
 */
public final class RocksStore implements Store {

  /** A native object that its user releases, or else the store when it is closed. */
  interface Resource {
    void release();
  }

  private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);

  /** Sorts after every key in use; a bound where RocksDB insists on one. */
  private static final byte[] BEYOND_ALL_KEYS = new byte[64];

  private static final int IDLE_COMPACTION_PART_OF_BUFFER = 4;

  static {
    Arrays.fill(BEYOND_ALL_KEYS, (byte) 0xFF);
    RocksLibrary.load();
  }

  private final InFlightCalls calls = new InFlightCalls();
  private final Reader written = reader(() -> null);
  private final Reader durable = reader(this::durableSnapshot);
  private final Set<Resource> resources = ConcurrentHashMap.newKeySet();
  private final RocksTuning tuning;
  private final RocksDB database;
  private final ColumnFamilyHandle[] families;
  private final ReadOptions readOptions;
  private final RocksWriter writer;
  private final FreeSpace freeSpace;

  /** Null if writes do not wait for a sync: then all that was written is visible. */
  private final @Nullable RocksLog log;

  private final RocksLog.Sync sync;

  /** Null if syncs are not recorded: the store is read-only, or the record cannot be written. */
  private final @Nullable LogWatch watch;

  private final IdleCompaction idleCompaction;

  private RocksStore(
      StoreOptions options,
      RocksTuning tuning,
      FreeSpace freeSpace,
      Clock clock,
      RocksDB database,
      List<ColumnFamilyHandle> families,
      @Nullable LogWatch watch,
      boolean synced) {
    this.tuning = tuning;
    this.watch = watch;
    this.database = database;
    this.freeSpace = freeSpace;
    this.families = families.toArray(ColumnFamilyHandle[]::new);
    readOptions = tuning.own(new ReadOptions());
    CompactionBackpressure backpressure =
        new CompactionBackpressure(
            this::level0Files,
            RocksTuning.LEVEL_0_SLOW_FILES,
            RocksTuning.LEVEL_0_STOP_FILES,
            clock);
    writer = new RocksWriter(database, tuning.writes(), freeSpace, backpressure, calls, clock);
    sync = sync(options, database, freeSpace, watch);
    log = synced ? new RocksLog(database, sync, clock) : null;
    idleCompaction =
        new IdleCompaction(
            database, this, freeSpace, options.writeBufferBytes() / IDLE_COMPACTION_PART_OF_BUFFER);
  }

  private static RocksLog.Sync sync(
      StoreOptions options, RocksDB database, FreeSpace freeSpace, @Nullable LogWatch watch) {
    RocksLogFiles logFiles = new RocksLogFiles(options.directory());
    return new RocksLog.Sync() {
      @Override
      public void prepare() {
        if (watch != null) {
          watch.beforeSync();
        }
      }

      @Override
      public void run() throws RocksDBException {
        if (freeSpace.isScarce()) {
          logFiles.sync();
        } else {
          database.syncWal();
        }
      }

      @Override
      public void done(long sequence) {
        if (watch != null) {
          watch.synced(sequence);
        }
      }
    };
  }

  /**
   * Opens the store in a folder, or makes one if the folder is empty or does not exist.
   *
   * @throws DatabaseException INCOMPATIBLE_FORMAT when the folder holds something else or a format
   *     that this version does not understand, UNAVAILABLE when it is in use or cannot be read,
   *     CORRUPT when it is damaged; nothing was changed then
   */
  public static RocksStore open(StoreOptions options) {
    RocksSalvage.requireNoRepairDue(options.directory());
    return openForRepair(options);
  }

  /** Opens a store as {@link #open}, also if {@link RocksSalvage} has left it inconsistent. */
  public static RocksStore openForRepair(StoreOptions options) {
    StoreFolder folder = StoreFolder.claim(options.directory());
    return open(options, folder, FreeSpace.volumeOf(folder.directory()), Clock.system());
  }

  static RocksStore open(StoreOptions options, FreeSpace.Probe probe, Clock clock) {
    return open(options, StoreFolder.claim(options.directory()), probe, clock);
  }

  /**
   * Opens the store in a folder for reading alone: nothing in the folder changes, and what the log
   * has beyond the sorted files is held in memory. Writes throw UNAVAILABLE. Meanwhile other
   * processes can read the folder too, but none can open it for writing. Not for a folder that this
   * process itself has open: the system does not keep apart the locks of one process.
   *
   * @throws DatabaseException NOT_FOUND when there is no store in the folder, UNAVAILABLE when a
   *     server has it open, and as for {@link #open(StoreOptions)}
   */
  public static RocksStore openReadOnly(StoreOptions options) {
    RocksSalvage.requireNoRepairDue(options.directory());
    StoreFolder folder = StoreFolder.existing(options.directory());
    RocksTuning tuning = new RocksTuning(options);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      tuning.own(folder.hold());
      folder.lockForReading().ifPresent(tuning::own);
      RocksRecovery.verify(folder);
      RocksDB database =
          RocksDB.openReadOnly(
              tuning.database(false, false),
              folder.directory().toString(),
              tuning.families(),
              handles);
      Clock clock = Clock.system();
      FreeSpace noLimit = new FreeSpace(() -> Long.MAX_VALUE, clock, 0);
      RocksStore store =
          new RocksStore(options, tuning, noLimit, clock, database, handles, null, false);
      store.requireFamilyNumbers();
      return store;
    } catch (RocksDBException e) {
      tuning.close();
      throw RocksErrors.translateOpening(e, folder.directory());
    } catch (DatabaseException e) {
      tuning.close();
      throw e;
    }
  }

  private static RocksStore open(
      StoreOptions options, StoreFolder folder, FreeSpace.Probe probe, Clock clock) {
    FreeSpace freeSpace = new FreeSpace(probe, clock, options.freeSpaceReserveBytes());
    RocksTuning tuning = new RocksTuning(options);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    boolean renewsLog;
    RocksDB database;
    try {
      tuning.own(folder.hold());
      renewsLog = RocksRecovery.prepare(folder, clock);
      database =
          RocksDB.open(
              tuning.database(!folder.isFinished(), renewsLog),
              folder.directory().toString(),
              tuning.families(),
              handles);
    } catch (RocksDBException e) {
      tuning.close();
      throw RocksErrors.translateOpening(e, folder.directory());
    } catch (DatabaseException e) {
      tuning.close();
      throw e;
    }
    boolean synced = options.durability() == Durability.SYNCED;
    LogWatch watch = watch(folder, database, synced, clock);
    RocksStore store =
        new RocksStore(options, tuning, freeSpace, clock, database, handles, watch, synced);
    try {
      store.requireFamilyNumbers();
      folder.finish();
      return store;
    } catch (DatabaseException e) {
      store.close();
      throw e;
    }
  }

  /** Starts to record what was synced; null if that is not possible, as on a full disk. */
  private static @Nullable LogWatch watch(
      StoreFolder folder, RocksDB database, boolean synced, Clock clock) {
    try {
      database.syncWal();
      return LogWatch.begin(folder.directory(), database.getLatestSequenceNumber(), synced, clock);
    } catch (RocksDBException | IOException e) {
      LOG.warn("What is on the disk cannot be noted in {}: {}", folder.directory(), Reasons.of(e));
      return null;
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return durable.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return durable.getAll(family, keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return durable.scan(family, range);
  }

  @Override
  public Cursor scanAhead(Family family, KeyRange range) {
    return durable.scanAhead(family, range);
  }

  @Override
  public SuffixIntersection intersectSuffixes(
      Family family, List<byte[]> prefixes, KeyRange suffixes) {
    return durable.intersectSuffixes(family, prefixes, suffixes);
  }

  @Override
  public Snapshot snapshot() {
    int ticket = calls.enter();
    try {
      SharedSnapshot shared =
          log != null ? log.visible() : new SharedSnapshot(database, database.getSnapshot());
      return register(new RocksSnapshot(this, shared));
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public CompletableFuture<@Nullable Void> append(Batch batch) {
    int ticket = calls.enter();
    try {
      if (log == null) {
        writer.write(batch);
        return CompletableFuture.completedFuture(null);
      }
      log.requireSound();
      writer.write(batch);
      return log.durable();
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public Reader written() {
    return written;
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    byte[] end = range.end() == null ? BEYOND_ALL_KEYS : range.end();
    int ticket = calls.enter();
    try (Slice start = new Slice(range.start());
        Slice limit = new Slice(end)) {
      long[] sizes =
          database.getApproximateSizes(
              handle(family),
              List.of(new Range(start, limit)),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES);
      return sizes[0];
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public void verifyFiles() {
    int ticket = calls.enter();
    try {
      database.verifyChecksum();
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public long diskBytes() {
    int ticket = calls.enter();
    try {
      long bytes = 0;
      for (ColumnFamilyHandle family : families) {
        bytes += database.getLongProperty(family, "rocksdb.total-sst-files-size");
      }
      for (var log : database.getSortedWalFiles()) {
        bytes += log.sizeFileBytes();
      }
      return bytes;
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public void compact(Family family, KeyRange range) {
    int ticket = calls.enter();
    // An exclusive compaction would hold up the automatic ones, and with them writes.
    try (CompactRangeOptions beside =
        new CompactRangeOptions().setExclusiveManualCompaction(false)) {
      database.compactRange(handle(family), range.start(), range.end(), beside);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public void compactWhenIdle() {
    int ticket = calls.enter();
    try {
      idleCompaction.check();
      noteFiles();
    } finally {
      calls.leave(ticket);
    }
  }

  /** Records log files that appeared or grew since the last sync. */
  private void noteFiles() {
    if (watch == null || !watch.isBehind()) {
      return;
    }
    if (log != null) {
      CompletableFuture<@Nullable Void> _ = log.durable();
      return;
    }
    try {
      long sequence = database.getLatestSequenceNumber();
      sync.run();
      sync.done(sequence);
    } catch (RocksDBException e) {
      LOG.debug("The log was not synced: {}", e.getMessage());
    }
  }

  /** The number of files in level 0 of the family that has most of them. */
  private int level0Files() {
    int most = 0;
    for (Family family : Family.values()) {
      most = Math.max(most, Integer.parseInt(property(family, "rocksdb.num-files-at-level0")));
    }
    return most;
  }

  /** A property that RocksDB has of a family or of the whole database. */
  String property(Family family, String name) {
    int ticket = calls.enter();
    try {
      return database.getProperty(handle(family), name);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public StoreHealth health() {
    int ticket = calls.enter();
    try {
      DatabaseException problem = log == null ? null : log.failure();
      long freeBytes = 0;
      try {
        freeBytes = freeSpace.freeBytes();
        if (problem == null && freeSpace.isTooLittle(freeBytes)) {
          problem = freeSpace.full(freeBytes);
        }
      } catch (DatabaseException unknown) {
        problem = problem == null ? unknown : problem;
      }
      return new StoreHealth(
          problem == null ? writer.failure() : problem,
          freeBytes,
          writer.refused(),
          database.getLongProperty("rocksdb.background-errors"),
          log == null ? 0 : log.syncs(),
          log == null ? 0 : log.syncNanos(),
          log == null ? 0 : log.slowSyncs());
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public synchronized void close() {
    if (!calls.close()) {
      return;
    }
    // Ends compactions that were asked for, and writes that wait for one.
    database.cancelAllBackgroundWork(false);
    calls.awaitEmpty();
    idleCompaction.awaitEnd();
    if (log != null) {
      log.close();
    }
    resources.forEach(Resource::release);
    resources.clear();
    for (ColumnFamilyHandle family : families) {
      family.close();
    }
    database.close();
    if (watch != null) {
      watch.close();
    }
    tuning.close();
  }

  private @Nullable SharedSnapshot durableSnapshot() {
    return log == null ? null : log.visible();
  }

  private Reader reader(Supplier<@Nullable SharedSnapshot> snapshots) {
    return new RocksReader(this) {
      @Override
      @Nullable SharedSnapshot acquire() {
        return snapshots.get();
      }
    };
  }

  // What follows is for the store's snapshots and cursors, to be called inside a counted call.

  InFlightCalls calls() {
    return calls;
  }

  RocksDB database() {
    return database;
  }

  ReadOptions readOptions() {
    return readOptions;
  }

  /**
   * Disables RocksDB's performance counters for this thread, which cost some percent of a scan.
   * Called for every read, since a virtual thread may run on another carrier each time.
   */
  void disablePerfCounters() {
    database.setPerfLevel(PerfLevel.DISABLE);
  }

  RocksIterator iterator(Family family, ReadOptions options) {
    return database.newIterator(handle(family), options);
  }

  /** Whether the resource was still the caller's to release. */
  boolean forget(Resource resource) {
    return resources.remove(resource);
  }

  <R extends Resource> R register(R resource) {
    resources.add(resource);
    return resource;
  }

  ColumnFamilyHandle handle(Family family) {
    return families[family.number()];
  }

  /** Batches name families by number, so the numbers must be those of the column families. */
  private void requireFamilyNumbers() {
    for (Family family : Family.values()) {
      if (handle(family).getID() != family.number()) {
        throw new DatabaseException(
                ErrorCode.CORRUPT, "A column family does not have the number of its family.")
            .with("family", family)
            .with("number", handle(family).getID());
      }
    }
  }
}
