package dev.partita.replication.peer;

/**
 * What a node does for the others. The number of a service is part of the protocol between nodes:
 * it is never given to another one. Immutable.
 *
 * @param lane what its requests must not wait behind
 */
public record PeerService(int number, String name, Lane lane) {

  /** Requests of one lane from one node to another arrive in the order in which they were sent. */
  public enum Lane {
    /** Votes, heartbeats and entries of logs: small or already bounded, and never behind bulk. */
    CONSENSUS,
    /** Requests of clients that another node answers. */
    REQUESTS,
    /** Snapshots and whatever else is large and can wait. */
    BULK
  }
}
