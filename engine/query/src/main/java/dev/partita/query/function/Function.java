package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Arithmetic;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.WorkUnits;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Function of the language. A call of a constant function with constant arguments has one value for
 * the whole execution.
 */
public record Function(
    String name, int minArguments, int maxArguments, boolean constant, Binding binding) {

  /** Maximum of arguments for functions that take any number. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Compiles a call, whose number of arguments has been checked. */
  @FunctionalInterface
  public interface Binding {
    Evaluator bind(List<Evaluator> arguments, CallSite site);
  }

  /** Result of a function for its arguments, some of which may be missing. */
  @FunctionalInterface
  interface Body {
    JsonValue apply(JsonValue[] arguments);
  }

  /** Describes the accepted numbers of arguments in error messages. */
  public String arity() {
    if (maxArguments == UNBOUNDED) {
      return "at least " + minArguments;
    }
    return minArguments == maxArguments
        ? Integer.toString(minArguments)
        : minArguments + " to " + maxArguments;
  }

  public boolean accepts(int arguments) {
    return arguments >= minArguments && arguments <= maxArguments;
  }

  static Function bound(String name, int min, int max, Binding binding) {
    return new Function(name, min, max, true, binding);
  }

  /** Function whose result may differ from call to call. */
  static Function volatileOf(String name, int min, int max, Binding binding) {
    return new Function(name, min, max, false, binding);
  }

  static Function of(String name, int min, int max, Body body) {
    return bound(
        name,
        min,
        max,
        (arguments, _) -> {
          Evaluator[] evaluators = arguments.toArray(Evaluator[]::new);
          return row -> {
            JsonValue[] values = new JsonValue[evaluators.length];
            long work = 0;
            for (int i = 0; i < values.length; i++) {
              values[i] = evaluators[i].value(row);
              work +=
                  values[i] instanceof JsonArray
                      ? WorkUnits.whole(values[i])
                      : WorkUnits.of(values[i]);
            }
            WorkUnits.requireBounded(work);
            row.work(work);
            return made(body.apply(values), row);
          };
        });
  }

  static Function unary(String name, UnaryOperator<JsonValue> body) {
    return bound(
        name,
        1,
        1,
        (arguments, _) -> {
          Evaluator argument = arguments.getFirst();
          return row -> {
            JsonValue value = argument.value(row);
            row.work(WorkUnits.of(value));
            return made(body.apply(value), row);
          };
        });
  }

  /** Function whose cost does not depend on the size of its argument. */
  static Function look(String name, UnaryOperator<JsonValue> body) {
    return bound(
        name,
        1,
        1,
        (arguments, _) -> {
          Evaluator argument = arguments.getFirst();
          return row -> body.apply(argument.value(row));
        });
  }

  static Function binary(String name, BinaryOperator<JsonValue> body) {
    return bound(
        name,
        2,
        2,
        (arguments, _) -> {
          Evaluator first = arguments.get(0);
          Evaluator second = arguments.get(1);
          return row -> {
            JsonValue left = first.value(row);
            JsonValue right = second.value(row);
            row.work(WorkUnits.of(left) + WorkUnits.of(right));
            return made(body.apply(left, right), row);
          };
        });
  }

  private static JsonValue made(JsonValue result, Row row) {
    row.work(WorkUnits.of(result));
    return result;
  }

  static Function numeric(String name, DoubleUnaryOperator body) {
    return bound(name, 1, 1, (arguments, _) -> Arithmetic.unary(body, arguments.getFirst()));
  }

  static Function numeric(String name, DoubleBinaryOperator body) {
    return bound(
        name, 2, 2, (arguments, _) -> Arithmetic.binary(body, arguments.get(0), arguments.get(1)));
  }
}
