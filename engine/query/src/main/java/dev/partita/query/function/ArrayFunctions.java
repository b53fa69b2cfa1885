package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.ValueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Functions on arrays. Pure functions. */
final class ArrayFunctions {

  private static final JsonValue UNDEFINED = JsonUndefined.UNDEFINED;

  private ArrayFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        Function.of("ARRAY_CONCAT", 2, Function.UNBOUNDED, ArrayFunctions::concat),
        Function.of("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains),
        Function.of("_TRY_ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains),
        Function.of("ARRAY_CONTAINS_ANY", 2, Function.UNBOUNDED, a -> containsSeveral(a, true)),
        Function.of("ARRAY_CONTAINS_ALL", 2, Function.UNBOUNDED, a -> containsSeveral(a, false)),
        Function.look(
            "ARRAY_LENGTH",
            value -> value instanceof JsonArray a ? JsonNumber.of(a.size()) : UNDEFINED),
        Function.of("ARRAY_SLICE", 2, 3, ArrayFunctions::slice),
        numbers("ARRAY_SUM", numbers -> Arrays.stream(numbers).sum()),
        numbers("ARRAY_AVG", numbers -> average(numbers)),
        numbers("ARRAY_MEDIAN", numbers -> median(numbers)),
        Function.unary("ARRAY_MAX", value -> extreme(value, 1)),
        Function.unary("ARRAY_MIN", value -> extreme(value, -1)),
        Function.of("OBJECTTOARRAY", 1, 3, ArrayFunctions::objectToArray),
        Function.of("_ObjectToArray", 1, 3, ArrayFunctions::objectToArray));
  }

  private static JsonValue concat(JsonValue[] arguments) {
    List<JsonValue> elements = new ArrayList<>();
    for (JsonValue argument : arguments) {
      if (!(argument instanceof JsonArray array)) {
        return UNDEFINED;
      }
      elements.addAll(array.elements());
    }
    return JsonArray.of(elements);
  }

  private static JsonValue contains(JsonValue[] arguments) {
    if (!(arguments[0] instanceof JsonArray array) || arguments[1].isUndefined()) {
      return UNDEFINED;
    }
    boolean partial = false;
    if (arguments.length == 3 && !arguments[2].isUndefined()) {
      if (!(arguments[2] instanceof JsonBoolean flag)) {
        return UNDEFINED;
      }
      partial = flag.value();
    }
    if (partial && arguments[1] instanceof JsonObject wanted) {
      return JsonBoolean.of(containsPartially(array, wanted));
    }
    return JsonBoolean.of(contains(array, arguments[1]));
  }

  private static boolean contains(JsonArray array, JsonValue wanted) {
    for (int i = 0; i < array.size(); i++) {
      if (array.at(i).equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsPartially(JsonArray array, JsonObject wanted) {
    for (int i = 0; i < array.size(); i++) {
      if (array.at(i) instanceof JsonObject element && hasAll(element, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasAll(JsonObject element, JsonObject wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (!element.at(wanted.nameAt(i)).equals(wanted.valueAt(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * ARRAY_CONTAINS_ANY and ARRAY_CONTAINS_ALL: the first contained value decides the former, the
   * first missing one the latter; undefined values are skipped.
   */
  private static JsonValue containsSeveral(JsonValue[] arguments, boolean any) {
    if (!(arguments[0] instanceof JsonArray array)) {
      return UNDEFINED;
    }
    JsonValue outcome = JsonBoolean.of(!any);
    for (int i = 1; i < arguments.length; i++) {
      if (arguments[i].isUndefined()) {
        outcome = UNDEFINED;
      } else if (contains(array, arguments[i]) == any) {
        return JsonBoolean.of(any);
      }
    }
    return outcome;
  }

  private static JsonValue slice(JsonValue[] arguments) {
    if (!(arguments[0] instanceof JsonArray array)
        || !(arguments[1] instanceof JsonNumber start)
        || !start.isIntegral()) {
      return UNDEFINED;
    }
    long size = array.size();
    long from = start.longValue() < 0 ? Math.max(0, size + start.longValue()) : start.longValue();
    long length = size;
    if (arguments.length == 3) {
      if (!(arguments[2] instanceof JsonNumber count) || !count.isIntegral()) {
        return UNDEFINED;
      }
      length = count.longValue();
    }
    if (from >= size || length <= 0) {
      return JsonArray.EMPTY;
    }
    long to = from + Math.min(length, size - from);
    return JsonArray.of(array.elements().subList((int) from, (int) to));
  }

  private static double average(double[] numbers) {
    return numbers.length == 0 ? Numbers.NONE : Arrays.stream(numbers).sum() / numbers.length;
  }

  private static double median(double[] numbers) {
    if (numbers.length == 0) {
      return Numbers.NONE;
    }
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Function on arrays whose elements are all numbers. */
  private static Function numbers(String name, ToDoubleFunction<double[]> body) {
    return Function.unary(
        name,
        value -> {
          if (!(value instanceof JsonArray array)) {
            return UNDEFINED;
          }
          double[] numbers = new double[array.size()];
          for (int i = 0; i < numbers.length; i++) {
            if (!(array.at(i) instanceof JsonNumber number)) {
              return UNDEFINED;
            }
            numbers[i] = number.doubleValue();
          }
          return Numbers.value(body.applyAsDouble(numbers));
        });
  }

  private static JsonValue extreme(JsonValue value, int sign) {
    if (!(value instanceof JsonArray array)) {
      return UNDEFINED;
    }
    JsonValue best = UNDEFINED;
    for (JsonValue element : array) {
      if (element instanceof JsonArray || element instanceof JsonObject) {
        return UNDEFINED;
      }
      if (best.isUndefined() || ValueOrder.ORDER.compare(element, best) * sign > 0) {
        best = element;
      }
    }
    return best;
  }

  private static JsonValue objectToArray(JsonValue[] arguments) {
    JsonValue key = arguments.length > 1 ? arguments[1] : JsonString.of("k");
    JsonValue value = arguments.length > 2 ? arguments[2] : JsonString.of("v");
    if (!(arguments[0] instanceof JsonObject object)
        || !(key instanceof JsonString(String keyName))
        || !(value instanceof JsonString(String valueName))) {
      return UNDEFINED;
    }
    List<JsonValue> pairs = new ArrayList<>(object.size());
    for (JsonObject.Member member : object) {
      pairs.add(
          JsonObject.builder().put(keyName, member.name()).put(valueName, member.value()).build());
    }
    return JsonArray.of(pairs);
  }
}
