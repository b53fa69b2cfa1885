package dev.partita.partition;

import dev.partita.replication.Fence;
import dev.partita.replication.NotInCharge;
import java.io.Serial;

/**
 * The answer of a partition with a {@link Fence} for a version of the partition map that it has not
 * heard of: by that version it may have successors. The caller sees to it that the catalogue has
 * that version, and then asks the partition in charge by it.
 */
public final class PartitionFenced extends NotInCharge {

  @Serial private static final long serialVersionUID = 1L;

  private final int partition;
  private final int epoch;

  public PartitionFenced(int partition, int epoch) {
    super("Partition " + partition + " waits for version " + epoch + " of the partition map.");
    this.partition = partition;
    this.epoch = epoch;
  }

  /** The number of the partition. */
  public int partition() {
    return partition;
  }

  /** The version of the map from which on the partition can be written to, if it is in that. */
  public int epoch() {
    return epoch;
  }
}
