package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;

/**
 * One term in the bytes of a key: where it ends, and what it says of the value. Points into the
 * key; moved from term to term, so that walking over entries makes no garbage. Not for use by
 * several threads.
 */
final class TermReader {

  private static final TermType[] TERM_TYPES = TermType.values();

  private byte[] key = Bytes.EMPTY;
  private int start;
  private int end;
  private int flip;
  private boolean exact;

  /**
   * To the term at an offset.
   *
   * @return the offset behind it
   * @throws DatabaseException CORRUPT if there is none
   */
  int at(byte[] bytes, int offset, boolean descending) {
    key = bytes;
    start = offset;
    flip = descending ? 0xFF : 0;
    int mark = u8(offset);
    exact = true;
    if (mark == TermType.STRING.mark()) {
      end = stringEnd(offset + 1);
    } else if (mark == TermType.NUMBER.mark()) {
      end = offset + 9;
      requireInside();
      end += Math.abs(nearest()) >= TermBuffer.EXACT_MAX ? 2 : 0;
    } else {
      exact = mark < TermType.ARRAY.mark();
      end = offset + 1;
      requireKnown(mark);
    }
    requireInside();
    return end;
  }

  /** Whether the term says all of the value: the value is equal to {@link #value}. */
  boolean isExact() {
    return exact;
  }

  int mark() {
    return u8(start);
  }

  /** Where the part of the term ends that sorts as values do; a hash may follow. */
  int orderedEnd() {
    return exact || mark() != TermType.STRING.mark() ? end : end - Long.BYTES;
  }

  /**
   * @throws IllegalStateException if the term does not say it
   */
  JsonValue value() {
    if (!exact) {
      throw new IllegalStateException("The term does not hold the whole value.");
    }
    int mark = mark();
    if (mark == TermType.STRING.mark()) {
      return string();
    }
    if (mark == TermType.NUMBER.mark()) {
      return number();
    }
    if (mark == TermType.UNDEFINED.mark()) {
      return JsonUndefined.UNDEFINED;
    }
    return mark == TermType.NULL.mark()
        ? JsonNull.NULL
        : JsonBoolean.of(mark == TermType.TRUE_MARK);
  }

  private int stringEnd(int from) {
    int i = from;
    while (true) {
      if (u8(i++) != TermBuffer.ESCAPE) {
        continue;
      }
      switch (u8(i++)) {
        case TermBuffer.END -> {
          return i;
        }
        case TermBuffer.CUT -> {
          exact = false;
          return i + Long.BYTES;
        }
        case TermBuffer.ESCAPED_ZERO -> {}
        default -> throw corrupt();
      }
    }
  }

  private JsonString string() {
    byte[] utf8 = new byte[end - start - 3];
    int length = 0;
    for (int i = start + 1; i < end - 2; i++) {
      int b = u8(i);
      utf8[length++] = (byte) b;
      if (b == TermBuffer.ESCAPE) {
        i++;
      }
    }
    return JsonString.of(new String(utf8, 0, length, StandardCharsets.UTF_8));
  }

  private double nearest() {
    long bits = Bytes.readLong(key, start + 1) ^ (flip == 0 ? 0 : -1L);
    return Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
  }

  private JsonNumber number() {
    double nearest = nearest();
    if (Math.abs(nearest) < TermBuffer.EXACT_MAX) {
      return JsonNumber.of(nearest);
    }
    int rest = (u8(start + 9) << 8 | u8(start + 10)) - TermBuffer.REST_ZERO;
    if (nearest == TermBuffer.TWO_TO_63 && rest < 0) {
      return JsonNumber.of(Long.MAX_VALUE + rest + 1);
    }
    return rest == 0 ? JsonNumber.of(nearest) : JsonNumber.of((long) nearest + rest);
  }

  private int u8(int offset) {
    if (offset >= key.length) {
      throw corrupt();
    }
    return (key[offset] & 0xFF) ^ flip;
  }

  private void requireKnown(int mark) {
    boolean known = mark == TermType.TRUE_MARK;
    for (TermType type : TERM_TYPES) {
      known |= mark == type.mark();
    }
    if (!known) {
      throw corrupt();
    }
  }

  private void requireInside() {
    if (end > key.length) {
      throw corrupt();
    }
  }

  private DatabaseException corrupt() {
    return new DatabaseException(ErrorCode.CORRUPT, "An index entry has no term of a known form.")
        .with("key", Bytes.hex(key))
        .with("offset", start);
  }
}
