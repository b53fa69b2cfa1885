package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.SuffixIntersection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Reads of a RocksDB, each at the snapshot that is current when it begins. Safe for use by any
 * number of threads.
 */
abstract class RocksReader implements Reader {

  private static final byte[] NO_ROOM = {};

  final RocksStore store;

  RocksReader(RocksStore store) {
    this.store = store;
  }

  /**
   * The snapshot to read at, for the caller to release. Called inside a counted call.
   *
   * @return null to read all that was written
   */
  abstract @Nullable SharedSnapshot acquire();

  @Override
  public final byte @Nullable [] get(Family family, byte[] key) {
    int ticket = store.calls().enter();
    try {
      SharedSnapshot snapshot = acquire();
      try {
        store.disablePerfCounters();
        return get(store.handle(family), options(snapshot), key);
      } finally {
        release(snapshot);
      }
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  public final List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    int ticket = store.calls().enter();
    try {
      SharedSnapshot snapshot = acquire();
      try {
        store.disablePerfCounters();
        return getAll(store.handle(family), options(snapshot), keys);
      } finally {
        release(snapshot);
      }
    } finally {
      store.calls().leave(ticket);
    }
  }

  @Override
  public final Cursor scan(Family family, KeyRange range) {
    return cursor(family, range);
  }

  @Override
  public final SuffixIntersection intersectSuffixes(
      Family family, List<byte[]> prefixes, KeyRange suffixes) {
    List<RocksCursor> cursors = new ArrayList<>(prefixes.size());
    try {
      prefixes.forEach(each -> cursors.add(cursor(family, suffixes.behind(each))));
      return new RocksSuffixIntersection(store.calls(), prefixes, cursors);
    } catch (RuntimeException e) {
      // Another thread has closed the snapshot meanwhile.
      cursors.forEach(RocksCursor::close);
      throw e;
    }
  }

  private RocksCursor cursor(Family family, KeyRange range) {
    int ticket = store.calls().enter();
    try {
      SharedSnapshot snapshot = acquire();
      try {
        store.disablePerfCounters();
        // The native iterator holds what it needs of the snapshot, which may be released then.
        ReadOptions own = new ReadOptions(options(snapshot));
        return store.register(new RocksCursor(store, family, own, range));
      } finally {
        release(snapshot);
      }
    } finally {
      store.calls().leave(ticket);
    }
  }

  private ReadOptions options(@Nullable SharedSnapshot snapshot) {
    return snapshot == null ? store.readOptions() : snapshot.options();
  }

  private static void release(@Nullable SharedSnapshot snapshot) {
    if (snapshot != null) {
      snapshot.release();
    }
  }

  private byte @Nullable [] get(ColumnFamilyHandle family, ReadOptions options, byte[] key) {
    try {
      return store.database().get(family, options, key);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  private List<byte @Nullable []> getAll(
      ColumnFamilyHandle family, ReadOptions options, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    if (keys.size() == 1) {
      // The set-up of a multi-get costs more than it saves.
      return Collections.singletonList(get(family, options, keys.getFirst()));
    }
    RocksDB database = store.database();
    try {
      List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), family);
      List<byte @Nullable []> values =
          Collections.unmodifiableList(database.multiGetAsList(options, families, keys));
      for (int i = 0; i < values.size(); i++) {
        // RocksDB's Java binding returns null both for an absent key and for one that it could not
        // read. Reading that key alone throws in the second case.
        if (values.get(i) == null) {
          database.get(family, options, keys.get(i), NO_ROOM);
        }
      }
      return values;
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }
}
