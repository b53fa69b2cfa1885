package dev.partita.query.function;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Property;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.stream.Stream;

/** Functions on items. */
final class ItemFunctions {

  /** The number of an item follows those of its database and container, in the rid's bytes. */
  private static final int NUMBER_OFFSET = 8;

  private ItemFunctions() {}

  static Stream<Function> all() {
    return Stream.of(Function.unary("DOCUMENTID", ItemFunctions::documentId));
  }

  private static JsonValue documentId(JsonValue item) {
    if (!(Property.of(item, "_rid") instanceof JsonString(String rid))) {
      return JsonUndefined.UNDEFINED;
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(rid.replace('-', '/'));
    } catch (IllegalArgumentException _) {
      // A property that only looks like the item's own: there is no number in it.
      return JsonUndefined.UNDEFINED;
    }
    return bytes.length == NUMBER_OFFSET + Long.BYTES
        ? JsonNumber.of(
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(NUMBER_OFFSET))
        : JsonUndefined.UNDEFINED;
  }
}
