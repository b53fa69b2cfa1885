package dev.partita.query.evaluate;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.BinaryOperator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Three-valued logic. Values other than booleans count as undefined. Pure functions. */
public final class Logic {

  private Logic() {}

  /** False if any operand is, true if all are, otherwise undefined. */
  public static Evaluator and(List<Evaluator> operands) {
    return chain(operands, JsonBoolean.FALSE);
  }

  /** True if any operand is, false if all are, otherwise undefined. */
  public static Evaluator or(List<Evaluator> operands) {
    return chain(operands, JsonBoolean.TRUE);
  }

  private static Evaluator chain(List<Evaluator> operands, JsonBoolean decisive) {
    Evaluator[] evaluators = operands.toArray(Evaluator[]::new);
    JsonBoolean otherwise = JsonBoolean.of(!decisive.value());
    return row -> {
      JsonValue outcome = otherwise;
      for (Evaluator evaluator : evaluators) {
        JsonValue value = evaluator.value(row);
        if (value == decisive) {
          return decisive;
        }
        if (value != otherwise) {
          outcome = JsonUndefined.UNDEFINED;
        }
      }
      return outcome;
    };
  }

  public static Evaluator not(Evaluator operand) {
    return row -> not(operand.value(row));
  }

  public static JsonValue not(JsonValue value) {
    return value instanceof JsonBoolean bool
        ? JsonBoolean.of(!bool.value())
        : JsonUndefined.UNDEFINED;
  }

  /** Whether the value lies between two others, both included. */
  public static Evaluator between(Evaluator value, Evaluator low, Evaluator high) {
    return and(
        List.of(
            Comparison.of(BinaryOperator.GREATER_OR_EQUAL, value, low),
            Comparison.of(BinaryOperator.LESS_OR_EQUAL, value, high)));
  }

  /** Whether the value equals a candidate; candidates that are undefined equal nothing. */
  public static Evaluator in(Evaluator value, List<Evaluator> candidates) {
    Set<JsonValue> constants = new HashSet<>();
    List<Evaluator> others = new ArrayList<>();
    for (Evaluator candidate : candidates) {
      if (candidate instanceof Constant constant) {
        constants.add(constant.value());
      } else {
        others.add(candidate);
      }
    }
    return row -> {
      JsonValue sought = value.value(row);
      if (sought.isUndefined()) {
        return JsonUndefined.UNDEFINED;
      }
      return JsonBoolean.of(constants.contains(sought) || anyEquals(others, sought, row));
    };
  }

  private static boolean anyEquals(List<Evaluator> candidates, JsonValue sought, Row row) {
    for (Evaluator candidate : candidates) {
      if (candidate.value(row).equals(sought)) {
        return true;
      }
    }
    return false;
  }

  /** The second value if the condition is true, and the third otherwise. */
  public static Evaluator conditional(
      Evaluator condition, Evaluator whenTrue, Evaluator otherwise) {
    return new Choice(
        row -> condition.isTrue(row) ? whenTrue : otherwise,
        whenTrue.mayBeNonFinite() || otherwise.mayBeNonFinite());
  }

  /** The second value if the first is undefined; null counts as a value. */
  public static Evaluator coalesce(Evaluator first, Evaluator second) {
    return new Choice(
        row -> isDefined(first, row) ? first : second,
        first.mayBeNonFinite() || second.mayBeNonFinite());
  }

  /** Whether there is a value, including numbers that are not finite. */
  public static boolean isDefined(Evaluator evaluator, Row row) {
    return !evaluator.value(row).isUndefined()
        || (evaluator.mayBeNonFinite() && !Numbers.isNone(evaluator.number(row)));
  }
}
