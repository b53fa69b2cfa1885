package dev.partita.query.evaluate;

import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.query.syntax.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Operators on numbers, which compute with doubles throughout, and the concatenation of strings. An
 * operand of another type makes the result undefined; nothing is converted. Pure functions.
 */
public final class Arithmetic {

  private Arithmetic() {}

  /** Compiles an operator that is neither a comparison nor concatenation. */
  public static Evaluator of(BinaryOperator operator, Evaluator left, Evaluator right) {
    return binary(operation(operator), left, right);
  }

  private static DoubleBinaryOperator operation(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> (l, r) -> l + r;
      case SUBTRACT -> (l, r) -> l - r;
      case MULTIPLY -> (l, r) -> l * r;
      case DIVIDE -> (l, r) -> l / r;
      case REMAINDER -> (l, r) -> l % r;
      case BIT_AND -> (l, r) -> Numbers.toInt32(l) & Numbers.toInt32(r);
      case BIT_OR -> (l, r) -> Numbers.toInt32(l) | Numbers.toInt32(r);
      case BIT_XOR -> (l, r) -> Numbers.toInt32(l) ^ Numbers.toInt32(r);
      case SHIFT_LEFT -> (l, r) -> Numbers.toInt32(l) << Numbers.toInt32(r);
      case SHIFT_RIGHT -> (l, r) -> Numbers.toInt32(l) >> Numbers.toInt32(r);
      case SHIFT_RIGHT_UNSIGNED ->
          (l, r) -> Integer.toUnsignedLong(Numbers.toInt32(l) >>> Numbers.toInt32(r));
      case CONCATENATE, EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          throw new IllegalArgumentException("Not an operator on numbers: " + operator);
    };
  }

  public static Evaluator minus(Evaluator operand) {
    return unary(number -> -number, operand);
  }

  public static Evaluator plus(Evaluator operand) {
    return unary(number -> number, operand);
  }

  public static Evaluator bitNot(Evaluator operand) {
    return unary(number -> ~Numbers.toInt32(number), operand);
  }

  public static Evaluator unary(DoubleUnaryOperator operation, Evaluator operand) {
    return new NumericEvaluator(
        row -> {
          double number = operand.number(row);
          return Numbers.isNone(number) ? Numbers.NONE : operation.applyAsDouble(number);
        });
  }

  public static Evaluator binary(DoubleBinaryOperator operation, Evaluator left, Evaluator right) {
    return new NumericEvaluator(
        row -> {
          double l = left.number(row);
          if (Numbers.isNone(l)) {
            return Numbers.NONE;
          }
          double r = right.number(row);
          return Numbers.isNone(r) ? Numbers.NONE : operation.applyAsDouble(l, r);
        });
  }

  /** Concatenates two strings. */
  public static Evaluator concatenate(Evaluator left, Evaluator right) {
    return row -> {
      if (left.value(row) instanceof JsonString(String l)
          && right.value(row) instanceof JsonString(String r)) {
        WorkUnits.requireShort((long) l.length() + r.length());
        JsonString joined = JsonString.of(l.concat(r));
        row.work(WorkUnits.of(joined));
        return joined;
      }
      return JsonUndefined.UNDEFINED;
    };
  }
}
