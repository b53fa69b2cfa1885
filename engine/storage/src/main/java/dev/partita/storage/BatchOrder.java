package dev.partita.storage;

import java.util.Arrays;

/**
 * Copies operations of batches in the order of their keys, by merging: what has the same key stays
 * as it is. Numbers in arrays rather than objects, as there are tens of thousands of operations in
 * a large batch. For one use by one thread.
 */
final class BatchOrder {

  private final byte[][] buffers;
  private final int[] starts;
  private final int[] keyStarts;
  private final int[] keyEnds;
  private final int[] ends;
  private int count;

  BatchOrder(int capacity) {
    buffers = new byte[capacity][];
    starts = new int[capacity];
    keyStarts = new int[capacity];
    keyEnds = new int[capacity];
    ends = new int[capacity];
  }

  /** The next operation: where it begins in a buffer and ends, and its key does. */
  void add(byte[] buffer, int start, int keyStart, int keyEnd, int end) {
    buffers[count] = buffer;
    starts[count] = start;
    keyStarts[count] = keyStart;
    keyEnds[count] = keyEnd;
    ends[count] = end;
    count++;
  }

  /** Copies what has been added, in order. */
  void copy(byte[] to, int offset) {
    int end = offset;
    for (int operation : sorted()) {
      end = copy(operation, to, end);
    }
  }

  private int copy(int operation, byte[] to, int offset) {
    int size = ends[operation] - starts[operation];
    System.arraycopy(buffers[operation], starts[operation], to, offset, size);
    return offset + size;
  }

  private int[] sorted() {
    int[] from = new int[count];
    int[] to = new int[count];
    for (int i = 0; i < count; i++) {
      from[i] = i;
    }
    for (int width = 1; width < count; width *= 2) {
      for (int start = 0; start < count; start += 2 * width) {
        int middle = Math.min(start + width, count);
        merge(from, to, start, middle, Math.min(middle + width, count));
      }
      int[] merged = to;
      to = from;
      from = merged;
    }
    return from;
  }

  private void merge(int[] from, int[] to, int start, int middle, int end) {
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takesLeft = left < middle && (right == end || compare(from[left], from[right]) <= 0);
      to[i] = takesLeft ? from[left++] : from[right++];
    }
  }

  private int compare(int left, int right) {
    return Arrays.compareUnsigned(
        buffers[left],
        keyStarts[left],
        keyEnds[left],
        buffers[right],
        keyStarts[right],
        keyEnds[right]);
  }
}
