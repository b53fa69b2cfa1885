package dev.partita.consensus;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcRequestClosure;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.Message;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What other replicas say to one of a group, passed on to the engine: appended entries in the order
 * in which they come, votes only as far as the {@link VotePromise} allows. Safe for use by any
 * number of threads.
 */
final class Inbox {

  private final NodeImpl engine;
  private final VotePromise promise;
  private final ReplicaRecord record;
  private final Outbox outbox;
  private final Executor threads;
  private final Executor inOrder;

  Inbox(
      NodeImpl engine, VotePromise promise, ReplicaRecord record, Outbox outbox, Executor threads) {
    this.engine = engine;
    this.promise = promise;
    this.record = record;
    this.outbox = outbox;
    this.threads = threads;
    this.inOrder = new InOrder(threads);
  }

  /** Answers one of the engine's messages. */
  CompletableFuture<byte[]> answer(MessageKind kind, byte[] frame) {
    Message request = kind.request(frame);
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    switch (request) {
      case AppendEntriesRequest append -> {
        // Heartbeats pass by what is appended, or a slow disk would look like a silent leader.
        Executor executor = append.getEntriesCount() == 0 ? threads : inOrder;
        executor.execute(() -> append(append, answer));
      }
      case RequestVoteRequest vote ->
          threads.execute(() -> vote(vote, MessageKind.flags(frame), answer));
      case TimeoutNowRequest handOn -> threads.execute(() -> handOn(handOn, answer));
      case InstallSnapshotRequest install -> threads.execute(() -> install(install, answer));
      default -> throw new IllegalStateException("No message for the engine: " + kind);
    }
    return answer;
  }

  private void append(AppendEntriesRequest request, CompletableFuture<byte[]> answer) {
    RpcRequestClosure done =
        closure(
            AppendEntriesResponse.getDefaultInstance(),
            answer,
            response -> {
              boolean acknowledges =
                  response instanceof AppendEntriesResponse appended && appended.getSuccess();
              if (acknowledges && !promise.acknowledge(request.getTerm())) {
                answer.completeExceptionally(
                    new DatabaseException(
                        ErrorCode.UNAVAILABLE, "The node has voted for another leader since."));
              } else {
                answer.complete(MessageKind.answer(response));
              }
            });
    send(done, answer, () -> engine.handleAppendEntriesRequest(request, done));
  }

  private void vote(RequestVoteRequest request, int flags, CompletableFuture<byte[]> answer) {
    boolean handedOn = (flags & MessageKind.HANDED_ON) != 0;
    boolean may =
        !record.isJoining()
            && (request.getPreVote()
                ? promise.mayTry()
                : promise.vote(request.getTerm(), handedOn));
    if (!may) {
      answer.complete(
          MessageKind.answer(
              RequestVoteResponse.newBuilder().setTerm(0).setGranted(false).build()));
      return;
    }
    RpcRequestClosure done = closure(RequestVoteResponse.getDefaultInstance(), answer);
    send(
        done,
        answer,
        () ->
            request.getPreVote()
                ? engine.handlePreVoteRequest(request)
                : engine.handleRequestVoteRequest(request));
  }

  private void handOn(TimeoutNowRequest request, CompletableFuture<byte[]> answer) {
    if (record.isJoining()) {
      answer.complete(
          MessageKind.answer(
              TimeoutNowResponse.newBuilder()
                  .setTerm(request.getTerm())
                  .setSuccess(false)
                  .build()));
      return;
    }
    outbox.handedOn(request.getTerm() + 1);
    RpcRequestClosure done = closure(TimeoutNowResponse.getDefaultInstance(), answer);
    send(done, answer, () -> engine.handleTimeoutNowRequest(request, done));
  }

  private void install(InstallSnapshotRequest request, CompletableFuture<byte[]> answer) {
    RpcRequestClosure done = closure(InstallSnapshotResponse.getDefaultInstance(), answer);
    send(done, answer, () -> engine.handleInstallSnapshot(request, done));
  }

  private interface Call {
    /** The answer, unless it is given to the closure. */
    @Nullable Message run();
  }

  /** What the engine throws must not leave the other node without an answer. */
  private static void send(RpcRequestClosure done, CompletableFuture<byte[]> answer, Call call) {
    try {
      Message response = call.run();
      if (response != null) {
        done.sendResponse(response);
      }
    } catch (RuntimeException e) {
      answer.completeExceptionally(
          new DatabaseException(
              ErrorCode.UNAVAILABLE, "The replica cannot take the message now.", e));
    }
  }

  private static RpcRequestClosure closure(
      Message defaultResponse, CompletableFuture<byte[]> answer) {
    return closure(
        defaultResponse, answer, response -> answer.complete(MessageKind.answer(response)));
  }

  private static RpcRequestClosure closure(
      Message defaultResponse, CompletableFuture<byte[]> answer, Consumer<Message> onResponse) {
    RpcContext context =
        new RpcContext() {
          @Override
          public void sendResponse(Object response) {
            if (response instanceof Message message) {
              onResponse.accept(message);
            } else {
              answer.completeExceptionally(new IllegalStateException("No message: " + response));
            }
          }

          @Override
          public Connection getConnection() {
            throw new UnsupportedOperationException("Connections do not show here.");
          }

          @Override
          public String getRemoteAddress() {
            return "";
          }
        };
    return new RpcRequestClosure(context, defaultResponse);
  }
}
