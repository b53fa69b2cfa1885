package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the change log of a partition lies: its own part, and the parts its ancestors wrote before
 * they were split or merged. For one position the owners form a chain in time, so every LSN of a
 * position is found in exactly one part.
 *
 * @param self the partition itself
 * @param ancestors every partition it descends from
 */
public record Lineage(Part self, List<Part> ancestors) {

  /**
   * The log of one partition.
   *
   * @param afterLsn the LSN it started from
   * @param throughLsn its last LSN; {@code Long.MAX_VALUE} while it is in charge
   */
  public record Part(int partition, KeyRange positions, long afterLsn, long throughLsn) {

    boolean holds(byte[] position, long lsn) {
      return lsn > afterLsn && lsn <= throughLsn && positions.contains(position);
    }
  }

  public static Lineage of(PartitionDescriptor initial) {
    return new Lineage(
        new Part(initial.number(), initial.positions(), initial.start().lsn(), Long.MAX_VALUE),
        List.of());
  }

  /**
   * The partition whose log has the entry of this position with this LSN.
   *
   * @throws IllegalStateException if no partition that owned the position gave that LSN
   */
  public int partitionOf(byte[] position, long lsn) {
    if (lsn > self.afterLsn) {
      return self.partition;
    }
    for (Part part : ancestors) {
      if (part.holds(position, lsn)) {
        return part.partition;
      }
    }
    throw new IllegalStateException(
        "No ancestor of partition " + self.partition + " wrote LSN " + lsn + ".");
  }

  /** Whether it is the partition itself, or one that it descends from. */
  public boolean has(int partition) {
    return self.partition == partition
        || ancestors.stream().anyMatch(part -> part.partition == partition);
  }

  /** The parts that can have entries of these positions after the LSN. */
  List<Part> partsAfter(KeyRange positions, long lsn) {
    List<Part> parts = new ArrayList<>();
    for (Part part : ancestors) {
      if (part.throughLsn > Math.max(lsn, part.afterLsn) && part.positions.overlaps(positions)) {
        parts.add(part);
      }
    }
    parts.add(self);
    return parts;
  }
}
