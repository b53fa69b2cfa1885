package dev.partita.simulated;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.Barrier;
import dev.partita.replication.Effect;
import dev.partita.replication.Effects;
import dev.partita.replication.EntryCodec;
import dev.partita.replication.EntryOrigin;
import dev.partita.replication.Fence;
import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.Leadership;
import dev.partita.replication.LogEntry;
import dev.partita.replication.LoggedEntry;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.SegmentDrop;
import dev.partita.replication.StateMachine;
import dev.partita.replication.StoreStateMachine;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A replication group that obeys the contract of {@link ReplicationLog} in the least convenient
 * way, as a seed has it: commits and applies late, replaces the leader at any moment, leaves a
 * replaced one in the belief that it leads, loses or keeps what was not committed, tells outcomes
 * early, late or as unknown, applies again after a restart, and installs replicas that are behind.
 * One log stands for those of all nodes. Not for use by several threads.
 */
public final class SimulatedGroup {

  /** What is said of a proposal that certainly will not happen, although the node leads. */
  public static final String REFUSED = "Too much is under way.";

  /** What is said of a proposal that may have happened, or not. */
  public static final String UNKNOWN = "It is not known whether it happened.";

  /** The calmness of a group in which nothing fails by itself. */
  public static final int CALM = 0;

  private static final int GROUP = 1;

  /** A proposal, or the first entry of a term. */
  private record Entry(LogEntry content, @Nullable Pending pending) {

    long term() {
      return content.term();
    }
  }

  /** What the node that proposed is owed. */
  private record Pending(
      Node origin,
      CompletableFuture<@Nullable Void> committed,
      CompletableFuture<@Nullable Void> applied) {

    static Pending of(Node origin) {
      return new Pending(origin, new CompletableFuture<>(), new CompletableFuture<>());
    }

    void fail(RuntimeException reason) {
      committed.completeExceptionally(reason);
      applied.completeExceptionally(reason);
    }
  }

  /** One replica. */
  public final class Node implements ReplicationLog, Leadership {

    private final MemoryStore store = new MemoryStore();
    private final List<Listener> listeners = new ArrayList<>();
    private @Nullable StateMachine machine = segments == null ? null : machine(segments);
    private long term;

    /** Proposed in the belief to lead, and known to be lost to everyone else. */
    private final List<Pending> isolated = new ArrayList<>();

    private StoreStateMachine machine(List<Integer> of) {
      return new StoreStateMachine(store, GROUP, () -> of);
    }

    /** Takes part from now on, with a state from outside, until it is restarted. */
    public void attach(StateMachine attached) {
      if (segments != null || machine != null) {
        throw new IllegalStateException("The node has a state.");
      }
      machine = attached;
    }

    /** What the node has applied, where it has a state of its own. */
    public MemoryStore store() {
      return store;
    }

    @Override
    public Proposal propose(Proposable change) {
      if (term == NONE || change.term() != term) {
        throw new NotLeading();
      }
      if (disturbed(1)) {
        throw new DatabaseException(ErrorCode.UNAVAILABLE, REFUSED);
      }
      Pending pending = Pending.of(this);
      if (isReplaced()) {
        isolated.add(pending);
      } else {
        log.add(new Entry(entry(change), pending));
      }
      return new Proposal(pending.committed(), pending.applied());
    }

    @Override
    public Leadership leadership() {
      return this;
    }

    @Override
    public long term() {
      // It can be another one whenever it is asked for.
      if (disturbed(10)) {
        elect();
      }
      if (segments != null && disturbed(10)) {
        settle();
      }
      return term;
    }

    private boolean isBehind() {
      return machine != null && machine.appliedIndex() < log.size();
    }

    /** Whether another one leads by now, which it does not know. */
    private boolean isReplaced() {
      return term != NONE && term != currentTerm;
    }

    @Override
    public boolean holdsLease() {
      return term != NONE && !isReplaced();
    }

    @Override
    public CompletableFuture<@Nullable Void> readBarrier() {
      return !holdsLease()
          ? CompletableFuture.failedFuture(new NotLeading())
          : CompletableFuture.completedFuture(null);
    }

    @Override
    public void add(Listener listener) {
      listeners.add(listener);
    }

    @Override
    public void remove(Listener listener) {
      listeners.remove(listener);
    }

