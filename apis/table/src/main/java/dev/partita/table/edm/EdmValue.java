package dev.partita.table.edm;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The value of a property. Immutable. */
public sealed interface EdmValue {

  record Text(String value) implements EdmValue {}

  record Int32(int value) implements EdmValue {}

  record Int64(long value) implements EdmValue {}

  /** A double, which may also be infinite or no number at all. */
  record Real(double value) implements EdmValue {}

  record Flag(boolean value) implements EdmValue {}

  /**
   * @param ticks of 100 ns since the year 1
   */
  record Moment(long ticks) implements EdmValue {}

  record Guid(UUID value) implements EdmValue {}

  /** Bytes, which nobody changes. */
  record Binary(byte[] value) implements EdmValue {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Binary(byte[] bytes) && Arrays.equals(value, bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }
  }

  /**
   * How the values compare; empty if they are of types that do not, or one is not a number. Numbers
   * compare whatever their types, and strings unit by unit.
   */
  static OptionalInt compare(EdmValue left, EdmValue right) {
    return switch (left) {
      case Text(String a) when right instanceof Text(String b) -> OptionalInt.of(a.compareTo(b));
      case Flag(boolean a) when right instanceof Flag(boolean b) ->
          OptionalInt.of(Boolean.compare(a, b));
      case Moment(long a) when right instanceof Moment(long b) ->
          OptionalInt.of(Long.compare(a, b));
      case Guid(UUID a) when right instanceof Guid(UUID b) -> OptionalInt.of(compare(a, b));
      case Binary(byte[] a) when right instanceof Binary(byte[] b) ->
          OptionalInt.of(Arrays.compareUnsigned(a, b));
      case Int32 _, Int64 _, Real _ -> compareNumbers(left, right);
      case Text _, Flag _, Moment _, Guid _, Binary _ -> OptionalInt.empty();
    };
  }

  /** As their digits compare, which is how .NET has it; Java's order is by signed halves. */
  private static int compare(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }

  private static OptionalInt compareNumbers(EdmValue left, EdmValue right) {
    if (left instanceof Real(double a)) {
      return switch (right) {
        case Real(double b) -> ordered(a, b);
        case Int32(int b) -> ordered(a, b);
        case Int64(long b) -> negated(compare(b, a));
        default -> OptionalInt.empty();
      };
    }
    long a = left instanceof Int32(int small) ? small : ((Int64) left).value();
    return switch (right) {
      case Int32(int b) -> OptionalInt.of(Long.compare(a, b));
      case Int64(long b) -> OptionalInt.of(Long.compare(a, b));
      case Real(double b) -> compare(a, b);
      default -> OptionalInt.empty();
    };
  }

  private static OptionalInt ordered(double a, double b) {
    return Double.isNaN(a) || Double.isNaN(b)
        ? OptionalInt.empty()
        : OptionalInt.of(a < b ? -1 : a > b ? 1 : 0);
  }

  /** Exactly, though not every long is a double. */
  private static OptionalInt compare(long a, double b) {
    if (Double.isNaN(b)) {
      return OptionalInt.empty();
    }
    if (b >= 0x1p63) {
      return OptionalInt.of(-1);
    }
    if (b < -0x1p63) {
      return OptionalInt.of(1);
    }
    int whole = Long.compare(a, (long) b);
    return whole != 0 ? OptionalInt.of(whole) : ordered(0.0, b - (long) b);
  }

  private static OptionalInt negated(OptionalInt order) {
    return order.isEmpty() ? order : OptionalInt.of(-order.getAsInt());
  }
}
