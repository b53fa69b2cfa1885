package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import java.util.List;

/**
 * A physical partition as the partition map knows it: the positions it owns, and what it began
 * with.
 *
 * @param number unique in the container, never used again
 * @param positions the part of the axis it owns
 * @param parents the partitions it took over from; empty for one that was there from the start
 * @param start its state at that moment; its first own transaction has the next LSN
 */
public record PartitionDescriptor(
    int number, KeyRange positions, List<Integer> parents, PartitionState start) {

  public static PartitionDescriptor initial(int number, KeyRange positions) {
    return new PartitionDescriptor(number, positions, List.of(), PartitionState.EMPTY);
  }
}
