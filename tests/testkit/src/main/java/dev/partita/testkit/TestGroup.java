package dev.partita.testkit;

import dev.partita.replication.Barrier;
import dev.partita.replication.Effect;
import dev.partita.replication.Effects;
import dev.partita.replication.Fence;
import dev.partita.replication.Leadership;
import dev.partita.replication.LogEntry;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.SegmentDrop;
import dev.partita.replication.StoreStateMachine;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A replication group in one process, for tests with threads: what is proposed is committed and
 * applied by the call, at its leader and at every node that is not held back. The test says who
 * leads. Safe for use by any number of threads.
 */
public final class TestGroup {

  private static final int GROUP = 1;
  private static final int SEGMENTS = 100;

  private final List<Node> nodes = new ArrayList<>();
  private final List<LogEntry> log = new ArrayList<>();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable Runnable> beforeProposal = new AtomicReference<>();
  private boolean happensAllTheSame;
  private long term;
  private @Nullable Node leader;

  /** A replica, and what its engine proposes to. Nodes have numbers from 1. */
  public final class Node implements ReplicationLog, Leadership {

    private final int number;
    private final MemoryStore store = new MemoryStore();
    private final StoreStateMachine machine =
        new StoreStateMachine(store, GROUP, () -> IntStream.range(0, SEGMENTS).boxed().toList());
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private boolean heldBack;

    Node(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }

    public Store store() {
      return store;
    }

    @Override
    public Proposal propose(Proposable change) {
      Runnable event = beforeProposal.getAndSet(null);
      if (event != null) {
        event.run();
      }
      synchronized (TestGroup.this) {
        if (leader != this || change.term() != TestGroup.this.term) {
          throw new NotLeading();
        }
        RuntimeException failed = failure.getAndSet(null);
        if (failed == null || happensAllTheSame) {
          append(entry(change));
        }
        CompletableFuture<@Nullable Void> committed = new CompletableFuture<>();
        if (failed == null) {
          committed.complete(null);
        } else {
          committed.completeExceptionally(failed);
        }
        return new Proposal(committed, committed);
      }
    }

    @Override
    public Leadership leadership() {
      return this;
    }

    @Override
    public long term() {
      synchronized (TestGroup.this) {
        return leader == this ? TestGroup.this.term : NONE;
      }
    }

    @Override
    public boolean holdsLease() {
      return isLeader();
    }

    /** Applies what it was held back from. */
    @Override
    public CompletableFuture<@Nullable Void> readBarrier() {
      synchronized (TestGroup.this) {
        if (leader == null) {
          return CompletableFuture.failedFuture(new NotLeading());
        }
        apply();
        return CompletableFuture.completedFuture(null);
      }
    }

    @Override
    public void add(Listener listener) {
      listeners.add(listener);
    }

    @Override
    public void remove(Listener listener) {
      listeners.remove(listener);
    }

    private void apply() {
      while (machine.appliedIndex() < log.size()) {
        LogEntry entry = log.get((int) machine.appliedIndex());
        machine.apply(machine.appliedIndex() + 1, entry.term(), entry);
      }
    }
  }

  public TestGroup(int size) {
    for (int i = 1; i <= size; i++) {
      nodes.add(new Node(i));
    }
  }

  public Node node(int number) {
    return nodes.get(number - 1);
  }

  public int size() {
    return nodes.size();
  }

  /** The number of the node that leads; 0 if none does. */
  public synchronized int leader() {
    return leader == null ? 0 : leader.number();
  }

  /** Has nobody lead from now on. */
  public void depose() {
    Node before;
    synchronized (this) {
      before = leader;
      leader = null;
    }
    if (before != null) {
      before.listeners.forEach(Leadership.Listener::follows);
    }
  }

  /** Has a node lead, in a term of its own. */
  public void elect(int number) {
    depose();
    Node elected = node(number);
    long begun;
    synchronized (this) {
      term++;
      append(new Barrier(term));
      elected.apply();
      leader = elected;
      begun = term;
    }
    elected.listeners.forEach(listener -> listener.leads(begun));
  }

  /** Has a node that follows apply nothing by itself for as long. */
  public synchronized void holdBack(int number, boolean held) {
    node(number).heldBack = held;
    append(new Barrier(term));
  }

  /** Has something happen between the evaluation of the next group and its proposal. */
  public void beforeNextProposal(Runnable event) {
    beforeProposal.set(event);
  }

  /**
   * Has the next proposal fail.
   *
   * @param reason what its proposer is told
   * @param happens whether it is committed all the same
   */
  public synchronized void failNext(RuntimeException reason, boolean happens) {
    failure.set(reason);
    happensAllTheSame = happens;
  }

  private synchronized void append(LogEntry entry) {
    log.add(entry);
    for (Node node : nodes) {
      if (!node.heldBack || node == leader) {
        node.apply();
      }
    }
  }

  private static LogEntry entry(Proposable change) {
    return switch (change) {
      case Effect effect -> new Effects(List.of(effect));
      case Fence fence -> fence;
      case SegmentDrop drop -> drop;
    };
  }
}
