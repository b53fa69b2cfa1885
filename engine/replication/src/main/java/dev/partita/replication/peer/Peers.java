package dev.partita.replication.peer;

import dev.partita.base.time.Deadline;
import java.util.concurrent.CompletableFuture;

/**
 * The other nodes of the cluster. Nodes are named by their numbers; their addresses, connections
 * and certificates are the business of the implementation. Safe for use by any number of threads;
 * no call waits.
 */
public interface Peers {

  /** The largest body of a request or an answer, in bytes. */
  int BODY_BYTES_MAX = 40 << 20;

  /** The number of this node, from 1. */
  int self();

  /**
   * Asks a node, which gets the request at most once.
   *
   * @return its answer; fails with {@link PeerUnavailable} if the node has certainly not received
   *     the request, with the {@link dev.partita.base.error.DatabaseException} that its handler
   *     failed with, and with a DatabaseException UNAVAILABLE, or TIMEOUT at the deadline, if it is
   *     not known whether the request was carried out
   */
  CompletableFuture<byte[]> ask(int node, PeerService service, byte[] request, Deadline deadline);

  /** Answers what other nodes ask of this service from now on. There is one handler for each. */
  void serve(PeerService service, Handler handler);

  /** Answers requests of other nodes. */
  @FunctionalInterface
  interface Handler {

    /**
     * Answers a request. Called on a thread that must not be kept, for one lane of a node in the
     * order of its requests.
     *
     * @param node the number of the node that asks, as its certificate has it
     * @param deadline of the one who asks
     * @return the answer, or a failure, of which code, text and context reach the one who asks
     */
    CompletableFuture<byte[]> answer(int node, byte[] request, Deadline deadline);
  }
}
