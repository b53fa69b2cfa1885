package dev.partita.peer;

import dev.partita.base.time.Deadline;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.replication.peer.Peers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What this node answers. Safe for any number of threads. */
final class Services {

  private final ConcurrentHashMap<Integer, Peers.Handler> handlers = new ConcurrentHashMap<>();
  private final int self;

  Services(int self) {
    this.self = self;
  }

  /**
   * @throws IllegalStateException if something is served under the number already
   */
  void serve(PeerService service, Peers.Handler handler) {
    if (handlers.putIfAbsent(service.number(), handler) != null) {
      throw new IllegalStateException(
          "Two services have the number "
              + service.number()
              + ", of which one is "
              + service.name());
    }
  }

  /** Whatever happens comes with the answer. */
  CompletableFuture<byte[]> answer(int node, int service, byte[] request, Deadline deadline) {
    Peers.Handler handler = handlers.get(service);
    if (handler == null) {
      // The node is starting, or older than the one that asks.
      return CompletableFuture.failedFuture(
          new PeerUnavailable(self, "it does not answer requests of this kind yet."));
    }
    try {
      return handler.answer(node, request, deadline);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
