package dev.partita.execution.parallel;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.List;

/** Ranges of positions cut into pieces of about the same width. Pure functions. */
public final class PositionSlices {

  /** Hashes, which most positions are, begin with two bits that are zero. */
  private static final long BEHIND_HASHES = 1L << 62;

  private PositionSlices() {}

  /** The pieces of a range in their order, as many or fewer. */
  public static List<KeyRange> of(KeyRange range, int count) {
    long start = head(range.start());
    byte[] end = range.end();
    long behind = end == null ? BEHIND_HASHES : head(end);
    long width = Math.ceilDiv(Math.max(0, behind - start), count);
    List<KeyRange> pieces = new ArrayList<>();
    byte[] from = range.start();
    for (int i = 1; i < count && width > 0; i++) {
      byte[] to = new byte[Long.BYTES];
      Bytes.writeLong(to, 0, start + i * width);
      boolean inside =
          start + i * width < behind
              && Bytes.ORDER.compare(from, to) < 0
              && (end == null || Bytes.ORDER.compare(to, end) < 0);
      if (inside) {
        pieces.add(new KeyRange(from, to));
        from = to;
      }
    }
    pieces.add(new KeyRange(from, end));
    return pieces;
  }

  /** The first bytes as a number; those beyond the hashes are all the same. */
  private static long head(byte[] bytes) {
    byte[] first = new byte[Long.BYTES];
    System.arraycopy(bytes, 0, first, 0, Math.min(bytes.length, first.length));
    long head = Bytes.readLong(first, 0);
    return head < 0 ? BEHIND_HASHES : Math.min(head, BEHIND_HASHES);
  }
}
