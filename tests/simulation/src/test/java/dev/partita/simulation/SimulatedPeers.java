package dev.partita.simulation;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.replication.peer.Peers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The network of a process: requests and answers come late, in another order, twice or not at all,
 * as the seed has it, and of what got no answer nobody knows whether it was done.
 */
final class SimulatedPeers implements Peers {

  /** One in how many messages is lost, or comes twice. */
  private static final int TROUBLE = 12;

  /**
   * The service of requests of clients, which come once at most, as {@link Peers} promises: what
   * carries them out relies on it. All others have to put up with doubles.
   */
  private static final int REQUESTS = 16;

  private final Context context;
  private final int self;
  private final SimulatedProcess process;
  private final IntFunction<@Nullable SimulatedPeers> network;
  private final Map<Integer, Handler> handlers = new HashMap<>();
  private int asking;

  /**
   * @param network the peers of a node's process that runs; null if none does
   */
  SimulatedPeers(
      Context context,
      int self,
      SimulatedProcess process,
      IntFunction<@Nullable SimulatedPeers> network) {
    this.context = context;
    this.self = self;
    this.process = process;
    this.network = network;
  }

  @Override
  public int self() {
    return self;
  }

  @Override
  public void serve(PeerService service, Handler handler) {
    handlers.put(service.number(), handler);
  }

  @Override
  public CompletableFuture<byte[]> ask(
      int node, PeerService service, byte[] request, Deadline deadline) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    SimulatedPeers other = network.apply(node);
    if (other == null || context.chance(TROUBLE)) {
      answer.completeExceptionally(new PeerUnavailable(node));
      return answer;
    }
    asking++;
    var _ = answer.whenComplete((_, _) -> asking--);
    later(
        deadline.nanosLeft(),
        () ->
            answer.completeExceptionally(
                new DatabaseException(ErrorCode.TIMEOUT, "There was no answer in time.")));
    boolean doubled = service.number() != REQUESTS && context.chance(TROUBLE);
    for (int copies = doubled ? 2 : 1; copies > 0; copies--) {
      if (!context.chance(TROUBLE)) {
        other.receive(self, service, request, deadline, (body, e) -> arrive(answer, body, e));
      }
    }
    return answer;
  }

  /** What becomes of a request where it was made. */
  private interface Reply {
    void arrive(byte @Nullable [] body, @Nullable Throwable failure);
  }

  private void receive(
      int from, PeerService service, byte[] request, Deadline deadline, Reply reply) {
    Runnable arrival =
        () ->
            process.start(
                () -> {
                  Handler handler = handlers.get(service.number());
                  if (handler != null) {
                    var _ =
                        handler
                            .answer(from, request, deadline)
                            .whenComplete((body, failure) -> reply.arrive(body, failure));
                  }
                });
    if (context.chance(4)) {
      later(TimeUnit.MILLISECONDS.toNanos(context.random().nextInt(5_000)), arrival);
    } else {
      arrival.run();
    }
  }

  private void arrive(
      CompletableFuture<byte[]> answer, byte @Nullable [] body, @Nullable Throwable failure) {
    if (context.chance(TROUBLE)) {
      return;
    }
    process.start(
        () -> {
          if (body != null) {
            answer.complete(body);
          } else if (failure != null) {
            answer.completeExceptionally(ServingEngine.cause(failure));
          }
        });
  }

  /** Whether an answer is waited for. */
  boolean isAsking() {
    return asking > 0;
  }

  private void later(long nanos, Runnable action) {
    context.scheduler().after(nanos, process, action);
  }
}
