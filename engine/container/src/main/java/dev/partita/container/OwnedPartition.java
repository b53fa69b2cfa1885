package dev.partita.container;

import dev.partita.partition.ChangeLog;
import dev.partita.partition.PhysicalPartition;
import dev.partita.throughput.Admission;
import dev.partita.throughput.LargestKeys;

/**
 * A physical partition with what surrounds it.
 *
 * @param admission its budget and its hottest keys
 * @param largest its largest logical partitions, as far as they were written to since the start
 */
public record OwnedPartition(
    PhysicalPartition partition, ChangeLog log, Admission admission, LargestKeys largest) {

  public int number() {
    return partition.number();
  }
}
