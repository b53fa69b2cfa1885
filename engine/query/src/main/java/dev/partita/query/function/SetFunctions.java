package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Functions on arrays as sets: neither the order of elements nor their number matters. Pure
 * functions.
 */
final class SetFunctions {

  private SetFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        of(
            "SETUNION",
            (left, right) -> {
              left.addAll(right);
              return array(left);
            }),
        of(
            "SETINTERSECT",
            (left, right) -> {
              right.retainAll(left);
              return array(right);
            }),
        of(
            "SETDIFFERENCE",
            (left, right) -> {
              left.removeAll(right);
              return array(left);
            }),
        of("SETEQUAL", (left, right) -> JsonBoolean.of(left.equals(right))));
  }

  private static Function of(
      String name, BiFunction<Set<JsonValue>, Set<JsonValue>, JsonValue> body) {
    return Function.binary(
        name,
        (left, right) ->
            left instanceof JsonArray l && right instanceof JsonArray r
                ? body.apply(set(l), set(r))
                : JsonUndefined.UNDEFINED);
  }

  private static Set<JsonValue> set(JsonArray array) {
    return new LinkedHashSet<>(array.elements());
  }

  private static JsonValue array(Set<JsonValue> set) {
    return JsonArray.of(List.copyOf(set));
  }
}
