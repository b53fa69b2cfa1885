package dev.partita.execution;

import dev.partita.storage.Snapshot;
import dev.partita.storage.memory.MemoryStore;
import java.util.concurrent.atomic.AtomicReference;

/** A store in memory in which something happens just before or after the next snapshot is taken. */
final class SnapshotHook extends MemoryStore {

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
    Snapshot snapshot = super.snapshot();
    next.run();
    return snapshot;
  }
}
