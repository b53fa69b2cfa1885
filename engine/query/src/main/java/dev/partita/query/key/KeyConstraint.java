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

/** The partition keys that items of a result can have. Immutable. */
public sealed interface KeyConstraint {

  static KeyConstraint everything() {
    return new Everything();
  }

  /** No item at all; a query may still have a result, such as a count of zero. */
  static KeyConstraint nothing() {
    return new Keys(List.of());
  }

  /** Any key. */
  record Everything() implements KeyConstraint {}

  /**
   * Only keys that begin with one of these, each a list of components. A component is null, a
   * boolean, a number or a string, or undefined for all that a key cannot hold: arrays, objects and
   * what is missing. Those shorter than the key are of hierarchical keys. None is the beginning of
   * another.
   */
  record Keys(List<List<JsonValue>> prefixes) implements KeyConstraint {
    public Keys {
      prefixes = prefixes.stream().map(List::copyOf).toList();
    }
  }

  /** Whether a key is within the constraint. */
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

  /** The component of a key that a value makes; a number is a double there. */
  static JsonValue component(JsonValue value) {
    return switch (value) {
      case JsonArray _, JsonObject _ -> JsonUndefined.UNDEFINED;
      case JsonNumber number -> JsonNumber.of(number.doubleValue());
      default -> value;
    };
  }

  /**
   * The constraint as ranges of keys, in the form in which the service keeps them before it turns
   * keys into places. A prefix appears as a point.
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
