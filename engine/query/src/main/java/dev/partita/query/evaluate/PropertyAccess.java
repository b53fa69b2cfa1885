package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;

/**
 * Access to properties by name and to elements by position; the result of any other access is
 * undefined. Pure functions.
 */
public final class PropertyAccess {

  private PropertyAccess() {}

  /** Compiles the access to a property. */
  public static Evaluator named(Evaluator target, String name) {
    return row -> of(target.value(row), name);
  }

  /** Compiles the access to an element. */
  public static Evaluator numbered(Evaluator target, long position) {
    return row -> of(target.value(row), position);
  }

  /** Compiles the access by a computed index. */
  public static Evaluator indexed(Evaluator target, Evaluator index) {
    return row -> of(target.value(row), index.value(row));
  }

  public static JsonValue of(JsonValue value, String name) {
    return value instanceof JsonObject object ? object.at(name) : JsonUndefined.UNDEFINED;
  }

  private static JsonValue of(JsonValue value, long position) {
    return value instanceof JsonArray array && position == (int) position
        ? array.at((int) position)
        : JsonUndefined.UNDEFINED;
  }

  public static JsonValue of(JsonValue value, JsonValue index) {
    return switch (index) {
      case JsonString(String name) -> of(value, name);
      case JsonNumber number when number.isIntegral() -> of(value, number.longValue());
      default -> JsonUndefined.UNDEFINED;
    };
  }
}
