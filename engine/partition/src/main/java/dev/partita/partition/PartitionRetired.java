package dev.partita.partition;

import java.io.Serial;

/**
 * The answer of a partition that has handed its positions to successors. Nothing was done; the
 * caller looks at the map again and asks the new owner.
 */
public final class PartitionRetired extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  PartitionRetired(int partition) {
    super("Partition " + partition + " has been split or merged.", null, false, false);
  }
}
