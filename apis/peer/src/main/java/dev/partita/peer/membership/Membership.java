package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.peer.PeerDirectory;
import java.util.concurrent.CompletableFuture;

/**
 * Who belongs to the cluster: what the catalogue keeps of it. Safe for any number of threads;
 * nothing waits.
 */
public interface Membership extends PeerDirectory {

  /**
   * Keeps a token.
   *
   * @param hash of its secret
   * @return complete when every node that can be asked to join knows it
   */
  CompletableFuture<Void> issue(String hash, long expiresMillis);

  /**
   * Takes a token away, gives out the next number that no node has had, and records the node with
   * it: all of it or nothing.
   *
   * @param hash of the secret of the token
   * @param name for people
   * @param address where the node will listen for others, as HOST:PORT
   * @return the number; fails with {@link DatabaseException} UNAUTHORIZED if there is no such token
   *     or its time is over, CONFLICT if the name is taken by a node of the cluster
   */
  CompletableFuture<Integer> admit(String hash, String name, String address, long nowMillis);

  /** Whether a node votes on the catalogue, and so may have the key of the authority. */
  boolean isVoter(int node);
}
