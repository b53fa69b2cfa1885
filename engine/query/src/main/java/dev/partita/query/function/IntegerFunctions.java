package dev.partita.query.function;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;

/**
 * Functions on 64-bit integers, which keep all digits and wrap around on overflow. Pure functions.
 */
final class IntegerFunctions {

  private IntegerFunctions() {}

  static Stream<Function> all() {
    return Stream.concat(
        Stream.of(
            of("IntAdd", (a, b) -> a + b),
            of("IntSub", (a, b) -> a - b),
            of("IntMul", (a, b) -> a * b),
            divisor("IntDiv", (a, b) -> a / b),
            divisor("IntMod", (a, b) -> a % b)),
        Stream.of("IntBit", "IntBitwise")
            .flatMap(
                prefix ->
                    Stream.of(
                        of(prefix + "And", (a, b) -> a & b),
                        of(prefix + "Or", (a, b) -> a | b),
                        of(prefix + "Xor", (a, b) -> a ^ b),
                        of(prefix + "LeftShift", (a, b) -> a << b),
                        of(prefix + "RightShift", (a, b) -> a >> b),
                        Function.unary(prefix + "Not", IntegerFunctions::not))));
  }

  private static JsonValue not(JsonValue value) {
    return value instanceof JsonNumber number && number.isIntegral()
        ? JsonNumber.of(~number.longValue())
        : JsonUndefined.UNDEFINED;
  }

  private static Function of(String name, LongBinaryOperator operation) {
    return Function.binary(
        name,
        (left, right) ->
            left instanceof JsonNumber l
                    && right instanceof JsonNumber r
                    && l.isIntegral()
                    && r.isIntegral()
                ? JsonNumber.of(operation.applyAsLong(l.longValue(), r.longValue()))
                : JsonUndefined.UNDEFINED);
  }

  /** Operation whose result is undefined when the second number is zero. */
  private static Function divisor(String name, LongBinaryOperator operation) {
    Function function = of(name, operation);
    return Function.bound(
        name,
        2,
        2,
        (arguments, site) -> {
          var quotient = function.binding().bind(arguments, site);
          var divisor = arguments.get(1);
          return row ->
              JsonNumber.ZERO.equals(divisor.value(row))
                  ? JsonUndefined.UNDEFINED
                  : quotient.value(row);
        });
  }
}
