package dev.partita.consensus;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.replication.peer.Peers;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Nodes in one process that talk to each other, and the faults between them: what is cut is cut one
 * way, what is lost is lost in silence. Messages of one lane from one node to another arrive in
 * order.
 */
final class LoopbackNetwork implements AutoCloseable {

  private record Way(int from, int to) {}

  /** A node from a start to its end, of which there are several under one number. */
  private record Node(long life, Map<Integer, Peers.Handler> handlers) {}

  private record Lane(int from, int to, PeerService.Lane lane) {}

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Map<Integer, Node> nodes = new ConcurrentHashMap<>();
  private final AtomicLong lives = new AtomicLong();
  private final Map<Lane, InOrder> lanes = new ConcurrentHashMap<>();
  private final Set<Way> cut = ConcurrentHashMap.newKeySet();
  private final Random random = new Random(1);
  private volatile int lossPercent;
  private volatile int delayMillis;

  /** Begins a node anew: nothing of an earlier one of its number is heard any more. */
  Peers node(int number) {
    Node life = new Node(lives.incrementAndGet(), new ConcurrentHashMap<>());
    nodes.put(number, life);
    return new Peers() {
      @Override
      public int self() {
        return number;
      }

      @Override
      public CompletableFuture<byte[]> ask(
          int node, PeerService service, byte[] request, Deadline deadline) {
        return isAlive(number, life)
            ? send(number, node, service, request, deadline)
            : CompletableFuture.failedFuture(new PeerUnavailable(node));
      }

      @Override
      public void serve(PeerService service, Handler handler) {
        life.handlers().put(service.number(), handler);
      }
    };
  }

  private boolean isAlive(int number, Node life) {
    Node now = nodes.get(number);
    return now != null && now.life() == life.life();
  }

  /** Ends a node, as a killed process does: at once and without a word. */
  void kill(int number) {
    nodes.remove(number);
  }

  /** Nothing gets from one node to another any more, answers included. */
  void cut(int from, int to) {
    cut.add(new Way(from, to));
  }

  /** Cuts a node off from all others. */
  void isolate(int node, int nodesInAll) {
    for (int other = 1; other <= nodesInAll; other++) {
      if (other != node) {
        cut(node, other);
        cut(other, node);
      }
    }
  }

  void heal() {
    cut.clear();
    lossPercent = 0;
    delayMillis = 0;
  }

  void lose(int percent) {
    lossPercent = percent;
  }

  void delay(int millis) {
    delayMillis = millis;
  }

  private boolean passes(int from, int to) {
    return !cut.contains(new Way(from, to))
        && (lossPercent == 0 || random.nextInt(100) >= lossPercent);
  }

  private CompletableFuture<byte[]> send(
      int from, int to, PeerService service, byte[] request, Deadline deadline) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    if (!nodes.containsKey(to)) {
      answer.completeExceptionally(new PeerUnavailable(to));
      return answer;
    }
    long limitNanos = Math.max(0, deadline.nanosLeft());
    var _ =
        timer.schedule(
            () -> answer.completeExceptionally(timedOut()), limitNanos, TimeUnit.NANOSECONDS);
    if (passes(from, to)) {
      lane(from, to, service.lane())
          .execute(() -> deliver(from, to, service, request, deadline, answer));
    }
    return answer;
  }

  private InOrder lane(int from, int to, PeerService.Lane lane) {
    return lanes.computeIfAbsent(new Lane(from, to, lane), _ -> new InOrder(this::runLater));
  }

  private void runLater(Runnable task) {
    var _ = timer.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
  }

  private void deliver(
      int from,
      int to,
      PeerService service,
      byte[] request,
      Deadline deadline,
      CompletableFuture<byte[]> answer) {
    Node life = nodes.get(to);
    Peers.Handler handler = life == null ? null : life.handlers().get(service.number());
    if (life == null || handler == null) {
      answer.completeExceptionally(new PeerUnavailable(to));
      return;
    }
    CompletableFuture<byte[]> _ =
        handler
            .answer(from, request, deadline)
            .whenComplete(
                (body, failure) -> {
                  if (!isAlive(to, life) || !passes(to, from)) {
                    return;
                  }
                  lane(to, from, service.lane())
                      .execute(
                          () -> {
                            if (failure == null) {
                              answer.complete(body);
                            } else {
                              answer.completeExceptionally(failure);
                            }
                          });
                });
  }

  private static DatabaseException timedOut() {
    return new DatabaseException(ErrorCode.TIMEOUT, "The other node has not answered in time.");
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
