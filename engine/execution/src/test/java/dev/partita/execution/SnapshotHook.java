package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.MemoryStore;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store in memory in which something happens just before or after the next snapshot is taken. */
final class SnapshotHook implements Store {

  private final MemoryStore store = new MemoryStore();
  private final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
  private final AtomicReference<Runnable> after = new AtomicReference<>(() -> {});

  void beforeNextSnapshot(Runnable action) {
    before.set(action);
  }

  void afterNextSnapshot(Runnable action) {
    after.set(action);
  }

  @Override
  public Snapshot snapshot() {
    before.getAndSet(() -> {}).run();
    Runnable next = after.getAndSet(() -> {});
    Snapshot snapshot = store.snapshot();
    next.run();
    return snapshot;
  }

  @Override
  public void write(Batch batch) {
    store.write(batch);
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return store.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return store.getAll(family, keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return store.scan(family, range);
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    return store.approximateBytes(family, range);
  }

  @Override
  public long diskBytes() {
    return store.diskBytes();
  }

  @Override
  public void compact(Family family, KeyRange range) {
    store.compact(family, range);
  }

  @Override
  public void close() {
    store.close();
  }
}
