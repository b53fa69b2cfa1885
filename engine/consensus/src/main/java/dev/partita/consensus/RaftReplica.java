package dev.partita.consensus;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.JRaftServiceFactory;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.core.State;
import com.alipay.sofa.jraft.entity.EnumOutter.ReadOnlyType;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.entity.codec.LogEntryCodecFactory;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.ApplyTaskMode;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexResponse;
import com.alipay.sofa.jraft.rpc.RpcResponseClosure;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import com.alipay.sofa.jraft.storage.SnapshotStorage;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.group.Members;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A replica of a group as the engine has it, from a start to a stop. Safe for use by any number of
 * threads.
 */
final class RaftReplica {

  private static final int HEARTBEATS_PER_TIMEOUT = 10;
  private static final int RING_SIZE = 1_024;
  private static final int MEGABYTE = 1 << 20;
  private static final int ENTRIES_IN_MESSAGE_MAX = 256;
  private static final int MESSAGES_UNDER_WAY_MAX = 64;
  private static final int TIMER_THREADS = 2;
  private static final int ANSWER_THREADS = 6;
  private static final int ELECTION_SPREAD_PERCENT = 30;
  private static final int ANSWER_MILLIS_MIN = 1_000;

  private final int number;
  private final GroupParts parts;
  private final ReplicaState state;
  private final StoredLog log;
  private final StoredVote vote;
  private final ReplicaRecord record;
  private final CoveredSnapshots snapshots;
  private final Applier applier;
  private final NodeImpl engine;
  private final Inbox inbox;
  private final NodeOptions options;
  private final ReentrantReadWriteLock proposing = new ReentrantReadWriteLock();
  private volatile boolean stopped;
  private volatile long announcedIndex;

  RaftReplica(
      int number,
      GroupParts parts,
      Members initial,
      ReplicaState state,
      ReplicaRecord record,
      VotePromise promise,
      Acknowledgements acknowledgements,
      Applier.Events events) {
    this.number = number;
    this.parts = parts;
    this.state = state;
    this.record = record;
    log = new StoredLog(parts.store(), number, initial);
    vote = new StoredVote(parts.store(), number);
    snapshots = new CoveredSnapshots(record, parts.streams(), this::openState);
    applier = new Applier(parts, state, record, events);
    Outbox outbox =
        new Outbox(number, parts.messenger(), promise, acknowledgements, record, parts.clock());
    options = options(outbox, initial);
    engine = new NodeImpl("group-" + number, NodeNames.peer(parts.self()));
    inbox = new Inbox(engine, promise, record, outbox, parts.threads());
  }

