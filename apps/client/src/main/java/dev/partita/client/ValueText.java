package dev.partita.client;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/** Plain text of JSON values. Pure functions. */
public final class ValueText {

  private ValueText() {}

  /** A string without its quotes, other values as JSON, and the empty text for undefined. */
  public static String plain(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text;
      default -> value.isUndefined() ? "" : value.toString();
    };
  }
}
