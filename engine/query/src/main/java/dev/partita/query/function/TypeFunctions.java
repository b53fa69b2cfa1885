package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Logic;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.Row;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Tests of a value's type, whose result is never undefined. Pure functions. */
final class TypeFunctions {

  private TypeFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        test("IS_ARRAY", JsonArray.class::isInstance),
        test("IS_BOOL", JsonBoolean.class::isInstance),
        test("IS_BOOLEAN", JsonBoolean.class::isInstance),
        numeric("IS_DEFINED", Logic::isDefined),
        test("IS_FINITE_NUMBER", JsonNumber.class::isInstance),
        test("IS_INTEGER", value -> value instanceof JsonNumber number && number.isIntegral()),
        test("IS_NULL", JsonNull.class::isInstance),
        numeric("IS_NUMBER", TypeFunctions::isNumber),
        test("IS_OBJECT", JsonObject.class::isInstance),
        numeric("IS_PRIMITIVE", TypeFunctions::isPrimitive),
        test("IS_STRING", JsonString.class::isInstance));
  }

  private static boolean isNumber(Evaluator evaluator, Row row) {
    return !Numbers.isNone(evaluator.number(row));
  }

  private static boolean isPrimitive(Evaluator evaluator, Row row) {
    return switch (evaluator.value(row)) {
      case JsonNull _, JsonBoolean _, JsonNumber _, JsonString _ -> true;
      default -> evaluator.mayBeNonFinite() && isNumber(evaluator, row);
    };
  }

  private static Function test(String name, Predicate<JsonValue> test) {
    return Function.look(name, value -> JsonBoolean.of(test.test(value)));
  }

  /** Test for which numbers that are not finite count as numbers. */
  private static Function numeric(String name, BiPredicate<Evaluator, Row> test) {
    return Function.bound(
        name,
        1,
        1,
        (arguments, _) -> {
          Evaluator argument = arguments.getFirst();
          return row -> JsonBoolean.of(test.test(argument, row));
        });
  }
}
