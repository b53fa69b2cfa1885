package dev.partita.consensus;

import java.nio.file.Path;

/**
 * How a node takes part in replication groups. Immutable.
 *
 * @param directory the folder of the log, its own
 * @param electionTimeoutMillis how long a leader may be silent before another one is elected; the
 *     same at all nodes of a cluster
 * @param flushBytes the state is made durable, and the log cut, when so much of a group's log is
 *     not covered; bounds what a start has to apply again
 * @param unknownAfterMillis how long a proposal waits for its outcome once this node has stopped
 *     leading, before it fails as unknown
 * @param logMemoryBytes the memory for what was written to the log and is not yet in sorted files
 * @param freeSpaceReserveBytes what the log leaves free on its volume
 */
public record ConsensusOptions(
    Path directory,
    int electionTimeoutMillis,
    long flushBytes,
    long unknownAfterMillis,
    long logMemoryBytes,
    long freeSpaceReserveBytes) {

  private static final long MEGABYTE = 1L << 20;
  private static final int SHORTEST_TIMEOUT_MILLIS = 100;

  public ConsensusOptions {
    if (electionTimeoutMillis < SHORTEST_TIMEOUT_MILLIS) {
      throw new IllegalArgumentException(
          "electionTimeoutMillis is " + electionTimeoutMillis + "; it must be at least 100");
    }
  }

  /** The defaults, which suit a small machine. */
  public static ConsensusOptions in(Path directory) {
    return new ConsensusOptions(
        directory, 1_000, 64 * MEGABYTE, 10_000, 32 * MEGABYTE, 32 * MEGABYTE);
  }

  public ConsensusOptions withElectionTimeoutMillis(int changed) {
    return new ConsensusOptions(
        directory, changed, flushBytes, unknownAfterMillis, logMemoryBytes, freeSpaceReserveBytes);
  }

  public ConsensusOptions withFlushBytes(long changed) {
    return new ConsensusOptions(
        directory,
        electionTimeoutMillis,
        changed,
        unknownAfterMillis,
        logMemoryBytes,
        freeSpaceReserveBytes);
  }

  public ConsensusOptions withUnknownAfterMillis(long changed) {
    return new ConsensusOptions(
        directory,
        electionTimeoutMillis,
        flushBytes,
        changed,
        logMemoryBytes,
        freeSpaceReserveBytes);
  }
}
