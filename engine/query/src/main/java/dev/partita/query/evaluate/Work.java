package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/** How much there is to be gone over in a value, in units of {@link Watch#onWork}. */
public final class Work {

  private static final int CHARS_PER_UNIT = 16;

  private Work() {}

  /** For those who go over the characters of a text, or the elements of an array. */
  public static long of(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text.length() / CHARS_PER_UNIT;
      case JsonArray array -> array.size();
      default -> 0;
    };
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
