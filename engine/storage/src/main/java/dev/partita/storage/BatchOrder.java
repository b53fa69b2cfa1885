package dev.partita.storage;

import java.util.Arrays;

/**
 * Copies the operations of a batch in the order of their keys, by merging: what has the same key
 * stays as it is. Numbers in arrays rather than objects, as there are tens of thousands of
 * operations in a large batch. For one use by one thread.
 */
final class BatchOrder {

  private final int[] keyStarts;
  private final int[] keyEnds;
  private final int[] ends;
  private int count;

  BatchOrder(int capacity) {
    keyStarts = new int[capacity];
    keyEnds = new int[capacity];
    ends = new int[capacity];
  }

  /** The next operation: where its key begins and ends, and where it ends itself. */
  void add(int keyStart, int keyEnd, int end) {
    keyStarts[count] = keyStart;
    keyEnds[count] = keyEnd;
    ends[count] = end;
    count++;
  }

  /**
   * Copies what has been added, in order.
   *
   * @param first where the first that was added begins
   */
  void copy(byte[] from, int first, byte[] to, int offset) {
    int end = offset;
    for (int operation : sorted(from)) {
      int start = operation == 0 ? first : ends[operation - 1];
      int size = ends[operation] - start;
      System.arraycopy(from, start, to, end, size);
      end += size;
    }
  }

  private int[] sorted(byte[] buffer) {
    int[] from = new int[count];
    int[] to = new int[count];
    Arrays.setAll(from, i -> i);
    for (int width = 1; width < count; width *= 2) {
      for (int start = 0; start < count; start += 2 * width) {
        int middle = Math.min(start + width, count);
        merge(buffer, from, to, start, middle, Math.min(middle + width, count));
      }
      int[] merged = to;
      to = from;
      from = merged;
    }
    return from;
  }

  private void merge(byte[] buffer, int[] from, int[] to, int start, int middle, int end) {
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takesLeft =
          left < middle && (right == end || compare(buffer, from[left], from[right]) <= 0);
      to[i] = takesLeft ? from[left++] : from[right++];
    }
  }

  private int compare(byte[] buffer, int left, int right) {
    return Arrays.compareUnsigned(
        buffer, keyStarts[left], keyEnds[left], buffer, keyStarts[right], keyEnds[right]);
  }
}
