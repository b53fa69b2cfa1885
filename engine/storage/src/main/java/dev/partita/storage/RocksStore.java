package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * A store in a folder on disk: one RocksDB with a column family for each {@link Family}. Safe for
 * use by any number of threads. It owns the folder until it is closed; a second store in the same
 * folder is refused.
 *
 * <p>What must stay true: no native object is touched outside the {@link Gate}, or after closing
 * has waited for it to empty. Freed native memory crashes the whole process.
 */
public final class RocksStore implements Store {

  /** Something native that its user closes, or that the store closes when it is closed itself. */
  interface Resource {
    void release();
  }

  /** Sorts after every key in use; a bound where RocksDB insists on one. */
  private static final byte[] BEYOND_ALL_KEYS = new byte[64];

  private static final byte[] NO_ROOM = {};
  private static final int UNTIDY_PART_OF_BUFFER = 4;

  static {
    Arrays.fill(BEYOND_ALL_KEYS, (byte) 0xFF);
    RocksLibrary.load();
  }

  private final Gate gate = new Gate();
  private final Set<Resource> resources = ConcurrentHashMap.newKeySet();
  private final RocksTuning tuning;
  private final RocksDB database;
  private final ColumnFamilyHandle[] families;
  private final ReadOptions readOptions;
  private final RocksWriter writer;
  private final RocksTidying tidying;

  private RocksStore(
      StoreOptions options,
      RocksTuning tuning,
      FreeSpace freeSpace,
      Clock clock,
      RocksDB database,
      List<ColumnFamilyHandle> families) {
    this.tuning = tuning;
    this.database = database;
    this.families = families.toArray(ColumnFamilyHandle[]::new);
    readOptions = tuning.own(new ReadOptions());
    writer = new RocksWriter(database, tuning.writes(), freeSpace, gate, clock);
    tidying =
        new RocksTidying(
            database, this, freeSpace, options.writeBufferBytes() / UNTIDY_PART_OF_BUFFER);
  }

  /**
   * Opens the store in a folder, or makes one if the folder is empty or does not exist.
   *
   * @throws DatabaseException INCOMPATIBLE_FORMAT when the folder holds something else or a format
   *     that this version does not understand, UNAVAILABLE when it is in use or cannot be read,
   *     CORRUPT when it is damaged; nothing was changed then
   */
  public static RocksStore open(StoreOptions options) {
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
    StoreFolder folder = StoreFolder.existing(options.directory());
    RocksTuning tuning = new RocksTuning(options);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      folder.lockForReading().ifPresent(tuning::own);
      RocksDB database =
          RocksDB.openReadOnly(
              tuning.database(false), folder.directory().toString(), tuning.families(), handles);
      Clock clock = Clock.system();
      FreeSpace noLimit = new FreeSpace(() -> Long.MAX_VALUE, clock, 0);
      RocksStore store = new RocksStore(options, tuning, noLimit, clock, database, handles);
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
    RocksDB database;
    try {
      database =
          RocksDB.open(
              tuning.database(!folder.isFinished()),
              folder.directory().toString(),
              tuning.families(),
              handles);
    } catch (RocksDBException e) {
      tuning.close();
      throw RocksErrors.translateOpening(e, folder.directory());
    }
    RocksStore store = new RocksStore(options, tuning, freeSpace, clock, database, handles);
    try {
      store.requireFamilyNumbers();
      folder.finish();
      return store;
    } catch (DatabaseException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    int ticket = gate.enter();
    try {
      return get(family, readOptions, key);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    int ticket = gate.enter();
    try {
      return getAll(family, readOptions, keys);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    int ticket = gate.enter();
    try {
      return scan(family, new ReadOptions(), range);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public Snapshot snapshot() {
    int ticket = gate.enter();
    try {
      return register(new RocksSnapshot(this, database.getSnapshot()));
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public void write(Batch batch) {
    int ticket = gate.enter();
    try {
      writer.write(batch);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    byte[] end = range.end() == null ? BEYOND_ALL_KEYS : range.end();
    int ticket = gate.enter();
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
      gate.leave(ticket);
    }
  }

  @Override
  public long diskBytes() {
    int ticket = gate.enter();
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
      gate.leave(ticket);
    }
  }

  @Override
  public void compact(Family family, KeyRange range) {
    int ticket = gate.enter();
    // Not at the cost of those who write meanwhile.
    try (CompactRangeOptions beside =
        new CompactRangeOptions().setExclusiveManualCompaction(false)) {
      database.compactRange(handle(family), range.start(), range.end(), beside);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public void tidy() {
    int ticket = gate.enter();
    try {
      tidying.look();
    } finally {
      gate.leave(ticket);
    }
  }

  /** One of the facts that RocksDB keeps about a family or about itself. */
  String property(Family family, String name) {
    int ticket = gate.enter();
    try {
      return database.getProperty(handle(family), name);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public synchronized void close() {
    if (!gate.close()) {
      return;
    }
    // Ends compactions that were asked for, and writes that wait for one.
    database.cancelAllBackgroundWork(false);
    gate.awaitEmpty();
    resources.forEach(Resource::release);
    resources.clear();
    for (ColumnFamilyHandle family : families) {
      family.close();
    }
    database.close();
    tuning.close();
  }

  // What follows is for the store's snapshots and cursors, which call it inside the gate.

  Gate gate() {
    return gate;
  }

  byte @Nullable [] get(Family family, ReadOptions moment, byte[] key) {
    try {
      return database.get(handle(family), moment, key);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  List<byte @Nullable []> getAll(Family family, ReadOptions moment, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    if (keys.size() == 1) {
      // What it takes to ask for many costs more than it saves.
      return Collections.singletonList(get(family, moment, keys.getFirst()));
    }
    try {
      List<ColumnFamilyHandle> handles = Collections.nCopies(keys.size(), handle(family));
      List<byte @Nullable []> values =
          Collections.unmodifiableList(database.multiGetAsList(moment, handles, keys));
      for (int i = 0; i < values.size(); i++) {
        // RocksDB's Java side gives null for a key that it could not read as for an absent one.
        // Asking again for that key alone throws then.
        if (values.get(i) == null) {
          database.get(handle(family), moment, keys.get(i), NO_ROOM);
        }
      }
      return values;
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  Cursor scan(Family family, ReadOptions moment, KeyRange range) {
    return register(new RocksCursor(this, family, moment, range));
  }

  RocksIterator iterator(Family family, ReadOptions moment) {
    return database.newIterator(handle(family), moment);
  }

  void releaseMoment(org.rocksdb.Snapshot moment) {
    database.releaseSnapshot(moment);
  }

  /** Whether the resource was still the caller's to release. */
  boolean forget(Resource resource) {
    return resources.remove(resource);
  }

  private <R extends Resource> R register(R resource) {
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
