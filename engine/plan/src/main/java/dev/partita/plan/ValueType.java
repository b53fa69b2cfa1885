package dev.partita.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;

/** The types of values that documents have, in their order. */
public enum ValueType {
  NULL,
  BOOLEAN,
  NUMBER,
  STRING,
  ARRAY,
  OBJECT;

  /**
   * The type of a value.
   *
   * @throws IllegalArgumentException if it is undefined, which has none
   */
  public static ValueType of(JsonValue value) {
    return switch (value) {
      case JsonNull _ -> NULL;
      case JsonBoolean _ -> BOOLEAN;
      case JsonNumber _ -> NUMBER;
      case JsonString _ -> STRING;
      case JsonArray _ -> ARRAY;
      case JsonObject _ -> OBJECT;
      case JsonUndefined _ -> throw new IllegalArgumentException("Undefined has no type.");
    };
  }

  /** Whether values of the type are less or greater than one another. */
  public boolean isOrdered() {
    return this != ARRAY && this != OBJECT;
  }
}
