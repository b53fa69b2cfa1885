package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/** How much there is to be gone over in a value, in units of {@link Watch#onWork}. */
public final class Work {

  private static final int CHARS_PER_UNIT = 16;

  /** How large a value may be that a query makes. */
  public static final long MAX_MADE = 2_000_000;

  /** How long a text may be that a query makes. */
  public static final long MAX_CHARS = MAX_MADE * CHARS_PER_UNIT;

  private Work() {}

  /** For those who go over the characters of a text, or the elements of an array. */
  public static long of(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text.length() / CHARS_PER_UNIT;
      case JsonArray array -> array.size();
      default -> 0;
    };
  }

  /**
   * For those who put a value into others or go over all of it.
   *
   * @throws DatabaseException if it is larger than a value that a query makes may be: such as one
   *     in which an array is twice in an array that is twice in an array
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

  /** Refuses a value of so many units. */
  public static void requireBounded(long units) {
    if (units > MAX_MADE) {
      throw DatabaseException.badRequest(
              "A value that the query makes is too large. Put less into one value.")
          .with("maxUnits", MAX_MADE);
    }
  }

  /** Refuses a text of so many characters. */
  public static void requireShort(long chars) {
    if (chars > MAX_CHARS) {
      throw DatabaseException.badRequest(
              "A string that the query makes is too long. Put less into one string.")
          .with("maxChars", MAX_CHARS);
    }
  }

  /** For those who go over arrays within arrays. */
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
