package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
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
import dev.partita.storage.rocks.ffi.IteratorKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.PerfLevel;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
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
  private static final int IDLE_COMPACTION_PART_OF_BUFFER = 4;

  static {
    RocksLibrary.load();
  }

  private final InFlightCalls calls = new InFlightCalls();
  private final Reader written = reader(() -> null);
  private final Reader durable = reader(this::durableSnapshot);
  private final Set<Resource> resources = ConcurrentHashMap.newKeySet();
  private final OpenDatabase database;
  private final ReadOptions readOptions;
  private final boolean nativeKeys;
  private final boolean loggedElsewhere;
  private final RocksWriter writer;
  private final FreeSpace freeSpace;

  /** Null if writes do not wait for a sync: then all that was written is visible. */
  private final @Nullable RocksLog log;

  private final RocksLog.Sync sync;

  /** Null if syncs are not recorded: the store is read-only, or the record cannot be written. */
  private final @Nullable LogWatch watch;

  private final IdleCompaction idleCompaction;

  /** For {@link RocksOpening}. */
  RocksStore(
      StoreOptions options,
      OpenDatabase database,
      FreeSpace freeSpace,
      Clock clock,
      @Nullable LogWatch watch,
      boolean synced) {
    this.watch = watch;
    this.database = database;
    this.freeSpace = freeSpace;
    RocksDB rocks = database.rocks();
    RocksTuning tuning = database.tuning();
    readOptions = tuning.own(new ReadOptions());
    nativeKeys = options.nativeKeys();
    loggedElsewhere = options.durability() == Durability.LOGGED_ELSEWHERE;
    CompactionBackpressure backpressure =
        new CompactionBackpressure(
            database::level0Files,
            RocksTuning.LEVEL_0_SLOW_FILES,
            RocksTuning.LEVEL_0_STOP_FILES,
            clock);
    writer = new RocksWriter(rocks, tuning.writes(), freeSpace, backpressure, calls, clock);
    sync = new LogSync(rocks, new RocksLogFiles(options.directory()), freeSpace, watch);
    log = synced ? new RocksLog(rocks, sync, clock) : null;
    idleCompaction =
        new IdleCompaction(
            rocks, this, freeSpace, options.writeBufferBytes() / IDLE_COMPACTION_PART_OF_BUFFER);
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

  /**
   * Has the store in a folder keep a log of its own again, so that it can be opened {@link
   * Durability#SYNCED}. Everything that the other log has must have been written to it before, and
   * {@link #flush flushed} or the store closed.
   *
   * @throws DatabaseException NOT_FOUND when there is no store in the folder, UNAVAILABLE when it
   *     is in use
   */
  public static void keepOwnLog(Path directory) {
    RocksOpening.keepOwnLog(StoreFolder.existing(directory));
  }

  /** Opens a store as {@link #open}, also if {@link RocksSalvage} has left it inconsistent. */
  public static RocksStore openForRepair(StoreOptions options) {
    StoreFolder folder = StoreFolder.claim(options.directory());
    FreeSpace.Probe probe = FreeSpace.volumeOf(folder.directory());
    return RocksOpening.writable(options, folder, probe, Clock.system());
  }

  static RocksStore open(StoreOptions options, FreeSpace.Probe probe, Clock clock) {
    return RocksOpening.writable(options, StoreFolder.claim(options.directory()), probe, clock);
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
    return RocksOpening.readOnly(options, Clock.system());
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
  public SuffixIntersection intersectSuffixes(
      Family family, List<byte[]> prefixes, KeyRange suffixes) {
    return durable.intersectSuffixes(family, prefixes, suffixes);
  }

  @Override
  public Snapshot snapshot() {
    int ticket = calls.enter();
    try {
      SharedSnapshot shared =
          log != null
              ? log.visible()
              : new SharedSnapshot(database.rocks(), database.rocks().getSnapshot());
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
  public void flush() {
    if (loggedElsewhere) {
      counted(
          () -> {
            database.flush();
            return true;
          });
    }
  }

  @Override
  public byte @Nullable [] durable(Family family, byte[] key) {
    if (!loggedElsewhere) {
      return get(family, key);
    }
    int ticket = calls.enter();
    try {
      return database.inFiles(family, key);
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
    return range.isEmpty() ? 0 : counted(() -> database.approximateBytes(family, range));
  }

  @Override
  public void verifyFiles() {
    counted(
        () -> {
          database.verifyChecksums();
          return true;
        });
  }

  @Override
  public long diskBytes() {
    return counted(database::diskBytes);
  }

  @Override
  public void compact(Family family, KeyRange range) {
    counted(
        () -> {
          database.compact(family, range);
          return true;
        });
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
      long sequence = database.rocks().getLatestSequenceNumber();
      sync.run();
      sync.done(sequence);
    } catch (RocksDBException e) {
      LOG.debug("The log was not synced: {}", e.getMessage());
    }
  }

  /** A property that RocksDB has of a family. */
  String property(Family family, String name) {
    return counted(() -> database.property(family, name));
  }

  private <R> R counted(Supplier<R> call) {
    int ticket = calls.enter();
    try {
      return call.get();
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
          database.rocks().getLongProperty("rocksdb.background-errors"),
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
    database.rocks().cancelAllBackgroundWork(false);
    calls.awaitEmpty();
    idleCompaction.awaitEnd();
    if (log != null) {
      log.close();
    }
    resources.forEach(Resource::release);
    resources.clear();
    database.close();
    if (watch != null) {
      watch.close();
    }
    database.closeSettings();
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
    return database.rocks();
  }

  /** For many keys: the first call may take some tens of milliseconds. */
  IteratorKeys fastestKeys() {
    return nativeKeys ? IteratorKeys.fastest() : IteratorKeys.plain();
  }

  ReadOptions readOptions() {
    return readOptions;
  }

  /**
   * Disables RocksDB's performance counters for this thread, which cost some percent of a scan.
   * Called for every read, since a virtual thread may run on another carrier each time.
   */
  void disablePerfCounters() {
    database.rocks().setPerfLevel(PerfLevel.DISABLE);
  }

  RocksIterator iterator(Family family, ReadOptions options) {
    return database.rocks().newIterator(handle(family), options);
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
    return database.handle(family);
  }
}
