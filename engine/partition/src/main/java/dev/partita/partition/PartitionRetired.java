package dev.partita.partition;

import dev.partita.replication.NotInCharge;
import java.io.Serial;

/**
 * The answer of a partition that has handed its positions to successors: the caller looks at the
 * map again and asks the new owner.
 */
public final class PartitionRetired extends NotInCharge {

  @Serial private static final long serialVersionUID = 1L;

  private final int partition;

  public PartitionRetired(int partition) {
    super("Partition " + partition + " has been split or merged.");
    this.partition = partition;
  }

  /** The number of the partition. */
  public int partition() {
    return partition;
  }
}
