package dev.partita.consensus;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store of a disk that can be full, or fail to sync. What it has outlives its being closed. */
final class FaultyStore implements Store {

  private final MemoryStore memory = new MemoryStore();
  private volatile boolean full;
  private volatile @Nullable DatabaseException broken;

  void full(boolean isFull) {
    full = isFull;
  }

  void failSync() {
    broken = new DatabaseException(ErrorCode.UNAVAILABLE, "The log could not be synced.");
  }

  @Override
  public CompletableFuture<@Nullable Void> append(Batch batch) {
    DatabaseException failure = broken;
    if (failure != null) {
      return CompletableFuture.failedFuture(failure);
    }
    if (full) {
      throw new DatabaseException(ErrorCode.STORAGE_FULL, "The disk is full.");
    }
    return memory.append(batch);
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return memory.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return memory.getAll(family, keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return memory.scan(family, range);
  }

  @Override
  public Reader written() {
    return memory.written();
  }

  @Override
  public Snapshot snapshot() {
    return memory.snapshot();
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    return memory.approximateBytes(family, range);
  }

  @Override
  public StoreHealth health() {
    return new StoreHealth(broken, Long.MAX_VALUE, 0, 0, 0, 0, 0);
  }

  @Override
  public long diskBytes() {
    return memory.diskBytes();
  }

  @Override
  public void compact(Family family, KeyRange range) {}

  @Override
  public void close() {}
}
