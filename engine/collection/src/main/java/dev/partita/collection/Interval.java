package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.query.ValueInterval;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of values, by the first bytes of their encodings in ascending order. Immutable.
 *
 * @param from what the encodings begin with at least
 * @param fromIncluded whether those are included that begin with it
 * @param to what the encodings begin with at most
 * @param toIncluded whether those are included that begin with it
 */
record Interval(byte[] from, boolean fromIncluded, byte[] to, boolean toIncluded) {

  /** Strings, and what may have strings in it: documents and arrays, which are next in order. */
  private static final Interval TEXT =
      new Interval(mark(BsonType.STRING), true, mark(BsonType.ARRAY), true);

  static Interval of(ValueInterval values) {
    return new Interval(
        BsonKeyWriter.key(values.low()),
        values.lowInclusive(),
        BsonKeyWriter.key(values.high()),
        values.highInclusive());
  }

  /** Null, missing, and what counts as neither. */
  static Interval nullish() {
    return new Interval(mark(BsonType.UNDEFINED), true, mark(BsonType.NULL), true);
  }

  static Interval less(BsonValue value, boolean included) {
    return new Interval(mark(value.type()), true, BsonKeyWriter.key(value), included);
  }

  private static byte[] mark(BsonType type) {
    return new byte[] {(byte) type.orderClass()};
  }

  /** Whether there is one value in it, or values that are equal. */
  boolean isPoint() {
    return from.length > 1 && fromIncluded && toIncluded && Arrays.equals(from, to);
  }

  /** Whether documents are in it that do not have the field. */
  boolean hasMissing() {
    byte[] missing = mark(BsonType.NULL);
    return compareStart(missing) <= 0 && compareEnd(missing) >= 0;
  }

  /** Whether values are in it that are or may have strings. */
  boolean hasText() {
    return intersect(TEXT) != null;
  }

  private int compareStart(byte[] value) {
    return Bytes.ORDER.compare(start(from, fromIncluded), value);
  }

  private int compareEnd(byte[] value) {
    return Bytes.ORDER.compare(to, value);
  }

  @Nullable Interval intersect(Interval other) {
    byte[] ownStart = start(from, fromIncluded);
    byte[] otherStart = start(other.from, other.fromIncluded);
    boolean later = Bytes.ORDER.compare(ownStart, otherStart) >= 0;
    byte[] ownEnd = end(to, toIncluded);
    byte[] otherEnd = end(other.to, other.toIncluded);
    boolean earlier = Bytes.ORDER.compare(ownEnd, otherEnd) <= 0;
    boolean empty =
        Bytes.ORDER.compare(later ? ownStart : otherStart, earlier ? ownEnd : otherEnd) >= 0;
    return empty
        ? null
        : new Interval(
            later ? from : other.from,
            later ? fromIncluded : other.fromIncluded,
            earlier ? to : other.to,
            earlier ? toIncluded : other.toIncluded);
  }

  /** The first key in an interval that begins so. */
  private static byte[] start(byte[] bytes, boolean included) {
    return included ? bytes : after(bytes);
  }

  /** The first key behind an interval that ends so. */
  private static byte[] end(byte[] bytes, boolean included) {
    return included ? after(bytes) : bytes;
  }

  /** Encodings begin with the place of their type, so there is always something behind. */
  private static byte[] after(byte[] bytes) {
    byte[] after = Bytes.afterPrefix(bytes);
    if (after == null) {
      throw new IllegalStateException("No value is encoded so: " + Bytes.hex(bytes));
    }
    return after;
  }

  /** The first key in the interval, in the order of an index. */
  byte[] start(boolean descending) {
    return descending ? start(flip(to), toIncluded) : start(from, fromIncluded);
  }

  /** The first key behind the interval, in the order of an index. */
  byte[] end(boolean descending) {
    return descending ? end(flip(from), fromIncluded) : end(to, toIncluded);
  }

  /** What all keys of a {@link #isPoint point} begin with, in the order of an index. */
  byte[] pointKey(boolean descending) {
    return descending ? flip(from) : from;
  }

  private static byte[] flip(byte[] bytes) {
    byte[] flipped = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      flipped[i] = (byte) ~bytes[i];
    }
    return flipped;
  }
}
