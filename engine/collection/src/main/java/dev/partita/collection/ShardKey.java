package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import org.jspecify.annotations.Nullable;

/**
 * Which logical partition a document belongs to. Values that queries cannot tell apart, such as 1
 * and 1.0, belong to the same one; a document without the path belongs to that of null. Immutable.
 */
final class ShardKey {

  /** Begins the text that stands for a value of a type that partition keys do not have. */
  private static final String OTHER_TYPE = "\u0001";

  private final PartitionScheme scheme;
  private final @Nullable BsonPath path;

  ShardKey(PartitionScheme scheme, @Nullable String path) {
    this.scheme = scheme;
    this.path = path == null ? null : BsonPath.of(path);
  }

  boolean isSharded() {
    return path != null;
  }

  String path() {
    return String.valueOf(path);
  }

  /**
   * The partition key of a document.
   *
   * @throws ShardKeyArray if it has an array on the path
   */
  PartitionKey of(BsonDocument document) {
    if (path == null) {
      return PartitionKey.EMPTY;
    }
    BsonValue value = document.get(path.name(0));
    for (int i = 1; i < path.size() && value != null; i++) {
      if (value.isArray()) {
        throw new ShardKeyArray(path());
      }
      value = value.isDocument() ? value.asDocument().get(path.name(i)) : null;
    }
    return ofValue(value);
  }

  /** The partition key of documents with a value at the path. */
  PartitionKey ofValue(@Nullable BsonValue value) {
    return path == null ? PartitionKey.EMPTY : PartitionKey.of(component(value));
  }

  LogicalKey logical(PartitionKey key) {
    return scheme.logicalKey(key);
  }

  private JsonValue component(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      return JsonNull.NULL;
    }
    return switch (value.type()) {
      case BOOLEAN -> JsonBoolean.of(value.asBoolean());
      case STRING, SYMBOL -> {
        String text = value.asString();
        yield JsonString.of(text.startsWith(OTHER_TYPE) ? OTHER_TYPE + text : text);
      }
      case INT32 -> JsonNumber.of((double) value.asInt32());
      case DOUBLE -> number(value.asDouble(), value);
      case INT64 -> {
        long number = value.asInt64();
        double nearest = (double) number;
        yield nearest < 0x1p63 && (long) nearest == number
            ? JsonNumber.of(nearest)
            : encoded(value);
      }
      case DECIMAL128 -> {
        double nearest = value.asDecimal128().doubleValue();
        yield sameKey(BsonValue.float64(nearest), value) ? number(nearest, value) : encoded(value);
      }
      case ARRAY -> throw new ShardKeyArray(path());
      default -> encoded(value);
    };
  }

  private static JsonValue number(double number, BsonValue value) {
    return Double.isFinite(number) ? JsonNumber.of(number + 0.0) : encoded(value);
  }

  private static boolean sameKey(BsonValue first, BsonValue second) {
    return Bytes.ORDER.compare(BsonKeyWriter.key(first), BsonKeyWriter.key(second)) == 0;
  }

  /** Equal values have equal encodings, and those of no others. */
  private static JsonValue encoded(BsonValue value) {
    String name = value.type() == BsonType.OBJECT_ID ? "" : value.type().orderClass() + ":";
    return JsonString.of(
        OTHER_TYPE
            + name
            + (value.type() == BsonType.OBJECT_ID
                ? value.asObjectId().toHexString()
                : Bytes.hex(BsonKeyWriter.key(value))));
  }
}
