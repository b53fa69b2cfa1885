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

  /** The JSON text; {@code undefined} for undefined, which has none. */
  @Override
  String toString();
}
