package dev.partita.query.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.hash.Murmur3;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.PropertyAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Functions on items, and on values of any type as if they were items. Pure functions. */
final class ItemFunctions {

  /** Offset of the item's number in the bytes of its rid, after those of database and container. */
  private static final int NUMBER_OFFSET = 8;

  private ItemFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        Function.unary("DOCUMENTID", ItemFunctions::documentId),
        Function.of("HASH", 1, 2, ItemFunctions::hash));
  }

  /**
   * Hash from 0 to 2^32 - 1 that is the same for equal values, or its remainder of the division by
   * a positive integer. The service's hash function is not published, so values differ from the
   * service's.
   */
  private static JsonValue hash(JsonValue[] arguments) {
    JsonValue value = arguments[0];
    if (value.isUndefined()) {
      return JsonUndefined.UNDEFINED;
    }
    long hash = Integer.toUnsignedLong(Murmur3.hash32(canonical(value).getBytes(UTF_8)));
    if (arguments.length == 1) {
      return JsonNumber.of(hash);
    }
    return arguments[1] instanceof JsonNumber divisor
            && divisor.isIntegral()
            && divisor.longValue() > 0
        ? JsonNumber.of(hash % divisor.longValue())
        : JsonUndefined.UNDEFINED;
  }

  /** Text that equal values share: properties sorted by name, and one form of zero. */
  private static String canonical(JsonValue value) {
    return switch (value) {
      case JsonArray array ->
          array.elements().stream()
              .map(ItemFunctions::canonical)
              .collect(Collectors.joining(",", "[", "]"));
      case JsonObject object ->
          object.names().stream()
              .sorted()
              .map(name -> JsonString.of(name) + ":" + canonical(object.at(name)))
              .collect(Collectors.joining(",", "{", "}"));
      case JsonNumber number when number.isIntegral() -> Long.toString(number.longValue());
      default -> value.toString();
    };
  }

  private static JsonValue documentId(JsonValue item) {
    if (!(PropertyAccess.of(item, "_rid") instanceof JsonString(String rid))) {
      return JsonUndefined.UNDEFINED;
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(rid.replace('-', '/'));
    } catch (IllegalArgumentException _) {
      // A property that is named like the item's rid but is none.
      return JsonUndefined.UNDEFINED;
    }
    return bytes.length == NUMBER_OFFSET + Long.BYTES
        ? JsonNumber.of(
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(NUMBER_OFFSET))
        : JsonUndefined.UNDEFINED;
  }
}