    /** Applies up to as many of the committed entries. */
    private void apply(int atMost) {
      StateMachine state = machine;
      if (state == null) {
        return;
      }
      if (isReplaced()) {
        follow();
      }
      for (int i = 0; i < atMost && state.appliedIndex() < committed; i++) {
        long index = state.appliedIndex() + 1;
        Entry entry = log.get((int) index - 1);
        List<Proposable> refused = state.apply(index, entry.term(), entry.content());
        if (!refused.isEmpty()) {
          throw new IllegalStateException("An entry that must not happen: " + refused);
        }
        complete(entry);
      }
      if (elected == this && state.appliedIndex() >= firstOfTerm) {
        elected = null;
        term = currentTerm;
        List.copyOf(listeners).forEach(listener -> listener.leads(term));
      }
    }

    private void complete(Entry entry) {
      Pending pending = entry.pending();
      if (pending != null && pending.origin() == this) {
        tell(
            () -> {
              pending.committed().complete(null);
              pending.applied().complete(null);
            });
      }
    }

    private void follow() {
      if (term != NONE) {
        term = NONE;
        List.copyOf(listeners).forEach(Listener::follows);
        isolated.forEach(lost -> lost.fail(chance(2) ? new NotLeading() : unknown()));
        isolated.clear();
      }
    }

    /** Begins anew from the store, which may have lost the note of what was applied last. */
    private void restart() {
      listeners.clear();
      if (segments == null || machine == null) {
        machine = null;
        return;
      }
      long index = machine.appliedIndex();
      machine = machine(segments);
      long again = Math.min(index, random.nextInt(4));
      // What is applied again is so in full and in order, which leaves the same.
      for (long i = index - again + 1; i <= index; i++) {
        for (Proposable change : changes(log.get((int) i - 1).content())) {
          store.write(change.batch());
        }
      }
    }

    private void installFrom(Node other) {
      if (machine == null || other.machine == null) {
        return;
      }
      try (GroupSnapshot snapshot = other.machine.snapshot()) {
        if (snapshot.index() > machine.appliedIndex()) {
          machine.install(snapshot);
          // Those who wait for entries that it did not apply itself have to be told, too.
          log.subList(0, (int) snapshot.index()).forEach(this::complete);
        }
      }
    }
  }

  private final Random random;

  /** Null if nodes get their states from outside. */
  private final @Nullable List<Integer> segments;

  private final int calmness;
  private boolean quiet;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Entry> log = new ArrayList<>();
  private final Queue<Runnable> untold = new ArrayDeque<>();
  private long committed;
  private long currentTerm;

  /** Elected, and leading once it has applied the first entry of its term. */
  private @Nullable Node elected;

  private long firstOfTerm;

  /**
   * @param segments what the keys of the group begin with
   * @param calmness one in how many proposals is refused, and in ten times as many questions for
   *     the leader there is another one; {@link #CALM} if it does nothing worse than to take its
   *     time
   */
  public SimulatedGroup(Random random, List<Integer> segments, int size, int calmness) {
    this(random, size, calmness, List.copyOf(segments));
  }

  /**
   * A group whose nodes take part from when their states are attached on.
   *
   * @param calmness as above
   */
  public SimulatedGroup(Random random, int size, int calmness) {
    this(random, size, calmness, null);
  }

  private SimulatedGroup(Random random, int size, int calmness, @Nullable List<Integer> segments) {
    this.random = random;
    this.segments = segments;
    this.calmness = calmness;
    for (int i = 0; i < size; i++) {
      nodes.add(new Node());
    }
  }

  /** Those that take part. */
  private List<Node> present() {
    return nodes.stream().filter(node -> node.machine != null).toList();
  }

  private boolean hasMajority() {
    return 2 * present().size() > nodes.size();
  }

