package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * A RocksDB that is open, with its column families and the objects that its settings are made of:
 * what there is to ask or to do about a family as a whole. Safe for use by any number of threads,
 * inside counted calls of the store.
 */
final class OpenDatabase implements AutoCloseable {

  /** Sorts after every key in use; a bound where RocksDB insists on one. */
  private static final byte[] BEYOND_ALL_KEYS = new byte[64];

  static {
    Arrays.fill(BEYOND_ALL_KEYS, (byte) 0xFF);
  }

  private final RocksTuning tuning;
  private final RocksDB rocks;
  private final ColumnFamilyHandle[] families;

  /** Opens a RocksDB with these settings, and adds the handles of its families to the list. */
  interface Opener {
    RocksDB open(RocksTuning tuning, List<ColumnFamilyHandle> handles) throws RocksDBException;
  }

  private OpenDatabase(RocksTuning tuning, RocksDB rocks, List<ColumnFamilyHandle> handles) {
    this.tuning = tuning;
    this.rocks = rocks;
    this.families = handles.toArray(ColumnFamilyHandle[]::new);
  }

  /** Takes over the settings once it succeeds. */
  static OpenDatabase open(RocksTuning tuning, Opener opener) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    return new OpenDatabase(tuning, opener.open(tuning, handles), handles);
  }

  RocksDB rocks() {
    return rocks;
  }

  RocksTuning tuning() {
    return tuning;
  }

  ColumnFamilyHandle handle(Family family) {
    return families[family.number()];
  }

  /** Batches name families by number, so the numbers must be those of the column families. */
  void requireFamilyNumbers() {
    for (Family family : Family.values()) {
      if (handle(family).getID() != family.number()) {
        throw new DatabaseException(
                ErrorCode.CORRUPT, "A column family does not have the number of its family.")
            .with("family", family)
            .with("number", handle(family).getID());
      }
    }
  }

  /** A property that RocksDB has of a family. */
  String property(Family family, String name) {
    try {
      return rocks.getProperty(handle(family), name);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  /** The number of files in level 0 of the family that has most of them. */
  int level0Files() {
    int most = 0;
    for (Family family : Family.values()) {
      most = Math.max(most, Integer.parseInt(property(family, "rocksdb.num-files-at-level0")));
    }
    return most;
  }

  /** About how many bytes the range takes, in files and in memory. */
  long approximateBytes(Family family, KeyRange range) {
    byte[] end = range.end() == null ? BEYOND_ALL_KEYS : range.end();
    try (Slice start = new Slice(range.start());
        Slice limit = new Slice(end)) {
      long[] sizes =
          rocks.getApproximateSizes(
              handle(family),
              List.of(new Range(start, limit)),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES);
      return sizes[0];
    }
  }

  /** How many bytes the sorted files and the logs take. */
  long diskBytes() {
    try {
      long bytes = 0;
      for (ColumnFamilyHandle family : families) {
        bytes += rocks.getLongProperty(family, "rocksdb.total-sst-files-size");
      }
      for (var log : rocks.getSortedWalFiles()) {
        bytes += log.sizeFileBytes();
      }
      return bytes;
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  /** Writes everything that is in memory to sorted files: all families as of one moment. */
  void flush() {
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
      rocks.flush(waiting, List.of(families));
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  /** What the sorted files have of a key; only for a database that is written to without a log. */
  byte @Nullable [] inFiles(Family family, byte[] key) {
    try (ReadOptions files = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER)) {
      return rocks.get(handle(family), files, key);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  void verifyChecksums() {
    try {
      rocks.verifyChecksum();
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  void compact(Family family, KeyRange range) {
    // An exclusive compaction would hold up the automatic ones, and with them writes.
    try (CompactRangeOptions beside =
        new CompactRangeOptions().setExclusiveManualCompaction(false)) {
      rocks.compactRange(handle(family), range.start(), range.end(), beside);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  /** Closes the database; its settings are closed by {@link #closeSettings} after that. */
  @Override
  public void close() {
    for (ColumnFamilyHandle family : families) {
      family.close();
    }
    rocks.close();
  }

  /** Frees what the settings are made of, and lets go of the folder. */
  void closeSettings() {
    tuning.close();
  }
}
