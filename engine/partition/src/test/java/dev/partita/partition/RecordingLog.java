package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.Effect;
import dev.partita.replication.Leadership;
import dev.partita.replication.LocalLog;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.Store;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Writes to a store, remembers every effect, and fails when told to. */
final class RecordingLog implements ReplicationLog {

  private final LocalLog local;
  private final List<Effect> effects = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile Runnable before = () -> {};
  private final Queue<CompletableFuture<@Nullable Void>> held = new ConcurrentLinkedQueue<>();
  private volatile boolean holds;

  RecordingLog(Store store) {
    this.local = new LocalLog(store);
  }

  /** Has the next commits fail, with nothing written. */
  void failNext(int commits) {
    failures.set(commits);
  }

  /** Has what is written from now on wait to become durable. */
  void hold() {
    holds = true;
  }

  /** Has what waits be durable, in its order, or fail. */
  void release(@Nullable RuntimeException failure) {
    holds = false;
    for (var waiting = held.poll(); waiting != null; waiting = held.poll()) {
      if (failure == null) {
        waiting.complete(null);
      } else {
        waiting.completeExceptionally(failure);
      }
    }
  }

  /** Has something happen before each effect is written. */
  void before(Runnable action) {
    before = action;
  }

  List<Effect> effects() {
    return effects;
  }

  @Override
  public Leadership leadership() {
    return local.leadership();
  }

  @Override
  public Proposal propose(Proposable change) {
    before.run();
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.").with("asked", "room");
    }
    Proposal written = local.propose(change);
    if (change instanceof Effect effect) {
      effects.add(effect);
    }
    if (!holds) {
      return written;
    }
    CompletableFuture<@Nullable Void> committed = new CompletableFuture<>();
    held.add(committed);
    return Proposal.appliedAtOnce(committed);
  }
}
