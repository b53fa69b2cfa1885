package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import dev.partita.storage.Durability;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.log.LogWatch;
import dev.partita.storage.rocks.OpenDatabase.Opener;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that open the folder of a {@link RocksStore}: it is held, its log verified, RocksDB
 * opened, and what was synced recorded from then on. For any number of threads.
 */
final class RocksOpening {

  private static final Logger LOG = LoggerFactory.getLogger(RocksOpening.class);

  private RocksOpening() {}

  static RocksStore writable(
      StoreOptions options, StoreFolder folder, FreeSpace.Probe probe, Clock clock) {
    FreeSpace freeSpace = new FreeSpace(probe, clock, options.freeSpaceReserveBytes());
    boolean elsewhere = options.durability() == Durability.LOGGED_ELSEWHERE;
    LogElsewhere mark = new LogElsewhere(folder);
    if (!elsewhere) {
      mark.requireNone();
    }
    OpenDatabase database =
        open(
            options,
            folder,
            (tuning, handles) -> {
              boolean renewsLog = !mark.isThere() && RocksRecovery.prepare(folder, clock);
              return RocksDB.open(
                  tuning.database(!folder.isFinished(), elsewhere || renewsLog),
                  folder.directory().toString(),
                  tuning.families(),
                  handles);
            });
    boolean synced = options.durability() == Durability.SYNCED;
    LogWatch watch = elsewhere ? null : watch(folder, database.rocks(), synced, clock);
    RocksStore store = new RocksStore(options, database, freeSpace, clock, watch, synced);
    try {
      database.requireFamilyNumbers();
      folder.finish();
      if (elsewhere) {
        store.flush();
        mark.make();
      }
      return store;
    } catch (DatabaseException e) {
      store.close();
      throw e;
    }
  }

  static RocksStore readOnly(StoreOptions options, Clock clock) {
    StoreFolder folder = StoreFolder.existing(options.directory());
    OpenDatabase database =
        open(
            options,
            folder,
            (tuning, handles) -> {
              folder.lockForReading().ifPresent(tuning::own);
              if (!new LogElsewhere(folder).isThere()) {
                RocksRecovery.verify(folder);
              }
              return RocksDB.openReadOnly(
                  tuning.database(false, false),
                  folder.directory().toString(),
                  tuning.families(),
                  handles);
            });
    FreeSpace noLimit = new FreeSpace(() -> Long.MAX_VALUE, clock, 0);
    RocksStore store = new RocksStore(options, database, noLimit, clock, null, false);
    try {
      database.requireFamilyNumbers();
      return store;
    } catch (DatabaseException e) {
      store.close();
      throw e;
    }
  }

  /** Takes the mark of another log away. */
  static void keepOwnLog(StoreFolder folder) {
    try (StoreFolder.Held _ = folder.hold();
        FileChannel _ = folder.lockForOpening()) {
      new LogElsewhere(folder).remove();
    } catch (IOException e) {
      throw folder.unusable(e);
    }
  }

  /** Holds the folder from here on until the database is closed. */
  private static OpenDatabase open(StoreOptions options, StoreFolder folder, Opener opener) {
    RocksTuning tuning = new RocksTuning(options);
    try {
      tuning.own(folder.hold());
      return OpenDatabase.open(tuning, opener);
    } catch (RocksDBException e) {
      tuning.close();
      throw RocksErrors.translateOpening(e, folder.directory());
    } catch (DatabaseException e) {
      tuning.close();
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
}
