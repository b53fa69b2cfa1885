package dev.partita.mql.query;

import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Variables;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one value; null stands for a value that is missing. Immutable; safe for use by any
 * number of threads.
 */
public sealed interface ValueTest {

  boolean accepts(@Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace);

  default boolean accepts(@Nullable BsonValue value, Variables variables) {
    return accepts(value, variables, null);
  }

  /** Whether the test is about arrays as a whole, and not about their elements. */
  default boolean wholeArrays() {
    return false;
  }

  /** How a value relates to an operand. */
  enum Relation {
    LESS,
    LESS_OR_EQUAL,
    EQUAL,
    GREATER_OR_EQUAL,
    GREATER;

    boolean holds(int order) {
      return switch (this) {
        case LESS -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case EQUAL -> order == 0;
        case GREATER_OR_EQUAL -> order >= 0;
        case GREATER -> order > 0;
      };
    }

    boolean includesEqual() {
      return this != LESS && this != GREATER;
    }
  }

  /** Values of the operand's type that relate to it in a way; all other types are unlike it. */
  record Compare(Relation relation, BsonValue operand, BsonOrder order) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      BsonType type = operand.type();
      if (value == null || value.isNullish()) {
        if (operand.isNullish()) {
          return relation.includesEqual();
        }
      }
      BsonValue present = value == null ? BsonValue.NULL : value;
      if (type == BsonType.MIN_KEY || type == BsonType.MAX_KEY) {
        return relation.holds(order.compare(present, operand));
      }
      if (value == null || !value.type().comparableWith(type)) {
        return false;
      }
      if (type.isNumber()) {
        boolean isNan = BsonNumbers.isNan(value);
        boolean wantsNan = BsonNumbers.isNan(operand);
        if (isNan || wantsNan) {
          return isNan && wantsNan && relation.includesEqual();
        }
      }
      return relation.holds(order.compare(value, operand));
    }
  }

  /** {@code $in}: one of the values, or a match of one of the regular expressions. */
  record In(
      Set<BsonOrder.Key> values,
      List<BsonValue> sorted,
      List<Regex> patterns,
      boolean acceptsNull,
      BsonOrder order)
      implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      if (value == null || value.isNullish()) {
        return acceptsNull;
      }
      if (values.contains(order.key(value))) {
        return true;
      }
      for (Regex pattern : patterns) {
        if (pattern.accepts(value, variables, trace)) {
          return true;
        }
      }
      return false;
    }
  }

  /** {@code $regex}: a string in which the pattern is found, or the same regular expression. */
  record Regex(RegexPattern pattern) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      if (value == null) {
        return false;
      }
      return switch (value.type()) {
        case STRING, SYMBOL -> pattern.find(value.asString());
        case REGEX ->
            value.regexPattern().equals(pattern.source())
                && value.regexOptions().equals(pattern.options());
        default -> false;
      };
    }
  }

  /** {@code $mod}: a number whose integral part has this remainder. */
  record Remainder(long divisor, long remainder) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      return value != null
          && value.isNumber()
          && !BsonNumbers.isNan(value)
          && !BsonNumbers.isInfinite(value)
          && inRange(value)
          && BsonNumbers.truncated(value) % divisor == remainder;
    }

    private static boolean inRange(BsonValue value) {
      double nearest = BsonNumbers.toDouble(value);
      return nearest >= -0x1p63 && (nearest < 0x1p63 || value.type() == BsonType.INT64);
    }
  }

  /** {@code $exists: true}. */
  record Exists() implements ValueTest {
    @Override
    public boolean wholeArrays() {
      return true;
    }

    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      return value != null;
    }
  }

  /** {@code $type}. */
  record HasType(Set<BsonType> types) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      return value != null && types.contains(value.type());
    }
  }

  /** {@code $size}. */
  record Size(long size) implements ValueTest {
    @Override
    public boolean wholeArrays() {
      return true;
    }

    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      return value != null && value.isArray() && value.asArray().size() == size;
    }
  }

  /** {@code $bitsAllSet} and its relatives. */
  record Bits(BitMask mask, boolean set, boolean all) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      return value != null && mask.accepts(value, set, all);
    }
  }

  /** {@code $elemMatch} with operators: an array with an element that passes all tests. */
  record ElementPasses(ValueTest test) implements ValueTest {
    @Override
    public boolean wholeArrays() {
      return true;
    }

    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      if (value == null || !value.isArray()) {
        return false;
      }
      BsonCursor cursor = value.cursor();
      for (int i = 0; cursor.next(); i++) {
        if (test.accepts(cursor.value(), variables)) {
          if (trace != null) {
            trace.record(i);
          }
          return true;
        }
      }
      return false;
    }
  }

  /** {@code $elemMatch} with a query: an array with a document that matches it. */
  record ElementMatches(Predicate predicate) implements ValueTest {
    @Override
    public boolean wholeArrays() {
      return true;
    }

    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      if (value == null || !value.isArray()) {
        return false;
      }
      BsonCursor cursor = value.cursor();
      for (int i = 0; cursor.next(); i++) {
        if (matches(cursor.value(), variables)) {
          if (trace != null) {
            trace.record(i);
          }
          return true;
        }
      }
      return false;
    }

    private boolean matches(BsonValue element, Variables variables) {
      return switch (element.type()) {
        case DOCUMENT -> predicate.matches(element.asDocument(), variables, null);
        case ARRAY -> predicate.matches(element.asArray().asDocument(), variables, null);
        default -> false;
      };
    }
  }

  /** All of several tests; with none, every value, also a missing one. */
  record All(List<ValueTest> tests) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      for (ValueTest test : tests) {
        if (!test.accepts(value, variables)) {
          return false;
        }
      }
      return true;
    }
  }

  record Not(ValueTest test) implements ValueTest {
    @Override
    public boolean accepts(
        @Nullable BsonValue value, Variables variables, @Nullable MatchTrace trace) {
      return !test.accepts(value, variables);
    }
  }
}
