package dev.partita.json;

import java.util.Comparator;

/** A JSON value, or undefined, which is what a missing property has. Immutable. */
public sealed interface JsonValue
    permits JsonUndefined, JsonNull, JsonBoolean, JsonNumber, JsonString, JsonArray, JsonObject {

  /**
   * The total order over all values, in agreement with {@code equals}: undefined, null, false,
   * true, numbers by value, strings by code point, arrays element by element, objects by their
   * members sorted by name.
   */
  Comparator<JsonValue> ORDER = JsonOrder::compare;

  default boolean isUndefined() {
    return this == JsonUndefined.UNDEFINED;
  }

  /** How many arrays and objects lie within each other here: 0 for a value that is neither. */
  default int depth() {
    int deepest = 0;
    switch (this) {
      case JsonArray array -> {
        for (JsonValue element : array) {
          deepest = Math.max(deepest, element.depth());
        }
      }
      case JsonObject object -> {
        for (int i = 0; i < object.size(); i++) {
          deepest = Math.max(deepest, object.valueAt(i).depth());
        }
      }
      case JsonUndefined _, JsonNull _, JsonBoolean _, JsonNumber _, JsonString _ -> {
        return 0;
      }
    }
    return deepest + 1;
  }

  /** The JSON text; {@code undefined} for undefined, which has none. */
  @Override
  String toString();
}
