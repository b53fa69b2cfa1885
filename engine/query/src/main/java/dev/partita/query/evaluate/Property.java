package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;

/** Ways into a value: properties by name and elements by position. Anything else is undefined. */
public final class Property {

  private Property() {}

  /** A property of what the target gives. */
  public static Evaluator named(Evaluator target, String name) {
    return row -> of(target.value(row), name);
  }

  /** An element of what the target gives. */
  public static Evaluator numbered(Evaluator target, long position) {
    return row -> of(target.value(row), position);
  }

  /** Whatever the index leads to. */
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
