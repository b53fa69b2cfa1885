package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A document that has been checked and laid out for storing, on the thread of the request; the
 * writer only fills in what depends on the order of writes. Used for one attempt to store it.
 *
 * @param document without system properties
 * @param ttlSeconds its own time to live; 0 if it has none
 * @param record the record, its head and its system properties still blank
 * @param entries its index entries, but for those that depend on the time of writing
 */
record ItemBody(
    JsonObject document,
    byte[] id,
    int ttlSeconds,
    byte[] record,
    ItemIndex.PreparedEntries entries) {

  /** What matters of every document, whatever else it has. */
  static final List<String> HEAD =
      Stream.concat(Stream.of("id", "ttl"), SystemProperties.NAMES.stream()).toList();

  /**
   * @param writer may have written others before
   * @throws DatabaseException BAD_REQUEST or TOO_LARGE
   */
  static ItemBody of(JsonObject given, ItemSettings settings, JsonWriter writer) {
    SystemProperties properties = settings.properties();
    int itemBytesMax = settings.itemBytesMax();
    JsonObject head = given.excerpt(settings.head());
    JsonObject document = SystemProperties.areIn(head) ? SystemProperties.strip(given) : given;
    byte[] id = id(head, settings.names());
    int ttl = ttl(head);
    // The system properties begin where the document's closing brace stands, and bring their own.
    byte[] record = writer.framed(document, StoredItem.JSON_OFFSET, properties.length() - 1);
    int length = record.length - StoredItem.JSON_OFFSET;
    if (length > itemBytesMax) {
      throw new DatabaseException(ErrorCode.TOO_LARGE, "The item is larger than an item may be.")
          .with("sizeBytes", length)
          .with("limitBytes", itemBytesMax)
          .with("id", new String(id, StandardCharsets.UTF_8));
    }
    properties.lay(record);
    return new ItemBody(document, id, ttl, record, settings.index().prepare(document));
  }

  int jsonBytes() {
    return record.length - StoredItem.JSON_OFFSET;
  }

  private static byte[] id(JsonObject document, ItemNames names) {
    JsonValue id = document.at("id");
    if (id instanceof JsonString(String text)) {
      return names.require(text);
    }
    if (id.isUndefined()) {
      throw DatabaseException.badRequest("An item needs an id: the property is missing.");
    }
    throw DatabaseException.badRequest("The id of an item is a string.").with("id", id);
  }

  /** The id that a document has; null if it has none that is a text. */
  static @Nullable String idText(JsonObject document) {
    return document.at("id") instanceof JsonString(String text) ? text : null;
  }

  /** The time to live that a document asks for; 0 if it has none. */
  static int ttl(JsonObject document) {
    JsonValue ttl = document.at("ttl");
    if (ttl.isUndefined()) {
      return 0;
    }
    if (ttl instanceof JsonNumber number && number.isIntegral()) {
      long seconds = number.longValue();
      if (seconds == -1 || (seconds > 0 && seconds <= Integer.MAX_VALUE)) {
        return (int) seconds;
      }
    }
    throw DatabaseException.badRequest(
            "The ttl of an item is -1 (for ever) or a positive number of seconds up to"
                + " 2147483647.")
        .with("ttl", ttl);
  }
}
