package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/**
 * What an entity of a table may become when others are merged into it. An entity is a document with
 * its row key as {@code id} and {@code $id}, its partition key as {@code $pk}, and properties of
 * the form {@code {"$t": type, "$v": value}}.
 *
 * @param properties how many it may have
 * @param bytes how large it may be, as accounts count it: by the types of the values
 */
public record EntityLimits(int properties, long bytes) {

  /** The member of a failure's context with the number of properties that were too many. */
  public static final String PROPERTIES = "entityProperties";

  /** The member of a failure's context with the size that was too large. */
  public static final String BYTES = "entityBytes";

  /** The members of a document that are no properties: the keys and what the database adds. */
  private static final int MEMBERS_BESIDE = 8;

  private static final JsonNumber GUID = JsonNumber.of(0);
  private static final JsonNumber STRING = JsonNumber.of(2);
  private static final JsonNumber BINARY = JsonNumber.of(5);
  private static final JsonNumber INT32 = JsonNumber.of(16);

  /**
   * @throws DatabaseException TOO_LARGE
   */
  void require(JsonObject merged) {
    int count = merged.size() - MEMBERS_BESIDE;
    if (count > properties) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE, "The merged entity has more properties than an entity may have.")
          .with(PROPERTIES, count);
    }
    long size = sizeBytes(merged);
    if (size > bytes) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE, "The merged entity is larger than an entity may be.")
          .with(BYTES, size)
          .with("limitBytes", bytes);
    }
  }

  /** How large an entity is as the limits of accounts count it. */
  static long sizeBytes(JsonObject document) {
    long size = 4;
    for (int i = 0; i < document.size(); i++) {
      String name = document.nameAt(i);
      if (document.valueAt(i) instanceof JsonObject typed) {
        size += 8 + 2L * name.length() + sizeBytes(typed.at("$t"), typed.at("$v"));
      } else if ((name.equals("id") || name.equals("$pk"))
          && document.valueAt(i) instanceof JsonString(String key)) {
        size += 2L * key.length();
      }
    }
    return size;
  }

  private static long sizeBytes(JsonValue type, JsonValue value) {
    if (value instanceof JsonString(String text)) {
      if (type.equals(STRING)) {
        return 4 + 2L * text.length();
      }
      return type.equals(BINARY) ? 4 + text.length() / 4 * 3L : type.equals(GUID) ? 16 : 8;
    }
    return value instanceof JsonBoolean ? 1 : type.equals(INT32) ? 4 : 8;
  }
}
