package dev.partita.index;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;

/** The types of values in their order. A term begins with the mark of its type. */
public enum TermType {
  UNDEFINED(0x10),
  NULL(0x20),
  /** False and true have a mark each. */
  BOOLEAN(0x30),
  NUMBER(0x40),
  STRING(0x50),
  ARRAY(0x60),
  OBJECT(0x70);

  static final int TRUE_MARK = 0x31;

  private final int mark;

  TermType(int mark) {
    this.mark = mark;
  }

  public static TermType of(JsonValue value) {
    return switch (value) {
      case JsonUndefined _ -> UNDEFINED;
      case JsonNull _ -> NULL;
      case JsonBoolean _ -> BOOLEAN;
      case JsonNumber _ -> NUMBER;
      case JsonString _ -> STRING;
      case JsonArray _ -> ARRAY;
      case JsonObject _ -> OBJECT;
    };
  }

  static TermType ofMark(int mark) {
    return values()[(mark >>> 4) - 1];
  }

  int mark() {
    return mark;
  }

  /** Whether all values of the type have the same term. */
  boolean isOneTerm() {
    return switch (this) {
      case UNDEFINED, NULL, ARRAY, OBJECT -> true;
      case BOOLEAN, NUMBER, STRING -> false;
    };
  }

  /** Beyond the marks of this type and below those of the next. */
  int endMark() {
    return mark + 0x10;
  }
}
