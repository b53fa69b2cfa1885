package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of several ranges, one range after the other, each opened when it is come to. Not for
 * use by several threads.
 */
final class SuccessiveCursor implements RecordCursor {

  /** A range, and where it is read. */
  record Part(KeyRange keys, SegmentReader reader) {}

  private final List<Part> parts;
  private int current = -1;
  private @Nullable RecordCursor cursor;

  /**
   * @param parts at least one, in the order of their keys, without overlap
   */
  SuccessiveCursor(List<Part> parts) {
    this.parts = parts;
  }

  private RecordCursor open(int part) {
    RecordCursor open = cursor;
    if (open == null || part != current) {
      if (open != null) {
        cursor = null;
        open.close();
      }
      open = parts.get(part).reader().scan(parts.get(part).keys());
      cursor = open;
      current = part;
    }
    return open;
  }

  @Override
  public boolean next() {
    if (current < 0) {
      open(0);
    }
    return open(current).next() || firstBehind();
  }

  /** To the first record of the ranges behind the current one. */
  private boolean firstBehind() {
    while (current < parts.size() - 1) {
      if (open(current + 1).next()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean seek(byte[] key) {
    int part = 0;
    while (part < parts.size() - 1 && isBefore(parts.get(part).keys(), key)) {
      part++;
    }
    return open(part).seek(key) || firstBehind();
  }

  private static boolean isBefore(KeyRange range, byte[] key) {
    byte[] end = range.end();
    return end != null && Bytes.ORDER.compare(end, key) <= 0;
  }

  @Override
  public boolean last() {
    for (int part = parts.size() - 1; part >= 0; part--) {
      if (open(part).last()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public byte[] key() {
    return standing().key();
  }

  @Override
  public StoredRecord record() {
    return standing().record();
  }

  @Override
  public int copy(byte[] target) {
    return standing().copy(target);
  }

  private RecordCursor standing() {
    if (cursor == null) {
      throw new IllegalStateException("The cursor stands on no record.");
    }
    return cursor;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
