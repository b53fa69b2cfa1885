package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.BinaryOperator;

/**
 * Comparison operators. Nothing compares with undefined. Equality is defined for all types: values
 * of different types are unequal. Order is defined for two values of one type that is neither array
 * nor object. Pure functions.
 */
public final class Comparison {

  private Comparison() {}

  public static Evaluator of(BinaryOperator operator, Evaluator left, Evaluator right) {
    return left.mayBeNonFinite() || right.mayBeNonFinite()
        ? row -> numeric(operator, left, right, row)
        : row -> compare(operator, left.value(row), right.value(row));
  }

  public static JsonValue compare(BinaryOperator operator, JsonValue left, JsonValue right) {
    if (left.isUndefined() || right.isUndefined()) {
      return JsonUndefined.UNDEFINED;
    }
    return switch (operator) {
      case EQUAL -> JsonBoolean.of(left.equals(right));
      case NOT_EQUAL -> JsonBoolean.of(!left.equals(right));
      default ->
          areOrdered(left, right)
              ? JsonBoolean.of(holds(operator, ValueOrder.ORDER.compare(left, right)))
              : JsonUndefined.UNDEFINED;
    };
  }

  /** Compares when an operand may be a number that is not finite. */
  private static JsonValue numeric(
      BinaryOperator operator, Evaluator left, Evaluator right, Row row) {
    double l = left.number(row);
    double r = right.number(row);
    boolean leftIsNumber = !Numbers.isNone(l);
    boolean rightIsNumber = !Numbers.isNone(r);
    if (leftIsNumber && rightIsNumber) {
      return JsonBoolean.of(compare(operator, l, r));
    }
    if (!leftIsNumber && !rightIsNumber) {
      return compare(operator, left.value(row), right.value(row));
    }
    // One operand is a number and the other is not: the result does not depend on the number's
    // value.
    JsonValue other = leftIsNumber ? right.value(row) : left.value(row);
    return compare(operator, JsonNumber.ZERO, other);
  }

  private static boolean compare(BinaryOperator operator, double left, double right) {
    return switch (operator) {
      case EQUAL -> left == right;
      case NOT_EQUAL -> left != right;
      case LESS -> left < right;
      case LESS_OR_EQUAL -> left <= right;
      case GREATER -> left > right;
      case GREATER_OR_EQUAL -> left >= right;
      default -> throw notAComparison(operator);
    };
  }

  private static boolean holds(BinaryOperator operator, int order) {
    return switch (operator) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      default -> throw notAComparison(operator);
    };
  }

  private static IllegalArgumentException notAComparison(BinaryOperator operator) {
    return new IllegalArgumentException("Not a comparison: " + operator);
  }

  private static boolean areOrdered(JsonValue left, JsonValue right) {
    return switch (left) {
      case JsonNull _ -> right instanceof JsonNull;
      case JsonBoolean _ -> right instanceof JsonBoolean;
      case JsonNumber _ -> right instanceof JsonNumber;
      case JsonString _ -> right instanceof JsonString;
      case JsonUndefined _, JsonArray _, JsonObject _ -> false;
    };
  }
}
