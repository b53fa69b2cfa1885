package dev.partita.simulated;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import dev.partita.storage.StoreHealth;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A disk that syncs when it is told to, and has forgotten after a crash what was not synced. Its
 * store obeys the contract of {@link Store}: what is appended is written at once, and visible when
 * it is synced. Not for use by several threads.
 */
public final class SimulatedDisk {

  /** A batch that is written and not synced. */
  private record Unsynced(Batch batch, CompletableFuture<@Nullable Void> synced) {}

  /** All that survives a crash; readers of the store see no more. */
  private final MemoryStore synced = new MemoryStore();

  private final Deque<Unsynced> unsynced = new ArrayDeque<>();
  private @Nullable OpenStore open;
  private @Nullable DatabaseException broken;
  private boolean full;
  private long refused;
  private long syncs;

  /** Opens the store on the disk; there must be none. */
  public Store open() {
    if (open != null) {
      throw new IllegalStateException("The store is open already.");
    }
    open = new OpenStore(copy(synced));
    return open;
  }

  /** Whether something waits to be synced. */
  public boolean isBehind() {
    return !unsynced.isEmpty();
  }

  /** Whether the store takes no writes until it is opened anew. */
  public boolean isBroken() {
    return broken != null;
  }

  public int unsyncedCount() {
    return unsynced.size();
  }

  /** Syncs the oldest of what was written. */
  public void sync(int batches) {
    syncs++;
    List<Unsynced> done = new ArrayList<>();
    for (int i = 0; i < batches && !unsynced.isEmpty(); i++) {
      Unsynced oldest = unsynced.remove();
      synced.write(oldest.batch());
      done.add(oldest);
    }
    done.forEach(each -> each.synced().complete(null));
  }

  /** Has a sync fail: of what waits for it nobody knows whether it survives. */
  public void failSync() {
    DatabaseException failure =
        new DatabaseException(ErrorCode.UNAVAILABLE, "The log could not be synced.");
    broken = failure;
    List.copyOf(unsynced).forEach(each -> each.synced().completeExceptionally(failure));
  }

  /** Has the disk refuse all writes for want of room, or take them again. */
  public void full(boolean isFull) {
    full = isFull;
  }

  public boolean isFull() {
    return full;
  }

  /**
   * Ends the store that is open, as when the process is killed or the machine loses power.
   *
   * @param survivors how many of the oldest batches that were not synced are there afterwards
   */
  public void crash(int survivors) {
    for (int i = 0; i < survivors && !unsynced.isEmpty(); i++) {
      synced.write(unsynced.remove().batch());
    }
    unsynced.clear();
    broken = null;
    open = null;
  }

  /** What the disk holds, for a check while nothing is written. */
  public Store contents() {
    return synced;
  }

  private static MemoryStore copy(MemoryStore from) {
    Batch all = new Batch();
    for (Family family : Family.values()) {
      try (Cursor cursor = from.scan(family, KeyRange.ALL)) {
        while (cursor.next()) {
          all.put(family, cursor.key(), cursor.value());
        }
      }
    }
    MemoryStore copy = new MemoryStore();
    copy.write(all);
    return copy;
  }

  /** The store of one process. */
  private final class OpenStore implements Store {

    private final MemoryStore written;

    OpenStore(MemoryStore written) {
      this.written = written;
    }

    private SimulatedDisk requireOpen() {
      if (open != this) {
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The store is closed.");
      }
      return SimulatedDisk.this;
    }

    @Override
    public CompletableFuture<@Nullable Void> append(Batch batch) {
      requireOpen();
      DatabaseException reason =
          full
              ? new DatabaseException(ErrorCode.STORAGE_FULL, "The disk has no room.")
              : broken == null
                  ? null
                  : new DatabaseException(ErrorCode.UNAVAILABLE, broken.text(), broken);
      if (reason != null) {
        refused++;
        throw reason;
      }
      // A batch may be changed by the caller once it is written.
      Batch kept = Batch.fromBytes(batch.toBytes());
      written.write(kept);
      CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
      unsynced.add(new Unsynced(kept, done));
      return done;
    }

    @Override
    public Reader written() {
      return written;
    }

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
      requireOpen();
      return synced.get(family, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
      requireOpen();
      return synced.getAll(family, keys);
    }

    @Override
    public Cursor scan(Family family, KeyRange range) {
      requireOpen();
      return synced.scan(family, range);
    }

    @Override
    public Snapshot snapshot() {
      requireOpen();
      return synced.snapshot();
    }

    @Override
    public long approximateBytes(Family family, KeyRange range) {
      return synced.approximateBytes(family, range);
    }

    @Override
    public StoreHealth health() {
      return new StoreHealth(broken, full ? 0 : Long.MAX_VALUE, refused, 0, syncs, 0, 0);
    }

    @Override
    public long diskBytes() {
      return synced.diskBytes();
    }

    @Override
    public void compact(Family family, KeyRange range) {
      requireOpen();
    }

    @Override
    public void close() {
      if (open == this) {
        if (broken == null) {
          sync(Integer.MAX_VALUE);
        }
        crash(0);
      }
    }
  }
}
