package dev.partita.partition;

import dev.partita.base.bytes.Bytes;

/**
 * The running account of what lies before a boundary while a split is prepared. Written by the
 * partition's writer, read when it stands still.
 */
final class RangeTally {

  private final byte[] boundary;
  private long sizeBytes;
  private long recordCount;

  RangeTally(byte[] boundary) {
    this.boundary = boundary;
  }

  /** An independent account with the same figures, to be thrown away if a commit fails. */
  RangeTally copy() {
    RangeTally copy = new RangeTally(boundary);
    copy.sizeBytes = sizeBytes;
    copy.recordCount = recordCount;
    return copy;
  }

  void add(LogicalKey key, long bytes, long records) {
    if (Bytes.ORDER.compare(key.position(), boundary) < 0) {
      sizeBytes += bytes;
      recordCount += records;
    }
  }

  long sizeBytes() {
    return sizeBytes;
  }

  long recordCount() {
    return recordCount;
  }
}
