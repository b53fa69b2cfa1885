package dev.partita.document;

import dev.partita.storage.Snapshot;
import dev.partita.storage.memory.MemoryStore;
import java.util.concurrent.atomic.AtomicReference;

/** A store in memory in which something happens just before the next snapshot is taken. */
final class SnapshotHook extends MemoryStore {

  private final AtomicReference<Runnable> next = new AtomicReference<>(() -> {});

  void beforeNextSnapshot(Runnable action) {
    next.set(action);
  }

  @Override
  public Snapshot snapshot() {
    next.getAndSet(() -> {}).run();
    return super.snapshot();
  }
}
