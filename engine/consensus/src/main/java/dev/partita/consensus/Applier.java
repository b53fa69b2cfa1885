package dev.partita.consensus;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.EntryCodec;
import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.LoggedEntry;
import dev.partita.replication.Proposable;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine has done with a replica's state, on a thread of the engine. Nothing is thrown to
 * it: an entry that cannot be applied now is tried again, and one that never can be stops the
 * replica, which never skips any.
 */
final class Applier extends StateMachineAdapter {

  /** Told of what happens, on a thread of the engine. */
  interface Events {
    /** This node was elected, and everything from before its term is applied. */
    void elected(long term);

    /**
     * @param handingOn whether it is for the sake of another node, and may fail
     */
    void deposed(boolean handingOn);

    /** There is a leader, which is another node. */
    void following();

    void applied(long index, long term, LoggedEntry entry, List<Proposable> refused);

    /** The state was replaced, so that entries were applied that were not told of. */
    void installed(long index, long term);

    /** It does not go on until the replica is started again. */
    void stuck(DatabaseException problem);

    /** It does not go on for the time being; null once it does. */
    void hindered(@Nullable DatabaseException problem);
  }

  /** An entry that this node has proposed, which need not be read to be applied. */
  interface Proposed extends Closure {
    LoggedEntry entry();
  }

  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);
  private static final long RETRY_MILLIS = 20;
  private static final long PIECE_TIMEOUT_MILLIS = 30_000;

  private final GroupParts parts;
  private final ReplicaState state;
  private final ReplicaRecord record;
  private final Events events;
  private volatile boolean stopping;

  Applier(GroupParts parts, ReplicaState state, ReplicaRecord record, Events events) {
    this.parts = parts;
    this.state = state;
    this.record = record;
    this.events = events;
  }

  void stopWaiting() {
    stopping = true;
  }

  @Override
  public void onApply(Iterator entries) {
    while (entries.hasNext()) {
      try {
        apply(entries);
      } catch (RuntimeException e) {
        DatabaseException problem = problem(e);
        entries.setErrorAndRollback(
            1, new Status(RaftError.ESTATEMACHINE, "%s", problem.getMessage()));
        if (!stopping) {
          events.stuck(problem);
        }
        return;
      }
      entries.next();
    }
  }

  private void apply(Iterator entries) {
    long index = entries.getIndex();
    long term = entries.getTerm();
    LoggedEntry entry =
        entries.done() instanceof Proposed proposed
            ? proposed.entry()
            : EntryCodec.decode(bytes(entries.getData()));
    events.applied(index, term, entry, applyWhenPossible(index, term, entry));
  }

  private static byte[] bytes(ByteBuffer data) {
    byte[] bytes = new byte[data.remaining()];
    data.duplicate().get(bytes);
    return bytes;
  }

  private List<Proposable> applyWhenPossible(long index, long term, LoggedEntry entry) {
    boolean hindered = false;
    while (true) {
      try {
        List<Proposable> refused = state.apply(index, term, entry.entry());
        if (hindered) {
          events.hindered(null);
        }
        return refused;
      } catch (DatabaseException e) {
        boolean passes = e.code() == ErrorCode.STORAGE_FULL || e.code() == ErrorCode.UNAVAILABLE;
        if (!passes || stopping) {
          throw e;
        }
        if (!hindered) {
          LOG.warn("An entry cannot be applied now, and is tried again: {}", e.getMessage());
          events.hindered(e);
          hindered = true;
        }
        parts.clock().sleep(RETRY_MILLIS);
      }
    }
  }

  private static DatabaseException problem(RuntimeException e) {
    return e instanceof DatabaseException known
        ? known
        : new DatabaseException(
            ErrorCode.INTERNAL, "An entry of the replication log could not be applied.", e);
  }

  @Override
  public void onSnapshotSave(SnapshotWriter writer, Closure done) {
    long applied = state.appliedIndex();
    parts.threads().execute(() -> save((CoveredSnapshots.Writer) writer, done, applied));
  }

  private void save(CoveredSnapshots.Writer writer, Closure done, long applied) {
    try {
      parts.flush().run();
      long durable = state.durableIndex();
      if (durable < applied) {
        throw new IllegalStateException(
            "Flushed, and yet durable only to " + durable + " instead of " + applied);
      }
      writer.stateIndex(applied);
      done.run(Status.OK());
    } catch (RuntimeException e) {
      LOG.warn("The state of a replica was not made durable: {}", e.getMessage());
      done.run(new Status(RaftError.EAGAIN, "%s", e.getMessage()));
    }
  }

  @Override
  public boolean onSnapshotLoad(SnapshotReader reader) {
    CoveredSnapshots.Reader wanted = (CoveredSnapshots.Reader) reader;
    CoveredSnapshots.Source source = wanted.source();
    if (source == null) {
      return true;
    }
    Covered covered = source.covered();
    long startNanos = parts.clock().nanos();
    try (GroupSnapshot received =
        parts
            .streams()
            .from(
                source.node(),
                source.stream(),
                covered.index(),
                covered.term(),
                PIECE_TIMEOUT_MILLIS)) {
      state.install(received);
      // The note is the promise that the log need not go back any further.
      parts.flush().run();
      record.cover(covered);
      LOG.info(
          "Received the state of the replica from node {} up to entry {} in {} ms",
          source.node(),
          covered.index(),
          (parts.clock().nanos() - startNanos) / 1_000_000);
      events.installed(covered.index(), covered.term());
      return true;
    } catch (RuntimeException e) {
      LOG.warn(
          "Receiving the state of the replica from node {} broke off, and is begun again: {}",
          source.node(),
          e.getMessage());
      return false;
    }
  }

  @Override
  public void onLeaderStart(long term) {
    events.elected(term);
  }

  @Override
  public void onLeaderStop(Status status) {
    events.deposed(status.getRaftError() == RaftError.ETRANSFERLEADERSHIP);
  }

  @Override
  public void onStartFollowing(LeaderChangeContext context) {
    events.following();
  }

  @Override
  public void onError(RaftException e) {
    if (!stopping) {
      events.stuck(
          new DatabaseException(
                  ErrorCode.UNAVAILABLE, "A replica takes no part until it is started again.", e)
              .with("reason", String.valueOf(e.getStatus().getErrorMsg())));
    }
  }
}