  /** The place of the node that leads, as most would say; -1 if none does. */
  public int leader() {
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).holdsLease()) {
        return i;
      }
    }
    return -1;
  }

  /** Whether for some time nothing is refused, and nobody replaced, by itself. */
  public void quiet(boolean isQuiet) {
    quiet = isQuiet;
  }

  public List<Node> nodes() {
    return nodes;
  }

  /** Whether something is proposed and not applied everywhere. */
  public boolean isOpen() {
    return committed < log.size() || present().stream().anyMatch(node -> node.isBehind());
  }

  /** Commits some of what is proposed. */
  public void commit() {
    tell(random.nextInt(4));
    int open = log.size() - (int) committed;
    if (open > 0 && hasMajority()) {
      commitThrough(committed + 1 + random.nextInt(open));
    }
  }

  private void commitThrough(long index) {
    while (committed < index) {
      Entry entry = log.get((int) committed++);
      Pending pending = entry.pending();
      // A leader hears of it at once; one that has been replaced, when it applies the entry.
      if (pending != null && pending.origin().term == entry.term()) {
        tell(() -> pending.committed().complete(null));
      }
    }
  }

  /** Has an outcome told, in its order, now or later. */
  private void tell(Runnable outcome) {
    untold.add(outcome);
    tell(random.nextInt(3));
  }

  private void tell(int atMost) {
    for (int i = 0; i < atMost && !untold.isEmpty(); i++) {
      untold.remove().run();
    }
  }

  /** Has one of the nodes apply some of what is committed. */
  public void apply() {
    nodes.get(random.nextInt(nodes.size())).apply(1 + random.nextInt(4));
  }

  /** Has another leader, or the same one in another term. Some of what is not committed is lost. */
  public void elect() {
    if (hasMajority()) {
      List<Node> present = present();
      elect(present.get(random.nextInt(present.size())));
    }
  }

  /** Has a node lead, if it takes part and a majority does. */
  public void electIfPresent(Node next) {
    if (next.machine != null && hasMajority()) {
      elect(next);
    }
  }

  private void elect(Node next) {
    nodes.stream().filter(_ -> chance(2)).forEach(Node::follow);
    List<Entry> open = log.subList((int) committed, log.size());
    List<Entry> lost = open.subList(random.nextInt(open.size() + 1), open.size());
    for (Entry entry : lost) {
      Pending pending = entry.pending();
      if (pending != null && pending.origin().term == entry.term()) {
        pending.origin().isolated.add(pending);
      } else if (pending != null) {
        pending.fail(chance(2) ? new NotLeading() : unknown());
      }
    }
    lost.clear();
    // Nobody waits for ever: some give up on what is committed later after all.
    for (Entry entry : log.subList((int) committed, log.size())) {
      Pending pending = entry.pending();
      if (pending != null && chance(2)) {
        pending.fail(unknown());
      }
    }
    currentTerm++;
    elected = next;
    next.follow();
    log.add(new Entry(logged(new Barrier(currentTerm)), null));
    firstOfTerm = log.size();
  }

  /** Ends a node and begins it anew; what it has proposed has no known outcome. */
  public void restart(Node node) {
    node.follow();
    if (elected == node) {
      elected = null;
    }
    for (Entry entry : log) {
      if (entry.pending() != null && entry.pending().origin() == node) {
        entry.pending().fail(unknown());
      }
    }
    node.restart();
  }

  /** Gives one replica the state of another. Not to a leader, which has everything. */
  public void install() {
    Node behind = nodes.get(random.nextInt(nodes.size()));
    if (behind.term == Leadership.NONE && elected != behind) {
      behind.installFrom(nodes.get(random.nextInt(nodes.size())));
    }
  }

  /** Commits and applies everything at all nodes. */
  public void settle() {
    if (hasMajority()) {
      commitThrough(log.size());
    }
    nodes.forEach(node -> node.apply(Integer.MAX_VALUE));
    tell(Integer.MAX_VALUE);
  }

  public boolean hasLeader() {
    return nodes.stream().anyMatch(Leadership::isLeader);
  }

  private static LogEntry entry(Proposable change) {
    return logged(
        switch (change) {
          case Effect effect -> new Effects(List.of(effect));
          case Fence fence -> fence;
          case SegmentDrop drop -> drop;
        });
  }

  /** The entry as all nodes get it. */
  private static LogEntry logged(LogEntry entry) {
    return EntryCodec.decode(EntryCodec.encode(new LoggedEntry(new EntryOrigin(1, 0), entry)))
        .entry();
  }

  private static List<? extends Proposable> changes(LogEntry entry) {
    return switch (entry) {
      case Effects(List<Effect> effects) -> effects;
      case Fence fence -> List.of(fence);
      case SegmentDrop drop -> List.of(drop);
      case Barrier _ -> List.of();
    };
  }

  private boolean disturbed(int times) {
    return !quiet && calmness != CALM && chance(calmness * times);
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private static DatabaseException unknown() {
    return new DatabaseException(ErrorCode.UNAVAILABLE, UNKNOWN);
  }
}
