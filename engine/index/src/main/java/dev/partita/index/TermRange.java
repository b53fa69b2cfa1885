package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An interval of values of one path, in the order of terms. Immutable.
 *
 * @param terms the terms as bytes; every term of a value in the interval lies within
 * @param isPrecise whether every term within is that of a value in the interval. If not, the items
 *     have to be looked at
 * @param isOneTerm whether there is one term only, so that its items come in the order of their
 *     keys
 */
public record TermRange(KeyRange terms, boolean isPrecise, boolean isOneTerm) {

  /** Every value, undefined where the index lists it. */
  public static final TermRange ALL = of(TermType.UNDEFINED, TermType.OBJECT);

  /** Every value that is there. */
  public static final TermRange DEFINED = of(TermType.NULL, TermType.OBJECT);

  /** All values of one type. */
  public static TermRange of(TermType type) {
    return of(type, type);
  }

  /** All values from one type through another. */
  public static TermRange of(TermType first, TermType last) {
    return new TermRange(
        new KeyRange(new byte[] {(byte) first.mark()}, new byte[] {(byte) last.endMark()}),
        true,
        first == last && first.isOneTerm());
  }

  /** The values that are equal to one. */
  public static TermRange equalTo(JsonValue value) {
    Bound bound = Bound.of(value);
    return new TermRange(KeyRange.prefix(bound.term), bound.isExact(), true);
  }

  /** The only value in the interval; empty if there are others or its term does not tell it. */
  public Optional<JsonValue> onlyValue() {
    TermReader reader = new TermReader();
    if (!isOneTerm || !isPrecise) {
      return Optional.empty();
    }
    reader.at(terms.start(), 0, false);
    return reader.isExact() ? Optional.of(reader.value()) : Optional.empty();
  }

  /** The values of the same type that are greater. */
  public static TermRange greaterThan(JsonValue value) {
    return above(value, false);
  }

  /** The values of the same type that are greater or equal. */
  public static TermRange atLeast(JsonValue value) {
    return above(value, true);
  }

  /** The values of the same type that are less. */
  public static TermRange lessThan(JsonValue value) {
    return below(value, false);
  }

  /** The values of the same type that are less or equal. */
  public static TermRange atMost(JsonValue value) {
    return below(value, true);
  }

  /** The strings that begin with a text. */
  public static TermRange startingWith(String text) {
    TermBuffer buffer = new TermBuffer(32);
    buffer.u8(TermType.STRING.mark());
    boolean whole = buffer.utf8(text);
    if (!whole) {
      buffer.u8(TermBuffer.ESCAPE);
      buffer.u8(TermBuffer.CUT);
    }
    return new TermRange(KeyRange.prefix(buffer.toBytes()), whole, false);
  }

  /**
   * The values that are there and not equal to one: those below it, those above it and, if terms do
   * not tell it from others, these others.
   */
  public static List<TermRange> otherThan(JsonValue value) {
    Bound bound = Bound.of(value);
    TermRange less = new TermRange(new KeyRange(DEFINED.terms.start(), bound.group), true, false);
    TermRange alike = new TermRange(KeyRange.prefix(bound.group), false, false);
    TermRange greater =
        new TermRange(new KeyRange(bound.afterGroup(), DEFINED.terms.end()), true, false);
    return bound.isExact() ? List.of(less, greater) : List.of(less, alike, greater);
  }

  /** The values in both intervals. */
  public TermRange intersect(TermRange other) {
    KeyRange both = terms.intersect(other.terms);
    boolean one =
        (isOneTerm && both.equals(terms)) || (other.isOneTerm && both.equals(other.terms));
    return new TermRange(both, isPrecise && other.isPrecise, one);
  }

  public boolean isEmpty() {
    return terms.isEmpty();
  }

  private static TermRange above(JsonValue value, boolean inclusive) {
    Bound bound = Bound.ordered(value);
    byte[] start = bound.isExact() && !inclusive ? bound.afterGroup() : bound.group;
    byte[] end = {(byte) TermType.of(value).endMark()};
    return new TermRange(new KeyRange(start, end), bound.isExact(), false);
  }

  private static TermRange below(JsonValue value, boolean inclusive) {
    Bound bound = Bound.ordered(value);
    byte[] start = {(byte) TermType.of(value).mark()};
    byte[] end = bound.isExact() && !inclusive ? bound.group : bound.afterGroup();
    return new TermRange(new KeyRange(start, end), bound.isExact(), false);
  }

  /**
   * Where a value stands.
   *
   * @param group what its term has in common with those of the values that it cannot be ordered
   *     with: the whole term, but for a string that is cut the hash
   */
  private record Bound(byte[] term, byte[] group, boolean isExact) {

    static Bound of(JsonValue value) {
      TermBuffer buffer = new TermBuffer(32);
      buffer.term(value);
      byte[] term = buffer.toBytes();
      TermReader reader = new TermReader();
      int length = reader.at(term, 0, false);
      boolean cut = !reader.isExact() && value instanceof JsonString;
      byte[] group = Arrays.copyOf(term, cut ? length - Long.BYTES : length);
      return new Bound(term, group, reader.isExact());
    }

    static Bound ordered(JsonValue value) {
      return switch (TermType.of(value)) {
        case NULL, BOOLEAN, NUMBER, STRING -> of(value);
        case UNDEFINED, ARRAY, OBJECT ->
            throw new IllegalArgumentException("Nothing is greater or less than " + value + ".");
      };
    }

    byte[] afterGroup() {
      return Objects.requireNonNull(Bytes.afterPrefix(group));
    }
  }
}
