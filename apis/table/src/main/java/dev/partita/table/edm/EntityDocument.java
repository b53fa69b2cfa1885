package dev.partita.table.edm;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.UnreadObject;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * Entities as documents, in the form that the service has for them: {@code {"id": RowKey, "$id":
 * RowKey, "$pk": PartitionKey, "Age": {"$t": 16, "$v": 7}}}. Names that documents have uses of
 * their own for get {@code $$} in front, which no name of a property can have. Pure functions
 * without state.
 */
public final class EntityDocument {

  /** Where documents have the partition key. */
  public static final String KEY_PATH = "/$pk";

  static final String PARTITION_KEY = "$pk";
  static final String ROW_KEY = "id";
  static final String ROW_KEY_AGAIN = "$id";
  static final String TYPE = "$t";
  static final String VALUE = "$v";
  static final String ESCAPE = "$$";

  private static final Set<String> TAKEN =
      Set.of("id", "ttl", "_rid", "_self", "_etag", "_attachments", "_ts");
  private static final JsonNumber[] CODES = new JsonNumber[19];

  static {
    for (EdmType type : EdmType.values()) {
      CODES[type.code()] = JsonNumber.of(type.code());
    }
  }

  private EntityDocument() {}

  /** The document of an entity, as text: most are stored without anybody looking into them. */
  public static JsonObject of(String partitionKey, String rowKey, List<Property> properties) {
    return new UnreadObject(
        DocumentText.of(partitionKey, rowKey, properties),
        () -> members(partitionKey, rowKey, properties));
  }

  /** The same document, of values. */
  static JsonObject members(String partitionKey, String rowKey, List<Property> properties) {
    JsonString row = JsonString.of(rowKey);
    JsonObject.Builder document =
        JsonObject.builder()
            .put(ROW_KEY, row)
            .put(ROW_KEY_AGAIN, row)
            .put(PARTITION_KEY, JsonString.of(partitionKey));
    return put(document, properties).build();
  }

  private static JsonObject.Builder put(JsonObject.Builder document, List<Property> properties) {
    for (Property property : properties) {
      document.put(member(property.name()), typed(property.value()));
    }
    return document;
  }

  /** Under which name a document has a property. */
  public static String member(String property) {
    return TAKEN.contains(property) ? ESCAPE + property : property;
  }

  private static JsonObject typed(EdmValue value) {
    return switch (value) {
      case EdmValue.Text(String text) -> typed(EdmType.STRING, JsonString.of(text));
      case EdmValue.Int32(int number) -> typed(EdmType.INT32, JsonNumber.of(number));
      case EdmValue.Int64(long number) -> typed(EdmType.INT64, JsonString.of(padded(number)));
      case EdmValue.Real(double number) ->
          typed(
              EdmType.DOUBLE,
              Double.isFinite(number)
                  ? JsonNumber.of(number)
                  : JsonString.of(Double.toString(number)));
      case EdmValue.Flag(boolean flag) -> typed(EdmType.BOOLEAN, JsonBoolean.of(flag));
      case EdmValue.Moment(long ticks) ->
          typed(EdmType.DATE_TIME, JsonString.of(Ticks.padded(ticks)));
      case EdmValue.Guid(var guid) -> typed(EdmType.GUID, JsonString.of(guid.toString()));
      case EdmValue.Binary(byte[] bytes) ->
          typed(EdmType.BINARY, JsonString.of(Base64.getEncoder().encodeToString(bytes)));
    };
  }

  private static JsonObject typed(EdmType type, JsonValue value) {
    return JsonObject.builder().put(TYPE, CODES[type.code()]).put(VALUE, value).build();
  }

  /** With zeros in front, twenty characters with the sign. */
  public static String padded(long number) {
    String digits = Long.toString(number);
    boolean negative = number < 0;
    String plain = negative ? digits.substring(1) : digits;
    return (negative ? "-" : "0") + "0".repeat(19 - plain.length()) + plain;
  }
}
