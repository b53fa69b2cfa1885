package dev.partita.consensus;

import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.google.protobuf.Message;
import dev.partita.base.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What the engine says to other replicas of a group. On the way it is seen who has acknowledged
 * what, and votes go out only as far as the {@link VotePromise} allows. Safe for use by any number
 * of threads.
 */
final class Outbox {

  private final int group;
  private final Messenger messenger;
  private final VotePromise promise;
  private final Acknowledgements acknowledgements;
  private final ReplicaRecord record;
  private final Clock clock;

  /** The newest term in which the leader has asked this node to have itself elected. */
  private volatile long handedOnTerm;

  Outbox(
      int group,
      Messenger messenger,
      VotePromise promise,
      Acknowledgements acknowledgements,
      ReplicaRecord record,
      Clock clock) {
    this.group = group;
    this.messenger = messenger;
    this.promise = promise;
    this.acknowledgements = acknowledgements;
    this.record = record;
    this.clock = clock;
  }

  /** This node may have itself elected in a term although the leader before is alive. */
  void handedOn(long term) {
    handedOnTerm = Math.max(handedOnTerm, term);
  }

  /**
   * @throws RemotingException if the message is not sent
   */
  void send(int node, Object message, InvokeCallback callback, long timeoutMillis)
      throws RemotingException {
    MessageKind kind =
        MessageKind.of(message)
            .orElseThrow(() -> new RemotingException("No message of ours: " + message.getClass()));
    Message request = (Message) message;
    int flags = 0;
    switch (request) {
      case RequestVoteRequest vote -> flags = voteFlags(vote);
      case TimeoutNowRequest handOn -> acknowledgements.handOn(handOn.getTerm());
      case InstallSnapshotRequest _ -> acknowledgements.installing(node, true);
      default -> {}
    }
    long sentNanos = clock.nanos();
    CompletableFuture<byte[]> _ =
        messenger
            .ask(node, kind.frame(group, flags, request), timeoutMillis)
            .whenComplete(
                (frame, failure) ->
                    received(node, kind, request, sentNanos, frame, failure, callback));
  }

  private int voteFlags(RequestVoteRequest vote) throws RemotingException {
    boolean handedOn = !vote.getPreVote() && vote.getTerm() == handedOnTerm;
    boolean may =
        !record.isJoining() && (vote.getPreVote() || promise.vote(vote.getTerm(), handedOn));
    if (!may) {
      throw new RemotingException("This node must not ask for votes now.");
    }
    return handedOn ? MessageKind.HANDED_ON : 0;
  }

  private void received(
      int node,
      MessageKind kind,
      Message request,
      long sentNanos,
      byte @Nullable [] frame,
      @Nullable Throwable failure,
      InvokeCallback callback) {
    if (request instanceof InstallSnapshotRequest) {
      acknowledgements.installing(node, false);
    }
    Message response = null;
    Throwable problem = failure;
    if (frame != null) {
      try {
        response = kind.answer(frame);
        note(node, request, response, sentNanos);
      } catch (RuntimeException e) {
        problem = e;
      }
    }
    Message answer = response;
    RemotingException reason =
        problem == null ? null : new RemotingException(problem.getMessage(), problem);
    Executor executor = callback.executor();
    if (executor == null) {
      callback.complete(answer, reason);
    } else {
      executor.execute(() -> callback.complete(answer, reason));
    }
  }

  private void note(int node, Message request, Message response, long sentNanos) {
    if (request instanceof AppendEntriesRequest append
        && response instanceof AppendEntriesResponse appended
        && appended.getSuccess()
        && appended.getTerm() == append.getTerm()) {
      long matchIndex = append.getPrevLogIndex() + append.getEntriesCount();
      acknowledgements.acknowledged(node, append.getTerm(), sentNanos, matchIndex);
    }
  }
}
