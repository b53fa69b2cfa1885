package dev.partita.advice;

import java.util.Arrays;
import java.util.List;

/** How a container is divided into physical partitions. Immutable. */
sealed interface Layout {

  int partitions();

  /** The number of the partition, from 0 on, that has a position, which is unsigned. */
  int of(long position);

  /** Partitions of one size, as a new container has them. */
  record Even(int partitions) implements Layout {
    @Override
    public int of(long position) {
      return (int) Math.unsignedMultiplyHigh(position, partitions);
    }
  }

  /** Partitions that begin at certain positions. */
  @SuppressWarnings("ArrayRecordComponent") // of this file alone
  record Bounded(long[] starts) implements Layout {

    static Bounded at(List<byte[]> boundaries) {
      return new Bounded(
          boundaries.stream().mapToLong(each -> sortable(Placement.position(each))).toArray());
    }

    /**
     * As splits divide it: with the same number of bytes in each, but never within one position.
     */
    static Bounded halved(long[] positions, int[] bytes, int partitions) {
      Integer[] order = new Integer[positions.length];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, (a, b) -> Long.compareUnsigned(positions[a], positions[b]));
      long total = 0;
      for (int each : bytes) {
        total += each;
      }
      long[] starts = new long[partitions - 1];
      Arrays.fill(starts, Long.MAX_VALUE);
      long before = 0;
      int next = 0;
      for (int i = 0; i < order.length && next < starts.length; i++) {
        long position = positions[order[i]];
        boolean isNew = i > 0 && position != positions[order[i - 1]];
        if (isNew && before >= total * (next + 1.0) / partitions) {
          starts[next] = sortable(position);
          next++;
        }
        before += bytes[order[i]];
      }
      return new Bounded(starts);
    }

    private static long sortable(long unsigned) {
      return unsigned ^ Long.MIN_VALUE;
    }

    @Override
    public int partitions() {
      return starts.length + 1;
    }

    @Override
    public int of(long position) {
      int found = Arrays.binarySearch(starts, sortable(position));
      return found < 0 ? -found - 1 : found + 1;
    }
  }
}
