package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.container.group.Groups;
import dev.partita.replication.NotLeading;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import dev.partita.throughput.Priority;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The way of what is asked of a partition to the node that leads it. There is none in an engine
 * that is alone. Safe for use by any number of threads; no call waits.
 *
 * <p>What must stay true: a request makes one hop, since who is asked and does not lead says so
 * instead of asking another. What may have been done is never asked for again, unless doing it
 * twice does no harm.
 */
public final class Forwarding {

  static final PeerService PEER_SERVICE =
      new PeerService(16, "requests of clients", PeerService.Lane.REQUESTS);

  private static final String OUTCOME = "outcome";
  private static final String UNKNOWN = "unknown";

  private final Peers peers;
  private final Groups groups;
  private final RouteChanges routes;
  private final Executor threads;
  private final Map<Integer, ForwardedService.Handler> handlers = new ConcurrentHashMap<>();

  /**
   * @param routes where requests wait for a leader
   * @param threads where they are carried out and go on
   */
  Forwarding(Peers peers, Groups groups, RouteChanges routes, Executor threads) {
    this.peers = peers;
    this.groups = groups;
    this.routes = routes;
    this.threads = threads;
  }

  /** Has requests of other nodes carried out from now on. */
  void start(Containers containers) {
    peers.serve(
        PEER_SERVICE,
        (_, request, deadline) -> {
          CompletableFuture<byte[]> answer = new CompletableFuture<>();
          threads.execute(() -> answer(containers, request, deadline, answer));
          return answer;
        });
  }

  /** Says who carries out what arrives for a service. */
  public void serve(ForwardedService service, ForwardedService.Handler handler) {
    handlers.put(service.code(), handler);
  }

  /** Whether a failure says that nobody knows what came of a request. */
  public static boolean isUnknown(DatabaseException failure) {
    return UNKNOWN.equals(failure.context().get(OUTCOME));
  }

  /** The answer of one who cannot do yet what is asked, since he has not heard of all there is. */
  public static RuntimeException notYet() {
    return new NotLeading();
  }

  /**
   * Has something done by the partition in charge of a position, wherever that is.
   *
   * @param deadline until which it waits for a node that takes charge
   * @return what it came to; fails as it does at the node that leads, with UNAVAILABLE if none took
   *     charge in time, so that nothing was done, and with TIMEOUT if nobody knows whether it was
   */
  public <R> CompletableFuture<R> submit(
      Container container, byte[] position, ForwardedCall<R> call, Deadline deadline) {
    Journey<R> journey = new Journey<>(container, position, call, deadline, Priority.isLow());
    journey.attempt();
    return journey.outcome;
  }

  /** Completes after a short while, in which this node may hear of what others have done. */
  public CompletableFuture<@Nullable Void> pause() {
    return routes.next();
  }

  /** The node that may lead a container's partition; unknown if that is this one. */
  private int leaderOf(Container container, byte[] position) {
    int leader = groups.leaderOf(container.group(position));
    return leader == peers.self() ? Groups.NO_NODE : leader;
  }

  /** One request under way. One attempt at a time. */
  private final class Journey<R> {

    private final Container container;
    private final byte[] position;
    private final ForwardedCall<R> call;
    private final Deadline deadline;
    private final boolean lowPriority;
    private final CompletableFuture<R> outcome = new CompletableFuture<>();
    private byte @Nullable [] message;
    private int attempts;

    Journey(
        Container container,
        byte[] position,
        ForwardedCall<R> call,
        Deadline deadline,
        boolean lowPriority) {
      this.container = container;
      this.position = position;
      this.call = call;
      this.deadline = deadline;
      this.lowPriority = lowPriority;
    }

    void attempt() {
      attempts++;
      try {
        if (container.isDropped()) {
          throw container.gone();
        }
        if (container.leads(position)) {
          here();
        } else {
          ask(leaderOf(container, position));
        }
      } catch (RuntimeException | Error e) {
        outcome.completeExceptionally(e);
      }
    }

    private void here() {
      var _ =
          begun()
              .whenComplete(
                  (result, failure) -> {
                    if (failure == null) {
                      outcome.complete(result);
                    } else if (Rerouting.isRefusal(failure)) {
                      again(cause(failure));
                    } else {
                      outcome.completeExceptionally(cause(failure));
                    }
                  });
    }

