package dev.partita.testkit;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.replication.peer.Peers;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network in one process, of which the test says what becomes of requests. Safe for use by any
 * number of threads.
 */
public final class TestPeers {

  /** What becomes of a request. */
  public enum Fate {
    DELIVERED,
    /** It certainly does not arrive. */
    UNREACHABLE,
    /** It is carried out, and nobody hears of it. */
    ANSWER_LOST,
    /** It is not carried out, and nobody hears of it. */
    REQUEST_LOST
  }

  private record Service(int node, int number) {}

  private final Map<Service, Peers.Handler> handlers = new ConcurrentHashMap<>();
  private final Queue<Fate> fates = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> beforeArrival = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();

  /** What becomes of the next requests, one after the other; those behind them are delivered. */
  public void next(Fate... fate) {
    fates.addAll(List.of(fate));
  }

  /** Has something happen between the sending of the next request and its arrival. */
  public void beforeNextArrival(Runnable event) {
    beforeArrival.add(event);
  }

  /** How many requests were sent. */
  public int requests() {
    return requests.get();
  }

  /** The network as a node sees it. */
  public Peers of(int self) {
    return new Peers() {
      @Override
      public int self() {
        return self;
      }

      @Override
      public CompletableFuture<byte[]> ask(
          int node, PeerService service, byte[] request, Deadline deadline) {
        requests.incrementAndGet();
        Fate given = fates.poll();
        return switch (given == null ? Fate.DELIVERED : given) {
          case DELIVERED -> deliver(self, node, service, request, deadline);
          case UNREACHABLE -> CompletableFuture.failedFuture(new PeerUnavailable(node));
          case ANSWER_LOST ->
              deliver(self, node, service, request, deadline).handle((_, _) -> throwLost());
          case REQUEST_LOST -> CompletableFuture.failedFuture(lost());
        };
      }

      @Override
      public void serve(PeerService service, Handler handler) {
        handlers.put(new Service(self, service.number()), handler);
      }
    };
  }

  private CompletableFuture<byte[]> deliver(
      int from, int to, PeerService service, byte[] request, Deadline deadline) {
    Runnable event = beforeArrival.poll();
    if (event != null) {
      event.run();
    }
    Peers.Handler handler = handlers.get(new Service(to, service.number()));
    return handler == null
        ? CompletableFuture.failedFuture(new PeerUnavailable(to))
        : handler.answer(from, request.clone(), deadline);
  }

  private static byte[] throwLost() {
    throw lost();
  }

  private static DatabaseException lost() {
    return new DatabaseException(ErrorCode.UNAVAILABLE, "The node has not answered.");
  }
}
