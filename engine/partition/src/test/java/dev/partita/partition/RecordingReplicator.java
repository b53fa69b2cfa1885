package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.Effect;
import dev.partita.replication.Replicator;
import dev.partita.storage.Store;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes to a store, remembers every effect, and fails when told to. */
final class RecordingReplicator implements Replicator {

  private final Store store;
  private final List<Effect> effects = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile Runnable before = () -> {};

  RecordingReplicator(Store store) {
    this.store = store;
  }

  /** Has the next commits fail, with nothing written. */
  void failNext(int commits) {
    failures.set(commits);
  }

  /** Has something happen before each effect is written. */
  void before(Runnable action) {
    before = action;
  }

  List<Effect> effects() {
    return effects;
  }

  @Override
  public void commit(Effect effect) {
    before.run();
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.").with("asked", "room");
    }
    store.write(effect.batch());
    effects.add(effect);
  }
}
