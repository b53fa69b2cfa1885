package dev.partita.cluster;

import java.util.List;

/**
 * What a node says of itself. Immutable.
 *
 * @param clockMillis what its clock showed
 * @param diskBytes how large the disk is that its data is on; 0 if that is not known
 * @param logBytes what the log of all its groups takes
 * @param cpu the share of its processors in use, from 0 to 1; negative if that is not known
 * @param endpoint where clients reach it
 */
public record NodeFigures(
    int node,
    String version,
    String endpoint,
    long startedMillis,
    long clockMillis,
    long diskBytes,
    long diskFreeBytes,
    long logBytes,
    double cpu,
    List<ReplicaFigures> replicas) {

  public NodeFigures {
    replicas = List.copyOf(replicas);
  }

  /** Whether there is room for more than it has. */
  public boolean hasRoom() {
    return diskBytes == 0 || diskFreeBytes > diskBytes / 10;
  }
}
