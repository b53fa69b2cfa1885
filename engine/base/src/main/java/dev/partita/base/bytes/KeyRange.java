package dev.partita.base.bytes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A half-open interval of keys: from {@code start}, inclusive, to {@code end}, exclusive; a null
 * end means that there is no upper bound.
 */
public record KeyRange(byte[] start, byte @Nullable [] end) {

  public static final KeyRange ALL = new KeyRange(Bytes.EMPTY, null);

  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix, Bytes.afterPrefix(prefix));
  }

  /** Returns the interval of keys that consist of a prefix and a suffix in this interval. */
  public KeyRange behind(byte[] beginning) {
    return new KeyRange(
        Bytes.concat(beginning, start),
        end == null ? Bytes.afterPrefix(beginning) : Bytes.concat(beginning, end));
  }

  public boolean isEmpty() {
    return end != null && Bytes.ORDER.compare(start, end) >= 0;
  }

  public boolean contains(byte[] key) {
    return Bytes.ORDER.compare(key, start) >= 0
        && (end == null || Bytes.ORDER.compare(key, end) < 0);
  }

  public boolean contains(KeyRange other) {
    return Bytes.ORDER.compare(start, other.start) <= 0
        && (end == null || (other.end != null && Bytes.ORDER.compare(other.end, end) <= 0));
  }

  public boolean overlaps(KeyRange other) {
    return !intersect(other).isEmpty();
  }

  public KeyRange intersect(KeyRange other) {
    byte[] laterStart = Bytes.ORDER.compare(start, other.start) >= 0 ? start : other.start;
    byte[] earlierEnd;
    if (end == null || other.end == null) {
      earlierEnd = end == null ? other.end : end;
    } else {
      earlierEnd = Bytes.ORDER.compare(end, other.end) <= 0 ? end : other.end;
    }
    return new KeyRange(laterStart, earlierEnd);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange(byte[] otherStart, byte @Nullable [] otherEnd)
        && Arrays.equals(start, otherStart)
        && Arrays.equals(end, otherEnd);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(end);
  }

  @Override
  public String toString() {
    return "[" + Bytes.hex(start) + ", " + (end == null ? "∞" : Bytes.hex(end)) + ")";
  }
}
