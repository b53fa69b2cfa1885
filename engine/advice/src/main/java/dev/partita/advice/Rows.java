package dev.partita.advice;

import java.util.Arrays;

/** Documents, with a number for each of some paths, in columns that grow. On one thread. */
final class Rows {

  /** In the place of a property that a document does not have. */
  static final long MISSING = 0;

  private static final int FIRST = 1_024;

  private final int width;
  private long[] values;
  private long[] ids;
  private int[] bytes;
  private int size;

  Rows(int width) {
    this.width = width;
    this.values = new long[FIRST * width];
    this.ids = new long[FIRST];
    this.bytes = new int[FIRST];
  }

  int size() {
    return size;
  }

  int add(long[] row, long id, long length) {
    if (size == ids.length) {
      values = Arrays.copyOf(values, values.length * 2);
      ids = Arrays.copyOf(ids, size * 2);
      bytes = Arrays.copyOf(bytes, size * 2);
    }
    size++;
    set(size - 1, row, id, length);
    return size - 1;
  }

  void set(int index, long[] row, long id, long length) {
    System.arraycopy(row, 0, values, index * width, width);
    ids[index] = id;
    bytes[index] = (int) Math.min(length, Integer.MAX_VALUE);
  }

  long value(int index, int column) {
    return values[index * width + column];
  }

  /** Values of some columns. */
  void take(int index, int[] columns, long[] into) {
    for (int i = 0; i < columns.length; i++) {
      into[i] = values[index * width + columns[i]];
    }
  }

  long id(int index) {
    return ids[index];
  }

  int bytes(int index) {
    return bytes[index];
  }

  /** Keeps the rows whose ids end in so many zeros. */
  void keepClass(int zeros) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (Long.numberOfTrailingZeros(ids[i]) >= zeros) {
        System.arraycopy(values, i * width, values, kept * width, width);
        ids[kept] = ids[i];
        bytes[kept] = bytes[i];
        kept++;
      }
    }
    size = kept;
  }
}
