package dev.partita.bson;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonSerializationException;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/**
 * MongoDB's Extended JSON, in both directions: canonical keeps every type, relaxed writes numbers
 * and dates as people do. Pure functions.
 */
public final class ExtendedJson {

  private static final JsonWriterSettings CANONICAL =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
  private static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  private ExtendedJson() {}

  /**
   * Reads a document in either form, or in that of MongoDB's shell.
   *
   * @throws DatabaseException BAD_REQUEST if the text is not a document
   */
  public static BsonDocument parse(String json) {
    try {
      var raw = RawBsonDocument.parse(json);
      var buffer = raw.getByteBuffer();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return BsonDocument.read(bytes);
    } catch (JsonParseException
        | BsonInvalidOperationException
        | BsonSerializationException
        | IllegalArgumentException
        | ArithmeticException e) {
      throw new DatabaseException(
          ErrorCode.BAD_REQUEST, "The text is not a document in Extended JSON.", e);
    }
  }

  /** Reads a value of any type. */
  public static BsonValue parseValue(String json) {
    BsonValue value = parse("{\"v\":" + json + "}").get("v");
    if (value == null) {
      throw DatabaseException.badRequest("The text is not a value in Extended JSON.");
    }
    return value;
  }

  public static String canonical(BsonDocument document) {
    return write(document, CANONICAL);
  }

  public static String relaxed(BsonDocument document) {
    return write(document, RELAXED);
  }

  public static String canonical(BsonValue value) {
    return unwrapped(canonical(BsonDocument.of("v", value)));
  }

  public static String relaxed(BsonValue value) {
    return unwrapped(relaxed(BsonDocument.of("v", value)));
  }

  private static String write(BsonDocument document, JsonWriterSettings settings) {
    return new RawBsonDocument(document.toBytes()).toJson(settings);
  }

  /** The text of the value alone. */
  private static String unwrapped(String json) {
    return json.substring("{\"v\": ".length(), json.length() - 1);
  }
}
