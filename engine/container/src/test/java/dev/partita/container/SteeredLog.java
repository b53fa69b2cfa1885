package dev.partita.container;

import dev.partita.replication.Leadership;
import dev.partita.replication.LocalLog;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.SegmentDrop;
import dev.partita.storage.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A log over one store that leads, or not, and loses what it is told to lose. */
final class SteeredLog implements ReplicationLog, Leadership {

  private final LocalLog local;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable RuntimeException> loss = new AtomicReference<>();
  private final AtomicInteger proposals = new AtomicInteger();
  private final List<Integer> drops = new CopyOnWriteArrayList<>();
  private volatile boolean refusesDrops;
  private final AtomicLong lastTerm = new AtomicLong(1);
  private volatile long term = 1;

  SteeredLog(Store store) {
    this.local = new LocalLog(store);
  }

  /** How often anything was proposed. */
  int proposals() {
    return proposals.get();
  }

  /** The segments that were dropped. */
  List<Integer> drops() {
    return drops;
  }

  /** Has the next proposal not happen, and says so with this. */
  void loseNext(RuntimeException reason) {
    loss.set(reason);
  }

  /** Whether the proposal that is to be lost has not come yet. */
  boolean isToLose() {
    return loss.get() != null;
  }

  /** Has the removal of segments be for another node to do. */
  void refuseDrops(boolean refuses) {
    refusesDrops = refuses;
  }

  void follow() {
    term = NONE;
    listeners.forEach(Listener::follows);
  }

  /** Leads, in a term of its own. */
  void lead() {
    long begun = lastTerm.incrementAndGet();
    term = begun;
    listeners.forEach(listener -> listener.leads(begun));
  }

  @Override
  public Proposal propose(Proposable change) {
    if (change.term() != term) {
      throw new NotLeading();
    }
    proposals.incrementAndGet();
    if (change instanceof SegmentDrop drop) {
      if (refusesDrops) {
        throw new NotLeading();
      }
      drops.add(drop.segment());
    }
    RuntimeException reason = loss.getAndSet(null);
    return reason == null
        ? local.propose(change)
        : new Proposal(
            CompletableFuture.failedFuture(reason), CompletableFuture.failedFuture(reason));
  }

  @Override
  public Leadership leadership() {
    return this;
  }

  @Override
  public long term() {
    return term;
  }

  @Override
  public boolean holdsLease() {
    return isLeader();
  }

  @Override
  public CompletableFuture<@Nullable Void> readBarrier() {
    return isLeader()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(new NotLeading());
  }

  @Override
  public void add(Listener listener) {
    listeners.add(listener);
  }

  @Override
  public void remove(Listener listener) {
    listeners.remove(listener);
  }
}
