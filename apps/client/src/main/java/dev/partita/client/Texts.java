package dev.partita.client;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/** Values as people read them. */
public final class Texts {

  private Texts() {}

  /** A string without its quotes, and everything else as JSON; nothing for undefined. */
  public static String plain(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text;
      default -> value.isUndefined() ? "" : value.toString();
    };
  }
}
