package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.jspecify.annotations.Nullable;

/**
 * Property values as Java and as JSON: strings, booleans and numbers. JSON has one kind of number,
 * so 1.0 comes back as 1; a whole number comes back as an Integer if it is small enough, else as a
 * Long.
 */
public final class Values {

  private Values() {}

  /**
   * @throws IllegalArgumentException as TinkerPop asks for, if no property can have this value
   */
  static JsonValue toJson(@Nullable Object value) {
    return switch (value) {
      case String text -> JsonString.of(text);
      case Character letter -> JsonString.of(letter.toString());
      case UUID uuid -> JsonString.of(uuid.toString());
      case Boolean truth -> JsonBoolean.of(truth);
      case Byte number -> JsonNumber.of(number.longValue());
      case Short number -> JsonNumber.of(number.longValue());
      case Integer number -> JsonNumber.of(number.longValue());
      case Long number -> JsonNumber.of(number);
      case Float number when Float.isFinite(number) ->
          JsonNumber.of(Double.parseDouble(number.toString()));
      case Double number when Double.isFinite(number) -> JsonNumber.of(number);
      case BigInteger number when number.bitLength() < Long.SIZE ->
          JsonNumber.of(number.longValue());
      case BigDecimal number when Double.isFinite(number.doubleValue()) ->
          JsonNumber.of(number.doubleValue());
      case Date date -> JsonString.of(date.toInstant().toString());
      case OffsetDateTime date -> JsonString.of(date.toString());
      case null -> throw new IllegalArgumentException("The value of a property cannot be null.");
      default -> throw Property.Exceptions.dataTypeOfPropertyValueNotSupported(value);
    };
  }

  /** The value of a property; null if JSON has something there that no property can be. */
  static @Nullable Object toJava(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text;
      case JsonBoolean truth -> truth.value();
      case JsonNumber number -> number(number);
      default -> null;
    };
  }

  private static Object number(JsonNumber number) {
    if (!number.isIntegral()) {
      return number.doubleValue();
    }
    long whole = number.longValue();
    if (whole == (int) whole) {
      return (int) whole;
    }
    return whole;
  }

  /**
   * The value of a partition key.
   *
   * @throws DatabaseException BAD_REQUEST if it is no string, number or boolean
   */
  public static JsonValue partitionValue(Object value) {
    return switch (value) {
      case String _, Boolean _, Number _ -> toJson(value);
      default ->
          throw DatabaseException.badRequest(
                  "A partition key of a graph is a string, a number or a boolean.")
              .with("value", value);
    };
  }
}
