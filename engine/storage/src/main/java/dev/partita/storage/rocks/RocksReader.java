package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Reads of a RocksDB, each at the moment that it is given when it begins. */
abstract class RocksReader implements Reader {

  private static final byte[] NO_ROOM = {};

  /** For fewer, the shorter way saves less than it takes to make ready when it is first used. */
  private static final int MANY_KEYS = 8;

  final RocksStore store;

  RocksReader(RocksStore store) {
    this.store = store;
  }

  /**
   * The moment to read at, for the caller to release. Called inside the store's gate.
   *
   * @return null for all that is there
   */
  abstract @Nullable RocksMoment moment();

  @Override
  public final byte @Nullable [] get(Family family, byte[] key) {
    int ticket = store.gate().enter();
    try {
      RocksMoment moment = moment();
      try {
        store.countNothing();
        return get(store.handle(family), options(moment), key);
      } finally {
        release(moment);
      }
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  public final List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    int ticket = store.gate().enter();
    try {
      RocksMoment moment = moment();
      try {
        store.countNothing();
        return getAll(store.handle(family), options(moment), keys);
      } finally {
        release(moment);
      }
    } finally {
      store.gate().leave(ticket);
    }
  }

  @Override
  public final Cursor scan(Family family, KeyRange range) {
    return cursor(family, range, false);
  }

  @Override
  public final Cursor sweep(Family family, KeyRange range) {
    return RocksPointers.areKnown()
        ? new RocksSweep(cursor(family, range, true))
        : scan(family, range);
  }

  @Override
  public final Meeting meet(Family family, List<byte[]> beginnings, KeyRange ends) {
    if (!RocksPointers.areKnown()) {
      return Reader.super.meet(family, beginnings, ends);
    }
    List<RocksCursor> cursors = new ArrayList<>(beginnings.size());
    try {
      beginnings.forEach(each -> cursors.add(cursor(family, ends.behind(each), false)));
      return new RocksMeeting(store.gate(), beginnings, cursors);
    } catch (RuntimeException e) {
      // Somebody else has closed the snapshot.
      cursors.forEach(RocksCursor::close);
      throw e;
    }
  }

  /**
   * @param pinned whether values stay where they are in memory until the cursor is closed
   */
  private RocksCursor cursor(Family family, KeyRange range, boolean pinned) {
    int ticket = store.gate().enter();
    try {
      RocksMoment moment = moment();
      try {
        store.countNothing();
        // The cursor stays at the moment at which it was made, also when the moment is released.
        ReadOptions own = new ReadOptions(options(moment)).setPinData(pinned);
        return store.register(new RocksCursor(store, family, own, range));
      } finally {
        release(moment);
      }
    } finally {
      store.gate().leave(ticket);
    }
  }

  private ReadOptions options(@Nullable RocksMoment moment) {
    return moment == null ? store.readOptions() : moment.options();
  }

  private static void release(@Nullable RocksMoment moment) {
    if (moment != null) {
      moment.release();
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
      // What it takes to ask for many costs more than it saves.
      return Collections.singletonList(get(family, options, keys.getFirst()));
    }
    RocksDB database = store.database();
    try {
      if (keys.size() >= MANY_KEYS && RocksValues.areKnown()) {
        return RocksValues.get(database, family, options, keys);
      }
      List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), family);
      List<byte @Nullable []> values =
          Collections.unmodifiableList(database.multiGetAsList(options, families, keys));
      for (int i = 0; i < values.size(); i++) {
        // RocksDB's Java side gives null for a key that it could not read as for an absent one.
        // Asking again for that key alone throws then.
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
