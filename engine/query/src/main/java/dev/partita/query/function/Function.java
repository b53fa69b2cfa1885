package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Arithmetic;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.Work;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * A function of the language. Whether it is constant tells if a call with constant arguments has
 * one value for the whole execution.
 */
public record Function(
    String name, int minArguments, int maxArguments, boolean constant, Binding binding) {

  /** The number of arguments of a function that takes any number of them. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** How a call becomes an evaluator; the number of arguments is right. */
  @FunctionalInterface
  public interface Binding {
    Evaluator bind(List<Evaluator> arguments, CallSite site);
  }

  /** What a function makes of its arguments, some of which may be left out. */
  @FunctionalInterface
  interface Body {
    JsonValue apply(JsonValue[] arguments);
  }

  /** How many arguments are right, as error messages say it. */
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

  /** A function whose result changes from call to call. */
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
              work += values[i] instanceof JsonArray ? Work.whole(values[i]) : Work.of(values[i]);
            }
            Work.requireBounded(work);
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
            row.work(Work.of(value));
            return made(body.apply(value), row);
          };
        });
  }

  /** A function that does not go over its argument, however long that is. */
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
            row.work(Work.of(left) + Work.of(right));
            return made(body.apply(left, right), row);
          };
        });
  }

  private static JsonValue made(JsonValue result, Row row) {
    row.work(Work.of(result));
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