    private CompletableFuture<R> begun() {
      try {
        // A later attempt is made on another thread than the request's.
        return attempts > 1 && lowPriority ? Priority.low(call::here) : call.here();
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    private void ask(int node) {
      if (node == Groups.NO_NODE) {
        again(new NotLeading());
        return;
      }
      var _ =
          peers
              .ask(node, PEER_SERVICE, message(), deadline)
              .whenComplete(
                  (bytes, failure) -> {
                    try {
                      if (failure == null) {
                        answered(node, ForwardedAnswer.decode(bytes));
                      } else if (Rerouting.isRefusal(failure)) {
                        again(cause(failure));
                      } else {
                        unknown(node, cause(failure));
                      }
                    } catch (RuntimeException | Error e) {
                      outcome.completeExceptionally(e);
                    }
                  });
    }

    private byte[] message() {
      byte[] known = message;
      if (known == null) {
        known =
            new ForwardedRequest(
                    call.service().code(),
                    lowPriority,
                    container.group(position),
                    container.number(),
                    container.record().version(),
                    call.request())
                .encode();
        message = known;
      }
      return known;
    }

    private void answered(int node, ForwardedAnswer answer) {
      switch (answer) {
        case ForwardedAnswer.Done(var body) -> outcome.complete(call.result(body));
        case ForwardedAnswer.Failed(var failure) -> outcome.completeExceptionally(failure);
        case ForwardedAnswer.NotInCharge(var hint) -> {
          boolean isNews =
              hint != Groups.NO_NODE && hint != node && hint != peers.self() && attempts == 1;
          if (isNews && !deadline.isOver()) {
            attempts++;
            ask(hint);
          } else {
            again(new NotLeading());
          }
        }
      }
    }

    /** Nothing was done, and nothing will be of what was tried so far. */
    private void again(Throwable refusal) {
      if (deadline.isOver()) {
        outcome.completeExceptionally(
            new DatabaseException(
                    ErrorCode.UNAVAILABLE,
                    "No node has taken charge of the partition in time. Nothing was done; retry"
                        + " later.",
                    refusal)
                .with("container", container.record().name())
                .with("refusals", attempts));
        return;
      }
      var _ = routes.next().thenRun(() -> threads.execute(this::attempt));
    }

    private void unknown(int node, Throwable failure) {
      if (!(failure instanceof DatabaseException)) {
        outcome.completeExceptionally(failure);
      } else if (call.isRepeatable() && !deadline.isOver()) {
        again(failure);
      } else {
        outcome.completeExceptionally(
            new DatabaseException(
                    ErrorCode.TIMEOUT,
                    "It is not known whether this was carried out: the node that leads the"
                        + " partition was asked and has not answered.",
                    failure)
                .with("container", container.record().name())
                .with("node", node)
                .with(OUTCOME, UNKNOWN));
      }
    }
  }

  /** Carries out what another node has asked, and says what came of it. */
  private void answer(
      Containers containers, byte[] bytes, Deadline deadline, CompletableFuture<byte[]> answer) {
    CompletableFuture<byte[]> done;
    int leader = Groups.NO_NODE;
    try {
      ForwardedRequest request = ForwardedRequest.decode(bytes);
      leader = groups.leaderOf(request.group());
      // Nobody waits for it any more, so it is as well not to begin.
      done =
          deadline.isOver()
              ? CompletableFuture.failedFuture(new NotLeading())
              : carryOut(containers, request);
    } catch (RuntimeException | Error e) {
      done = CompletableFuture.failedFuture(e);
    }
    int hint = leader;
    var _ =
        done.whenComplete(
            (body, failure) ->
                answer.complete(
                    (failure == null
                            ? new ForwardedAnswer.Done(body)
                            : failed(cause(failure), hint))
                        .encode()));
  }

  private CompletableFuture<byte[]> carryOut(Containers containers, ForwardedRequest request) {
    ForwardedService.Handler handler = handlers.get(request.service());
    if (handler == null) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED, "The node that leads the partition does not serve this.")
          .with("service", request.service());
    }
    Container container = containers.container(request.container()).orElse(null);
    if (container == null || container.record().version() < request.version()) {
      // What the catalogue has decided has not arrived here yet, or there is nothing any more.
      throw new NotLeading();
    }
    return request.lowPriority()
        ? Priority.low(() -> handler.carryOut(container, request.body()))
        : handler.carryOut(container, request.body());
  }

  private static ForwardedAnswer failed(Throwable failure, int leader) {
    if (Rerouting.isRefusal(failure)) {
      return new ForwardedAnswer.NotInCharge(leader);
    }
    return new ForwardedAnswer.Failed(
        failure instanceof DatabaseException known
            ? known
            : new DatabaseException(
                    ErrorCode.INTERNAL, "The node that leads the partition has failed.", failure)
                .with("reason", failure));
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
