package dev.partita.query.key;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Set of partition keys that items of a result can have. Immutable. */
public sealed interface KeyConstraint {

  static KeyConstraint everything() {
    return new Everything();
  }

  /** No key; a query may still have a result, such as a count of zero. */
  static KeyConstraint nothing() {
    return new Keys(List.of());
  }

  /** Any key. */
  record Everything() implements KeyConstraint {}

  /**
   * Only keys that begin with one of these prefixes, each a list of components. A component is
   * null, a boolean, a number or a string, or undefined for all that a key cannot contain: arrays,
   * objects and missing values. Prefixes shorter than the key are of hierarchical keys. No prefix
   * is a prefix of another.
   */
  record Keys(List<List<JsonValue>> prefixes) implements KeyConstraint {
    public Keys {
      prefixes = prefixes.stream().map(List::copyOf).toList();
    }
  }

  /** Whether the constraint includes a key. */
  default boolean allows(List<JsonValue> key) {
    return switch (this) {
      case Everything _ -> true;
      case Keys(List<List<JsonValue>> prefixes) ->
          prefixes.stream()
              .anyMatch(
                  prefix ->
                      prefix.size() <= key.size() && key.subList(0, prefix.size()).equals(prefix));
    };
  }

  /** Component of a key for a value; numbers are doubles there. */
  static JsonValue component(JsonValue value) {
    return switch (value) {
      case JsonArray _, JsonObject _ -> JsonUndefined.UNDEFINED;
      case JsonNumber number -> JsonNumber.of(number.doubleValue());
      default -> value;
    };
  }

  /**
   * The constraint as ranges of keys, in the form in which the service has them before it hashes
   * keys. A prefix is a range of one point.
   */
  default JsonArray ranges() {
    return switch (this) {
      case Everything _ -> JsonArray.of(range(JsonArray.EMPTY, JsonString.of("Infinity"), false));
      case Keys(List<List<JsonValue>> prefixes) when prefixes.isEmpty() ->
          JsonArray.of(range(JsonArray.EMPTY, JsonArray.EMPTY, true));
      case Keys(List<List<JsonValue>> prefixes) -> {
        List<JsonValue> ranges = new ArrayList<>();
        for (List<JsonValue> prefix : prefixes) {
          JsonArray key =
              JsonArray.of(
                  prefix.stream()
                      .map(value -> value.isUndefined() ? JsonObject.EMPTY : value)
                      .toList());
          ranges.add(range(key, key, true));
        }
        yield JsonArray.of(ranges);
      }
    };
  }

  private static JsonObject range(JsonValue min, JsonValue max, boolean maxInclusive) {
    return JsonObject.builder()
        .put("min", min)
        .put("max", max)
        .put("isMinInclusive", JsonBoolean.TRUE)
        .put("isMaxInclusive", JsonBoolean.of(maxInclusive))
        .build();
  }
}
