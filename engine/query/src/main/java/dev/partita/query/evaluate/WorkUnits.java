package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/** Sizes of values in units of {@link ExecutionLimits#onWork}. Pure functions. */
public final class WorkUnits {

  private static final int CHARS_PER_UNIT = 16;

  /** Largest size of a value that a query constructs. */
  public static final long MAX_MADE = 2_000_000;

  /** Largest length of a string that a query constructs. */
  public static final long MAX_CHARS = MAX_MADE * CHARS_PER_UNIT;

  private WorkUnits() {}

  /** Units of reading the characters of a string, or the elements of an array. */
  public static long of(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text.length() / CHARS_PER_UNIT;
      case JsonArray array -> array.size();
      default -> 0;
    };
  }

  /**
   * Units of copying or reading a whole value.
   *
   * @throws DatabaseException if the value is larger than the limit of constructed values: nesting
   *     an array twice in another, repeatedly, makes values of exponential size
   */
  public static long whole(JsonValue value) {
    return whole(value, 0);
  }

  private static long whole(JsonValue value, long before) {
    long units = before + 1;
    switch (value) {
      case JsonString(String text) -> units += text.length() / CHARS_PER_UNIT;
      case JsonArray array -> {
        for (int i = 0; i < array.size(); i++) {
          units = whole(array.at(i), units);
        }
      }
      case JsonObject object -> {
        for (int i = 0; i < object.size(); i++) {
          units = whole(object.valueAt(i), units);
        }
      }
      default -> {}
    }
    requireBounded(units);
    return units;
  }

  /** Checks the size of a constructed value. */
  public static void requireBounded(long units) {
    if (units > MAX_MADE) {
      throw DatabaseException.badRequest(
              "A value that the query makes is too large. Put less into one value.")
          .with("maxUnits", MAX_MADE);
    }
  }

  /** Checks the length of a constructed string. */
  public static void requireShort(long chars) {
    if (chars > MAX_CHARS) {
      throw DatabaseException.badRequest(
              "A string that the query makes is too long. Put less into one string.")
          .with("maxChars", MAX_CHARS);
    }
  }

  /** Units of reading nested arrays. */
  public static long deep(JsonValue value) {
    long units = 1;
    if (value instanceof JsonArray array) {
      for (JsonValue element : array) {
        units += deep(element);
      }
    }
    return units;
  }
}
