package dev.partita.consensus;

import com.alipay.sofa.jraft.Status;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.consensus.PendingProposals.Change;
import dev.partita.replication.Barrier;
import dev.partita.replication.EntryCodec;
import dev.partita.replication.EntryOrigin;
import dev.partita.replication.Leadership;
import dev.partita.replication.LoggedEntry;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.StateMachine;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica of a group on the engine. What the engine tells comes on its own thread, in the order
 * of the log; from there it goes on, in this order, on {@link #told}, where proposals get their
 * outcomes and leadership begins and ends. Safe for use by any number of threads.
 */
final class JraftGroup
    implements ReplicationGroup, Leadership, Applier.Events, Messenger.Recipient {

  private static final Logger LOG = LoggerFactory.getLogger(JraftGroup.class);
  private static final long POLL_MILLIS = 2;
  private static final int IDLE_TIMEOUTS = 4;

  private final int number;
  private final GroupParts parts;
  private final Members initial;
  private final ReplicaState state;
  private final ReplicaRecord record;
  private final VotePromise promise;
  private final Acknowledgements acknowledgements;
  private final PendingProposals pending = new PendingProposals();
  private final Shipper shipper;
  private final AppliedWaiters waiters = new AppliedWaiters();
  private final ReadBarriers barriers;
  private final InOrder told;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final LongAdder elections = new LongAdder();
  private final Catching catching;
  private final Covering covering;
  private final MemberChanges memberChanges;
  private final AtomicBoolean transferring = new AtomicBoolean();
  private volatile RaftReplica replica;
  private volatile long term = NONE;

  /** The term in which the engine leads; the entry that begins it is not applied at first. */
  private volatile long electedTerm = NONE;

  private volatile long newestTerm;
  private volatile boolean handingOn;
  private volatile long deposedNanos;
  private volatile @Nullable DatabaseException problem;
  private volatile long restartNanos;
  private volatile long idleNanos;
  private volatile boolean closed;

  JraftGroup(int number, GroupParts parts, Members initial, StateMachine machine) {
    this.number = number;
    this.parts = parts;
    this.initial = initial;
    state = new ReplicaState(machine);
    record = new ReplicaRecord(parts.store(), number);
    int timeoutMillis = parts.options().electionTimeoutMillis();
    promise = new VotePromise(parts.clock(), timeoutMillis);
    acknowledgements = new Acknowledgements(parts.self(), parts.clock(), timeoutMillis, promise);
    shipper = new Shipper(parts.self(), parts.proposals(), pending, this::carry);
    told = new InOrder(parts.threads());
    idleNanos = parts.clock().nanos();
    barriers =
        new ReadBarriers(
            number, parts, waiters, () -> term, () -> replica, state, this::isLeaseValid);
    catching = new Catching(number, parts, record);
    covering = new Covering(number, parts);
    memberChanges = new MemberChanges(number, parts, () -> replica, this::isLeader, this::addEntry);
    replica = newReplica();
  }

  private RaftReplica newReplica() {
    return new RaftReplica(
        number, parts, members0(), state, record, promise, acknowledgements, this);
  }

  /** One that is to be filled by others knows nothing of members but from them. */
  private Members members0() {
    return record.isJoining() ? Members.UNKNOWN : initial;
  }

  /** Begins to take part. */
  void start() {
    try {
      replica.start(members0());
    } catch (RaftReplica.StateLost lost) {
      LOG.warn(
          "The data of replication group {} are not there any more, though its log is; the replica"
              + " begins anew and is filled by the others",
          number);
      record.beginAnew();
      replica = newReplica();
      replica.start(Members.UNKNOWN);
    }
    parts.messenger().add(number, this);
  }

  @Override
  public int number() {
    return number;
  }

  // What the leader proposes.

  @Override
  public Proposal propose(Proposable change) {
    Change proposed = Change.of(change);
    shipper.add(proposed);
    return new Proposal(proposed.outcome(), proposed.outcome());
  }

  private record Carried(LoggedEntry entry, Consumer<Status> whenRefused)
      implements Applier.Proposed {

    @Override
    public void run(Status status) {
      if (!status.isOk()) {
        whenRefused.accept(status);
      }
    }
  }

  private void carry(Shipper.Shipment shipment) {
    carry(shipment.entry(), shipment.bytes(), shipment.entry().entry().term());
  }

  private void carry(LoggedEntry entry, byte[] bytes, long ofTerm) {
    try {
      replica.propose(bytes, ofTerm, new Carried(entry, _ -> told.execute(() -> refused(ofTerm))));
    } catch (IllegalStateException stopping) {
      // Whether it is in the log is found out there, or never by this process.
      LOG.debug("A replica that stops takes no entry: {}", stopping.getMessage());
    }
  }

  /** The engine has not taken an entry, or has lost it: either way the term is over here. */
  private void refused(long ofTerm) {
    if (term == ofTerm) {
      follow();
    }
  }

  // What the engine tells.

  @Override
  public void elected(long ofTerm) {
    if (handingOn && electedTerm == ofTerm) {
      // Nobody took over, so the same term goes on.
      handingOn = false;
      return;
    }
    elections.increment();
    electedTerm = ofTerm;
    carryBarrier(ofTerm);
  }

  private void carryBarrier(long ofTerm) {
    EntryOrigin origin = new EntryOrigin(parts.self(), parts.proposals().getAsLong());
    LoggedEntry barrier = new LoggedEntry(origin, new Barrier(ofTerm));
    carry(barrier, EntryCodec.encode(barrier), ofTerm);
  }

  private void addEntry() {
    long current = term;
    if (current != NONE && !handingOn) {
      carryBarrier(current);
    }
  }

  @Override
  public void deposed(boolean isHandingOn) {
    if (isHandingOn) {
      handingOn = true;
    } else {
      endTerm();
    }
  }

  private void endTerm() {
    electedTerm = NONE;
    handingOn = false;
    told.execute(this::follow);
  }

  @Override
  public void following() {
    elections.increment();
    if (electedTerm != NONE) {
      endTerm();
    }
  }

  @Override
  public void applied(long index, long ofTerm, LoggedEntry entry, List<Proposable> refused) {
    boolean ours = entry.origin().node() == parts.self();
    List<Change> changes = ours ? pending.take(entry.origin().proposal()) : List.of();
    List<Change> lost = ofTerm == newestTerm ? List.of() : pending.takeBefore(ofTerm);
    newestTerm = ofTerm;
    boolean begins = ours && entry.entry() instanceof Barrier && ofTerm == electedTerm;
    told.execute(
        () -> {
          PendingProposals.lost(lost);
          PendingProposals.applied(changes, entry.entry(), refused);
          waiters.applied(index);
          if (begins) {
            lead(ofTerm);
          } else if (!changes.isEmpty()) {
            shipper.arrived(ofTerm);
          }
        });
  }

  @Override
  public void installed(long index, long ofTerm) {
    List<Change> unseen = pending.takeBefore(ofTerm + 1);
    newestTerm = ofTerm;
    told.execute(
        () -> {
          PendingProposals.unknown(unseen);
          waiters.applied(index);
        });
  }

  @Override
  public void hindered(@Nullable DatabaseException reason) {
    problem = reason;
  }

  @Override
  public void stuck(DatabaseException reason) {
    if (problem == null || problem.code() == ErrorCode.STORAGE_FULL) {
      LOG.warn("The replica of group {} takes no part any more: {}", number, reason.getMessage());
      problem = reason;
    }
    restartNanos = parts.clock().nanos() + timeoutNanos();
    endTerm();
  }

  private long timeoutNanos() {
    return TimeUnit.MILLISECONDS.toNanos(parts.options().electionTimeoutMillis());
  }

  // Leadership, on the thread of what is told.

  private void lead(long ofTerm) {
    if (electedTerm != ofTerm || term == ofTerm || closed) {
      return;
    }
    shipper.begin(ofTerm);
    term = ofTerm;
    listeners.forEach(listener -> listener.leads(ofTerm));
  }

  private void follow() {
    PendingProposals.lost(shipper.end());
    if (term != NONE) {
      deposedNanos = parts.clock().nanos();
      term = NONE;
      listeners.forEach(Listener::follows);
    }
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
    long current = term;
    return current != NONE && isLeaseValid(current);
  }

  private boolean isLeaseValid(long ofTerm) {
    return acknowledgements.isLeaseValid(ofTerm, replica.members());
  }

  @Override
  public CompletableFuture<@Nullable Void> readBarrier() {
    return closed ? CompletableFuture.failedFuture(new NotLeading()) : barriers.barrier();
  }

  @Override
  public void add(Listener listener) {
    listeners.add(listener);
  }

  @Override
  public void remove(Listener listener) {
    listeners.remove(listener);
  }

  // What other replicas ask.

  @Override
  public CompletableFuture<byte[]> answer(int node, MessageKind kind, byte[] frame) {
    return switch (kind) {
      case TERM -> CompletableFuture.completedFuture(ReadBarriers.answer(replica.promisedTerm()));
      case COMMITTED -> barriers.committedIndexFor().thenApply(ReadBarriers::answer);
      case LEVEL ->
          CompletableFuture.completedFuture(ReadBarriers.answer(record.isJoining() ? 0 : 1));
      case LAST -> barriers.lastIndex().thenApply(ReadBarriers::answer);
      default -> replica.answer(kind, frame);
    };
  }

  // Members and leadership as others want them.

  @Override
  public int leader() {
    return closed ? NO_NODE : replica.leader();
  }

  @Override
  public Members members() {
    return replica.members().members();
  }

  @Override
  public CompletableFuture<@Nullable Void> changeMembers(Members members) {
    if (members.voters().isEmpty()) {
      throw new IllegalArgumentException("A group has at least one voter.");
    }
    return beside(() -> memberChanges.change(members));
  }

  /** Does what waits. */
  private CompletableFuture<@Nullable Void> beside(Runnable work) {
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    parts
        .threads()
        .execute(
            () -> {
              try {
                work.run();
                done.complete(null);
              } catch (RuntimeException e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }

  @Override
  public CompletableFuture<@Nullable Void> transferLeadership(int to) {
    return beside(() -> handOn(to));
  }

  private void handOn(int to) {
    long ofTerm = term;
    if (ofTerm == NONE) {
      throw new NotLeading();
    }
    if (!transferring.compareAndSet(false, true)) {
      throw Refusals.busy(number);
    }
    shipper.pause(true);
    try {
      // What the engine refuses meanwhile would be lost in a term that may go on.
      await(shipper::isIdle);
      Status status = replica.transferLeadership(to);
      if (!status.isOk()) {
        throw Refusals.of(status, number, true);
      }
      await(() -> term != ofTerm || !replica.isTransferring());
      await(() -> term != ofTerm || (!handingOn && replica.leads()));
      if (term == ofTerm) {
        throw Refusals.of(new Status(-1, "Nobody has taken over in time."), number, true);
      }
    } finally {
      transferring.set(false);
      shipper.pause(false);
      shipper.ship();
    }
  }

  private void await(BooleanSupplier condition) {
    long limitMillis = 4L * parts.options().electionTimeoutMillis();
    Deadline deadline = Deadline.in(limitMillis, parts.clock());
    while (!condition.getAsBoolean() && !deadline.isOver()) {
      parts.clock().sleep(POLL_MILLIS);
    }
  }

  @Override
  public boolean isReadable() {
    return !closed && !state.isInstalling() && state.appliedIndex() > 0 && !record.isJoining();
  }

  @Override
  public GroupStatus status() {
    RaftReplica current = replica;
    StoredLog log = current.log();
    long leading = term;
    DatabaseException full =
        parts.store().isFull()
            ? new DatabaseException(
                ErrorCode.STORAGE_FULL, "The log of the replication groups waits for room.")
            : null;
    DatabaseException failed = parts.store().failure();
    return new GroupStatus(
        Math.max(current.promisedTerm(), newestTerm),
        leader(),
        log.getFirstLogIndex(),
        log.getLastLogIndex(),
        current.isActive() ? current.committedIndex() : state.appliedIndex(),
        state.appliedIndex(),
        state.durableIndex(),
        parts.store().bytes(number),
        elections.sum(),
        state.isInstalling(),
        leading == NONE ? List.of() : acknowledgements.status(leading, members()),
        failed != null ? failed : problem != null ? problem : full);
  }

  // Upkeep, by one thread from time to time.

  /** Makes the state durable if enough of the log is not covered, or at once. */
  CompletableFuture<@Nullable Void> cover(boolean atOnce) {
    return closed ? CompletableFuture.completedFuture(null) : covering.cover(replica, atOnce);
  }

  /** Looks after what waits and what has stopped. */
  void tick() {
    if (closed) {
      return;
    }
    RaftReplica current = replica;
    if (!waiters.isEmpty()) {
      long settled = current.settledIndex();
      told.execute(() -> waiters.applied(Math.max(settled, state.appliedIndex())));
    }
    if (electedTerm != NONE && !current.leads()) {
      endTerm();
    }
    long now = parts.clock().nanos();
    if (electedTerm == NONE || term != NONE) {
      idleNanos = now;
    } else if (now - idleNanos > IDLE_TIMEOUTS * timeoutNanos()) {
      // Elected, and yet not leading: what was refused ended the term here, and not for the engine.
      idleNanos = now;
      parts.threads().execute(this::restart);
    }
    long unknownNanos = TimeUnit.MILLISECONDS.toNanos(parts.options().unknownAfterMillis());
    if (term == NONE && electedTerm == NONE && now - deposedNanos > unknownNanos) {
      List<Change> unknown = pending.takeBefore(Long.MAX_VALUE);
      told.execute(() -> PendingProposals.unknown(unknown));
    }
    restartIfDue(now);
    catching.tick(current);
    if (isHindered() && term != NONE && !handingOn) {
      CompletableFuture<@Nullable Void> _ = transferLeadership(NO_NODE);
    }
  }

  /** Whether the disk keeps this node from what a leader has to do. */
  private boolean isHindered() {
    return problem != null || parts.store().isFull();
  }

  private void restartIfDue(long now) {
    DatabaseException known = problem;
    boolean due =
        known != null
            && restartNanos != 0
            && now - restartNanos >= 0
            && known.code() == ErrorCode.UNAVAILABLE
            && parts.store().failure() == null;
    if (due) {
      restartNanos = 0;
      parts.threads().execute(this::restart);
    }
  }

  private synchronized void restart() {
    if (closed) {
      return;
    }
    parts.messenger().remove(number);
    replica.stop();
    problem = null;
    replica = newReplica();
    try {
      start();
    } catch (DatabaseException e) {
      stuck(e);
    }
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      replica.stop();
      parts.messenger().remove(number);
      parts.streams().closeAll(number);
    }
    electedTerm = NONE;
    List<Change> open = pending.takeBefore(Long.MAX_VALUE);
    told.execute(
        () -> {
          follow();
          PendingProposals.unknown(open);
          waiters.fail(new NotLeading());
        });
  }
}
