package dev.partita.container.group;

import dev.partita.replication.Leadership;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.group.ReplicationGroup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of a group as partitions see it: there before this node takes part in the group, and led
 * by this node only once it may be, which is when the catalogue knows. Safe for use by any number
 * of threads.
 */
final class GroupLog implements ReplicationLog, Leadership, Leadership.Listener {

  private final int number;
  private final ObjLongConsumer<GroupLog> beforeServing;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable ReplicationGroup group;

  /** The term in which this node may lead. */
  private volatile long served;

  /**
   * @param beforeServing told of a term in which this node was elected; to call {@link #serve} when
   *     it may lead, on another thread or the same
   */
  GroupLog(int number, ObjLongConsumer<GroupLog> beforeServing) {
    this.number = number;
    this.beforeServing = beforeServing;
  }

  int number() {
    return number;
  }

  /** Null while this node takes no part in the group. */
  @Nullable ReplicationGroup group() {
    return group;
  }

  /** Begins to take part. */
  void open(ReplicationGroup opened) {
    group = opened;
    opened.leadership().add(this);
    long term = opened.leadership().term();
    if (term != NONE) {
      leads(term);
    }
  }

  /** Takes part no more. */
  void close() {
    ReplicationGroup known = group;
    group = null;
    served = NONE;
    if (known != null) {
      known.close();
      follows();
    }
  }

  @Override
  public void leads(long term) {
    beforeServing.accept(this, term);
  }

  /** Whether this node was elected and is still, in a term. */
  boolean isElected(long term) {
    ReplicationGroup known = group;
    return known != null && known.leadership().term() == term;
  }

  /** Leads in a term from now on, if it is not over. */
  void serve(long term) {
    synchronized (listeners) {
      if (served >= term || !isElected(term)) {
        return;
      }
      served = term;
      listeners.forEach(listener -> listener.leads(term));
    }
  }

  @Override
  public void follows() {
    synchronized (listeners) {
      listeners.forEach(Listener::follows);
    }
  }

  @Override
  public Proposal propose(Proposable change) {
    ReplicationGroup known = group;
    if (known == null || change.term() != served) {
      throw new NotLeading();
    }
    return known.propose(change);
  }

  @Override
  public Leadership leadership() {
    return this;
  }

  @Override
  public long term() {
    ReplicationGroup known = group;
    if (known == null) {
      return NONE;
    }
    long term = known.leadership().term();
    return term == served ? term : NONE;
  }

  @Override
  public boolean holdsLease() {
    ReplicationGroup known = group;
    return known != null && isLeader() && known.leadership().holdsLease();
  }

  @Override
  public boolean isReadable() {
    ReplicationGroup known = group;
    // The catalogue's is on every node, which reads what there is before it takes part.
    return number == Groups.CATALOGUE || (known != null && known.isReadable());
  }

  @Override
  public CompletableFuture<@Nullable Void> readBarrier() {
    ReplicationGroup known = group;
    return known == null
        ? CompletableFuture.failedFuture(new NotLeading())
        : known.leadership().readBarrier();
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
