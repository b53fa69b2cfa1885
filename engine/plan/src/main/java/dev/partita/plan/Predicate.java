package dev.partita.plan;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.stream.Stream;

/**
 * A condition on documents. Immutable.
 *
 * <p>A condition about a path holds if some value of the document at the path meets it; {@code
 * undefined} is no value and meets none. So at a path without arrays, where there is one value at
 * most, {@code Not} of a comparison also holds for documents without a value. Values are equal if
 * they are of one type and the same, numbers by their exact values, objects whatever the order of
 * their members. Only null, booleans, numbers and strings are less or greater, each than values of
 * the same type, strings by their UTF-16 units.
 */
public sealed interface Predicate {

  /** Holds for every document. */
  static Predicate always() {
    return new And(List.of());
  }

  /** Holds for no document. */
  static Predicate never() {
    return new Or(List.of());
  }

  /** How a value at a path compares with another. */
  enum Operator {
    EQUAL,
    /** Of another type, or of the same type and not equal. */
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** The operator for exchanged operands. */
    public Operator turned() {
      return switch (this) {
        case EQUAL, NOT_EQUAL -> this;
        case LESS -> GREATER;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        case GREATER -> LESS;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      };
    }

    boolean holds(int order) {
      return switch (this) {
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
        case LESS -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case GREATER -> order > 0;
        case GREATER_OR_EQUAL -> order >= 0;
      };
    }
  }

  /** A value at the path compares so with another. */
  record Comparison(FieldPath path, Operator operator, JsonValue value) implements Predicate {}

  /** A value at the path equals one of several. */
  record In(FieldPath path, List<JsonValue> values) implements Predicate {
    public In {
      values = List.copyOf(values);
    }
  }

  /** A value at the path lies between two others; at a path through arrays, one and the same. */
  record Between(
      FieldPath path, JsonValue low, boolean lowInclusive, JsonValue high, boolean highInclusive)
      implements Predicate {

    /** Between two values or equal to one of them. */
    public static Between inclusive(FieldPath path, JsonValue low, JsonValue high) {
      return new Between(path, low, true, high, true);
    }

    boolean holds(JsonValue value) {
      return compares(value, lowInclusive ? Operator.GREATER_OR_EQUAL : Operator.GREATER, low)
          && compares(value, highInclusive ? Operator.LESS_OR_EQUAL : Operator.LESS, high);
    }
  }

  /** A value at the path is a string that begins with a text. */
  record Prefix(FieldPath path, String text) implements Predicate {}

  /** A value at the path is of a type from one to another. */
  record OfType(FieldPath path, ValueType first, ValueType last) implements Predicate {}

  /** There is a value at the path. */
  record Defined(FieldPath path) implements Predicate {}

  /**
   * A shape at the path is no farther from another than a distance. How far shapes are from one
   * another is up to the language, so this alone never decides that a document passes.
   *
   * @param shape any value; nothing is near to what is no shape
   */
  record Near(FieldPath path, JsonValue shape, double distance) implements Predicate {}

  /** All of several conditions hold. */
  record And(List<Predicate> operands) implements Predicate {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** Some of several conditions holds. */
  record Or(List<Predicate> operands) implements Predicate {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /** A condition does not hold. */
  record Not(Predicate operand) implements Predicate {}

  /** A condition that this form cannot express; the language evaluates its whole filter. */
  record Residual() implements Predicate {}

  /** A condition of which this form expresses only a part that must hold. */
  static Predicate atLeast(Predicate necessary) {
    return new And(List.of(necessary, new Residual()));
  }

  static Predicate and(Predicate... operands) {
    return new And(List.of(operands));
  }

  static Predicate or(Predicate... operands) {
    return new Or(List.of(operands));
  }

  static Predicate equal(FieldPath path, JsonValue value) {
    return new Comparison(path, Operator.EQUAL, value);
  }

  /** Whether a document passes: the meaning of this form. */
  default Verdict test(JsonValue document) {
    return switch (this) {
      case Comparison(FieldPath path, Operator operator, JsonValue value) ->
          Verdict.of(
              path.values(document).stream().anyMatch(each -> compares(each, operator, value)));
      case In(FieldPath path, List<JsonValue> values) ->
          Verdict.of(path.values(document).stream().anyMatch(values::contains));
      case Between between ->
          Verdict.of(between.path.values(document).stream().anyMatch(between::holds));
      case Prefix(FieldPath path, String text) ->
          Verdict.of(
              path.values(document).stream()
                  .anyMatch(
                      each -> each instanceof JsonString(String value) && value.startsWith(text)));
      case OfType(FieldPath path, ValueType first, ValueType last) ->
          Verdict.of(
              path.values(document).stream()
                  .map(ValueType::of)
                  .anyMatch(type -> type.compareTo(first) >= 0 && type.compareTo(last) <= 0));
      case Defined(FieldPath path) -> Verdict.of(!path.values(document).isEmpty());
      case Near(FieldPath path, _, _) ->
          path.values(document).isEmpty() ? Verdict.NO : Verdict.MAYBE;
      case And(List<Predicate> operands) ->
          operands.stream()
              .map(operand -> operand.test(document))
              .reduce(Verdict.YES, Verdict::and);
      case Or(List<Predicate> operands) ->
          operands.stream().map(operand -> operand.test(document)).reduce(Verdict.NO, Verdict::or);
      case Not(Predicate operand) -> operand.test(document).not();
      case Residual _ -> Verdict.MAYBE;
    };
  }

  private static boolean compares(JsonValue value, Operator operator, JsonValue other) {
    if (other.isUndefined()) {
      return false;
    }
    return switch (operator) {
      case EQUAL -> value.equals(other);
      case NOT_EQUAL -> !value.equals(other);
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          ValueType.of(value) == ValueType.of(other)
              && ValueType.of(value).isOrdered()
              && operator.holds(order(value, other));
    };
  }

  private static int order(JsonValue value, JsonValue other) {
    return value instanceof JsonString(String text) && other instanceof JsonString(String bound)
        ? text.compareTo(bound)
        : JsonValue.ORDER.compare(value, other);
  }

  /** The paths that conditions are about, some of them repeatedly. */
  default Stream<FieldPath> paths() {
    return switch (this) {
      case Comparison(FieldPath path, _, _) -> Stream.of(path);
      case In(FieldPath path, _) -> Stream.of(path);
      case Between between -> Stream.of(between.path);
      case Prefix(FieldPath path, _) -> Stream.of(path);
      case OfType(FieldPath path, _, _) -> Stream.of(path);
      case Defined(FieldPath path) -> Stream.of(path);
      case Near(FieldPath path, _, _) -> Stream.of(path);
      case And(List<Predicate> operands) -> operands.stream().flatMap(Predicate::paths);
      case Or(List<Predicate> operands) -> operands.stream().flatMap(Predicate::paths);
      case Not(Predicate operand) -> operand.paths();
      case Residual _ -> Stream.empty();
    };
  }
}
