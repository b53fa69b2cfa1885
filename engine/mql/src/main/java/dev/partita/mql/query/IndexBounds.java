package dev.partita.mql.query;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * What the conditions of a filter say about the entries of an index on a path: at least one entry
 * of a matching document lies in the intervals. An index has an entry for each element of an array
 * and, where the path leads to nothing, one that is null.
 *
 * <p>Conditions on one path must not be intersected if the path leads through an array: different
 * elements may meet them. If {@link #exact} is true, every document with an entry in the intervals
 * meets the condition, and it need not be checked again. Strings in intervals are in the order of
 * the filter's collation; patterns have bounds only in an index without one.
 */
public record IndexBounds(BsonPath path, List<ValueInterval> intervals, boolean exact) {

  /** What compares with a number: all numbers but NaN. */
  private static final ValueInterval NUMBERS =
      between(BsonValue.float64(Double.NEGATIVE_INFINITY), BsonValue.EMPTY_STRING);

  /** The bounds that all have to hold, for those conditions of a filter that have any. */
  public static List<IndexBounds> of(Predicate predicate) {
    List<IndexBounds> bounds = new ArrayList<>();
    collect(predicate, bounds);
    return bounds;
  }

  private static void collect(Predicate predicate, List<IndexBounds> bounds) {
    switch (predicate) {
      case Predicate.And(List<Predicate> parts) -> parts.forEach(part -> collect(part, bounds));
      case Predicate.OnPath(BsonPath path, ValueTest test) -> {
        IndexBounds found = of(path, test);
        if (found != null) {
          bounds.add(found);
        }
      }
      // Negations, alternatives and what is computed say nothing about one path.
      case Predicate.Or _, Predicate.Not _, Predicate.Computed _, Predicate.Schema _ -> {}
    }
  }

  /** The bounds of a test on the values of a path; null if it has none. */
  public static @Nullable IndexBounds of(BsonPath path, ValueTest test) {
    return switch (test) {
      case ValueTest.Compare compare -> ofCompare(path, compare);
      case ValueTest.In in -> ofIn(path, in);
      case ValueTest.Regex regex -> ofRegex(path, regex.pattern());
      case ValueTest.Remainder _ ->
          new IndexBounds(path, List.of(bracket(BsonValue.int32(0))), false);
      case ValueTest.HasType types -> ofTypes(path, types);
      case ValueTest.ElementPasses(ValueTest inner) -> ofElement(path, inner);
      default -> null;
    };
  }

  private static @Nullable IndexBounds ofElement(BsonPath path, ValueTest inner) {
    return switch (inner) {
      case ValueTest.All(List<ValueTest> tests) -> {
        for (ValueTest test : tests) {
          IndexBounds bounds = ofElement(path, test);
          if (bounds != null) {
            yield bounds;
          }
        }
        yield null;
      }
      case ValueTest.Compare _, ValueTest.In _, ValueTest.Regex _, ValueTest.HasType _ -> {
        IndexBounds bounds = of(path, inner);
        yield bounds == null ? null : new IndexBounds(path, bounds.intervals(), false);
      }
      default -> null;
    };
  }

  private static @Nullable IndexBounds ofCompare(BsonPath path, ValueTest.Compare compare) {
    BsonValue operand = compare.operand();
    ValueTest.Relation relation = compare.relation();
    // Entries are the elements of an array, so one that equals a whole array is found by its first
    // element, and ranges of arrays have no bounds. An empty array has an entry of its own.
    if (operand.isArray()) {
      return relation == ValueTest.Relation.EQUAL ? ofArray(path, operand) : null;
    }
    if (operand.type() == BsonType.MIN_KEY || operand.type() == BsonType.MAX_KEY) {
      return relation == ValueTest.Relation.EQUAL
          ? new IndexBounds(path, List.of(ValueInterval.point(operand)), true)
          : null;
    }
    if (operand.isNull()) {
      return relation.includesEqual()
          ? new IndexBounds(
              path,
              List.of(new ValueInterval(BsonValue.UNDEFINED, true, BsonValue.NULL, true)),
              false)
          : new IndexBounds(path, List.of(), true);
    }
    if (BsonNumbers.isNan(operand)) {
      return new IndexBounds(
          path, relation.includesEqual() ? List.of(ValueInterval.point(operand)) : List.of(), true);
    }
    ValueInterval bracket = operand.isNumber() ? NUMBERS : bracket(operand);
    ValueInterval interval =
        switch (relation) {
          case EQUAL -> ValueInterval.point(operand);
          case LESS -> new ValueInterval(bracket.low(), bracket.lowInclusive(), operand, false);
          case LESS_OR_EQUAL ->
              new ValueInterval(bracket.low(), bracket.lowInclusive(), operand, true);
          case GREATER ->
              new ValueInterval(operand, false, bracket.high(), bracket.highInclusive());
          case GREATER_OR_EQUAL ->
              new ValueInterval(operand, true, bracket.high(), bracket.highInclusive());
        };
    return new IndexBounds(path, List.of(interval), true);
  }

  private static IndexBounds ofArray(BsonPath path, BsonValue array) {
    BsonValue first = array.asArray().get(0);
    List<ValueInterval> intervals = new ArrayList<>();
    intervals.add(ValueInterval.point(first == null ? BsonValue.UNDEFINED : first));
    // The array may be an element of the field's array.
    intervals.add(ValueInterval.point(array));
    return new IndexBounds(path, intervals, false);
  }

  private static @Nullable IndexBounds ofIn(BsonPath path, ValueTest.In in) {
    List<ValueInterval> intervals = new ArrayList<>();
    boolean exact = true;
    if (in.acceptsNull()) {
      intervals.add(new ValueInterval(BsonValue.UNDEFINED, true, BsonValue.NULL, true));
      exact = false;
    }
    for (BsonValue value : in.sorted()) {
      IndexBounds one =
          ofCompare(path, new ValueTest.Compare(ValueTest.Relation.EQUAL, value, in.order()));
      if (one == null) {
        return null;
      }
      intervals.addAll(one.intervals());
      exact &= one.exact();
    }
    for (ValueTest.Regex pattern : in.patterns()) {
      IndexBounds one = ofRegex(path, pattern.pattern());
      intervals.addAll(one.intervals());
      exact &= one.exact();
    }
    return new IndexBounds(path, intervals, exact);
  }

  private static IndexBounds ofRegex(BsonPath path, RegexPattern pattern) {
    BsonValue itself = BsonValue.regex(pattern.source(), pattern.options());
    String prefix = pattern.prefix();
    ValueInterval strings =
        prefix == null
            ? bracket(BsonValue.EMPTY_STRING)
            : new ValueInterval(BsonValue.string(prefix), true, afterPrefix(prefix), false);
    return new IndexBounds(
        path, List.of(strings, ValueInterval.point(itself)), pattern.isPrefixOnly());
  }

  /** The first value after all strings that begin with a prefix. */
  private static BsonValue afterPrefix(String prefix) {
    int last = prefix.codePointBefore(prefix.length());
    String before = prefix.substring(0, prefix.length() - Character.charCount(last));
    if (last == Character.MAX_CODE_POINT) {
      return before.isEmpty() ? BsonValue.EMPTY_DOCUMENT : afterPrefix(before);
    }
    int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
    return BsonValue.string(before + Character.toString(next));
  }

  private static @Nullable IndexBounds ofTypes(BsonPath path, ValueTest.HasType test) {
    List<ValueInterval> intervals = new ArrayList<>();
    for (BsonType type : test.types()) {
      // Arrays have entries of their elements, whatever these are.
      if (type == BsonType.ARRAY) {
        return null;
      }
      ValueInterval bracket = bracket(type);
      if (!intervals.contains(bracket)) {
        intervals.add(bracket);
      }
    }
    return new IndexBounds(path, intervals, false);
  }

  private static ValueInterval bracket(BsonValue value) {
    return bracket(value.type());
  }

  /** All values of a type, and of those that compare with it by value. */
  private static ValueInterval bracket(BsonType type) {
    return switch (type) {
      case MIN_KEY -> ValueInterval.point(BsonValue.MIN_KEY);
      case UNDEFINED -> ValueInterval.point(BsonValue.UNDEFINED);
      case NULL -> ValueInterval.point(BsonValue.NULL);
      case DOUBLE, INT32, INT64, DECIMAL128 ->
          between(BsonValue.float64(Double.NaN), BsonValue.EMPTY_STRING);
      case STRING, SYMBOL -> between(BsonValue.EMPTY_STRING, BsonValue.EMPTY_DOCUMENT);
      case DOCUMENT -> between(BsonValue.EMPTY_DOCUMENT, BsonValue.EMPTY_ARRAY);
      case ARRAY -> between(BsonValue.EMPTY_ARRAY, BsonValue.binary(0, new byte[0]));
      case BINARY ->
          between(BsonValue.binary(0, new byte[0]), BsonValue.objectId(new ObjectId(new byte[12])));
      case OBJECT_ID -> between(BsonValue.objectId(new ObjectId(new byte[12])), BsonValue.FALSE);
      case BOOLEAN -> new ValueInterval(BsonValue.FALSE, true, BsonValue.TRUE, true);
      case DATE ->
          new ValueInterval(
              BsonValue.date(Long.MIN_VALUE), true, BsonValue.date(Long.MAX_VALUE), true);
      case TIMESTAMP ->
          new ValueInterval(BsonValue.timestamp(0), true, BsonValue.timestamp(-1), true);
      case REGEX -> new ValueInterval(BsonValue.regex("", ""), true, BsonValue.MAX_KEY, false);
      case DB_POINTER, JAVASCRIPT, JAVASCRIPT_WITH_SCOPE ->
          new ValueInterval(BsonValue.regex("", ""), true, BsonValue.MAX_KEY, false);
      case MAX_KEY -> ValueInterval.point(BsonValue.MAX_KEY);
    };
  }

  private static ValueInterval between(BsonValue low, BsonValue high) {
    return new ValueInterval(low, true, high, false);
  }
}