  /**
   * Finds out where the replica was left, and takes part.
   *
   * @throws DatabaseException as {@link dev.partita.replication.group.ReplicationNode#open}
   */
  void start(Members initial) {
    vote.load();
    if (log.isEmpty() && record.covered() == null) {
      beginGroup(initial);
    } else if (record.hasLostState(log.getLastLogIndex(), state.appliedIndex())) {
      throw new StateLost();
    }
    NodeManager.getInstance().addAddress(NodeNames.endpoint(parts.self()));
    if (!engine.init(options)) {
      engine.shutdown();
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE,
              "A replica could not be started; the log of the process says why.")
          .with("group", number);
    }
    snapshots.started();
  }

  /** The replica has a log and no state: it has to begin anew. */
  static final class StateLost extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;
  }

  private void beginGroup(Members initial) {
    long applied = state.appliedIndex();
    if (initial.voters().isEmpty() && applied == 0) {
      if (!record.isJoining()) {
        record.join();
      }
    } else if (applied > 0) {
      beginFromState(initial, applied);
    }
  }

  /** A group that begins at one node may begin with a state that has no log. */
  private void beginFromState(Members initial, long applied) {
    if (!initial.all().equals(Members.of(List.of(parts.self())).all())) {
      // Says what does not fit.
      record.hasLostState(log.getLastLogIndex(), applied);
    }
    try (GroupSnapshot snapshot = state.snapshot()) {
      long term = Math.max(1, snapshot.term());
      vote.setTerm(Math.max(term, vote.term()));
      record.cover(new Covered(applied, term, applied, MemberChange.to(initial)));
      log.reset(applied + 1);
    }
  }

  private NodeOptions options(Outbox outbox, Members initial) {
    NodeOptions settings = new PeersRpcClient.Options(outbox);
    int timeoutMillis = parts.options().electionTimeoutMillis();
    settings.setElectionTimeoutMs(timeoutMillis);
    settings.setInitialConf(
        initial.voters().isEmpty() ? new Configuration() : NodeNames.configuration(initial));
    settings.setFsm(applier);
    settings.setServiceFactory(new Storages());
    settings.setLogUri("log");
    settings.setRaftMetaUri("vote");
    settings.setSnapshotUri("state");
    settings.setSnapshotIntervalSecs(0);
    settings.setDisableCli(true);
    settings.setApplyTaskMode(ApplyTaskMode.Blocking);
    settings.setSharedTimerPool(true);
    settings.setSharedElectionTimer(true);
    settings.setSharedVoteTimer(true);
    settings.setSharedStepDownTimer(true);
    settings.setSharedSnapshotTimer(true);
    settings.setTimerPoolSize(TIMER_THREADS);
    settings.setRpcProcessorThreadPoolSize(ANSWER_THREADS);
    settings.setRpcDefaultTimeout(Math.max(ANSWER_MILLIS_MIN, 4 * timeoutMillis));
    settings.setRpcInstallSnapshotTimeout((int) TimeUnit.HOURS.toMillis(2));
    settings.setAppendEntriesExecutors(parts.appending());
    RaftOptions raft = settings.getRaftOptions();
    raft.setMaxElectionDelayMs(Math.max(1, timeoutMillis * ELECTION_SPREAD_PERCENT / 100));
    raft.setElectionHeartbeatFactor(HEARTBEATS_PER_TIMEOUT);
    raft.setMaxByteCountPerRpc(MEGABYTE);
    raft.setMaxBodySize(MEGABYTE);
    raft.setMaxAppendBufferSize(MEGABYTE);
    raft.setMaxEntriesSize(ENTRIES_IN_MESSAGE_MAX);
    raft.setMaxReplicatorInflightMsgs(MESSAGES_UNDER_WAY_MAX);
    raft.setDisruptorBufferSize(RING_SIZE);
    raft.setOpenStatistics(false);
    return settings;
  }

  private final class Storages implements JRaftServiceFactory {

    @Override
    public LogStorage createLogStorage(String uri, RaftOptions raftOptions) {
      return log;
    }

    @Override
    public SnapshotStorage createSnapshotStorage(NodeOptions nodeOptions) {
      return snapshots;
    }

    @Override
    public RaftMetaStorage createRaftMetaStorage(String uri, RaftOptions raftOptions) {
      return vote;
    }

    /** The engine asks for one; {@link StoredEntry} has ours. */
    @Override
    public LogEntryCodecFactory createLogEntryCodecFactory() {
      return LogEntryV2CodecFactory.getInstance();
    }
  }

  /** Opens the state as it is now for another replica. */
  private CoveredSnapshots.Source openState() {
    GroupSnapshot snapshot = state.snapshot();
    long index = snapshot.index();
    Covered noted = record.covered();
    MemberChange members = log.membersAt(index, noted == null ? null : noted.members());
    Covered covered = new Covered(index, snapshot.term(), index, members);
    return new CoveredSnapshots.Source(
        parts.self(), parts.streams().open(number, snapshot), covered);
  }

  StoredLog log() {
    return log;
  }

  /** The newest term that this replica has promised anything in. */
  long promisedTerm() {
    return vote.term();
  }

  /** The members as the newest entry has them. */
  MemberChange members() {
    Covered noted = record.covered();
    return log.membersAt(Long.MAX_VALUE, noted == null ? null : noted.members());
  }

  int leader() {
    return NodeNames.node(engine.getLeaderId());
  }

  /** Whether the engine takes itself for the leader, though it may be about to stop. */
  boolean leads() {
    return engine.getNodeState().compareTo(State.STATE_TRANSFERRING) <= 0;
  }

  boolean isTransferring() {
    return engine.getNodeState() == State.STATE_TRANSFERRING;
  }

  /**
   * The last entry that is known to be committed.
   *
   * @throws IllegalStateException if the replica takes no part any more
   */
  long committedIndex() {
    return engine.getLastCommittedIndex();
  }

  /** Whether the engine takes part, or else waits for being started again. */
  boolean isActive() {
    return engine.getNodeState().isActive();
  }

  /**
   * Has the others learn at once how far the log is committed, which they otherwise do with the
   * next entry or heartbeat.
   */
  void announceCommitted() {
    long committed = committedIndex();
    if (committed > announcedIndex) {
      announcedIndex = committed;
      ReadIndexRequest request =
          ReadIndexRequest.newBuilder()
              .setGroupId(engine.getGroupId())
              .setServerId(engine.getServerId().toString())
              .setReadOnlyOptions(ReadOnlyType.READ_ONLY_SAFE)
              .build();
      // What the engine makes of the answers to the heartbeats that this sends is of no concern.
      engine.handleReadIndexRequest(request, new Unheard());
    }
  }

  private static final class Unheard implements RpcResponseClosure<ReadIndexResponse> {
    @Override
    public void setResponse(ReadIndexResponse response) {}

    @Override
    public void run(Status status) {}
  }

  /** The last entry that the engine has had applied, those about members included. */
  long settledIndex() {
    return engine.getLastAppliedLogIndex();
  }

  /**
   * Hands an entry to the engine, for one term alone.
   *
   * @throws IllegalStateException if the replica stops
   */
  void propose(byte[] entry, long term, Closure done) {
    proposing.readLock().lock();
    try {
      if (stopped) {
        throw new IllegalStateException("The replica has stopped.");
      }
      engine.apply(new Task(ByteBuffer.wrap(entry), done, term));
    } finally {
      proposing.readLock().unlock();
    }
  }

  CompletableFuture<byte[]> answer(MessageKind kind, byte[] frame) {
    return inbox.answer(kind, frame);
  }

  void changeMembers(Members members, Closure done) {
    engine.changePeers(NodeNames.configuration(members), done);
  }

  Status transferLeadership(int to) {
    return engine.transferLeadershipTo(to == 0 ? PeerId.ANY_PEER : NodeNames.peer(to));
  }

  /** Makes the state durable and notes it, so that the log can be cut. */
  CompletableFuture<@Nullable Void> cover() {
    CompletableFuture<@Nullable Void> covered = new CompletableFuture<>();
    engine.snapshot(
        status -> {
          if (status.isOk()) {
            covered.complete(null);
          } else {
            covered.completeExceptionally(
                new DatabaseException(
                        ErrorCode.UNAVAILABLE, "The state of a replica was not made durable.")
                    .with("reason", status.getErrorMsg()));
          }
        });
    return covered;
  }

  /** Returns when nothing of it runs any more. */
  void stop() {
    applier.stopWaiting();
    log.stopWaiting();
    // The engine takes no entry apart from its end well.
    proposing.writeLock().lock();
    try {
      stopped = true;
    } finally {
      proposing.writeLock().unlock();
    }
    engine.shutdown();
    try {
      engine.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
