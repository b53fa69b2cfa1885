package dev.partita.container.key;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;

/** The types a component can have, with the byte that marks each in every encoding of a key. */
enum ComponentType {
  UNDEFINED(0x00),
  NULL(0x01),
  FALSE(0x02),
  TRUE(0x03),
  NUMBER(0x05),
  STRING(0x08);

  private final int mark;

  ComponentType(int mark) {
    this.mark = mark;
  }

  int mark() {
    return mark;
  }

  static ComponentType of(JsonValue component) {
    return switch (component) {
      case JsonUndefined _ -> UNDEFINED;
      case JsonNull _ -> NULL;
      case JsonBoolean bool -> bool.value() ? TRUE : FALSE;
      case JsonNumber _ -> NUMBER;
      case JsonString _ -> STRING;
      case JsonArray _, JsonObject _ ->
          throw new IllegalArgumentException("Not a component of a partition key: " + component);
    };
  }

  static ComponentType of(int mark) {
    for (ComponentType type : values()) {
      if (type.mark == mark) {
        return type;
      }
    }
    throw new DatabaseException(ErrorCode.CORRUPT, "A stored partition key has an unknown type.")
        .with("mark", mark);
  }
}
