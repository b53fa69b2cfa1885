package dev.partita.table.edm;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import dev.partita.json.StringScan;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The documents of entities as the text that {@link JsonWriter} makes of {@link
 * EntityDocument#members}, written at once. Pure functions without state.
 */
final class DocumentText {

  /** What a property takes besides its name and its text; numbers and the like are texts too. */
  private static final int PROPERTY_BYTES = 48;

  private DocumentText() {}

  static byte[] of(String partitionKey, String rowKey, List<Property> properties) {
    Utf8Buffer out = new Utf8Buffer(room(partitionKey, rowKey, properties));
    out.ascii("{\"id\":");
    int row = out.length();
    string(rowKey, out);
    byte[] again = out.since(row);
    out.ascii(",\"$id\":").raw(again).ascii(",\"$pk\":");
    string(partitionKey, out);
    for (Property property : properties) {
      out.raw(',');
      string(EntityDocument.member(property.name()), out);
      value(property.value(), out);
    }
    return out.raw('}').toBytes();
  }

  private static int room(String partitionKey, String rowKey, List<Property> properties) {
    int room = 32 + partitionKey.length() + 2 * rowKey.length();
    for (Property property : properties) {
      room += PROPERTY_BYTES + property.name().length();
      if (property.value() instanceof EdmValue.Text(String text)) {
        room += text.length();
      }
    }
    return room;
  }

  private static void value(EdmValue value, Utf8Buffer out) {
    switch (value) {
      case EdmValue.Text(String text) -> {
        begin(EdmType.STRING, out);
        string(text, out);
      }
      case EdmValue.Int32(int number) -> begin(EdmType.INT32, out).ascii(Integer.toString(number));
      case EdmValue.Int64(long number) ->
          quoted(EntityDocument.padded(number), begin(EdmType.INT64, out));
      case EdmValue.Real(double number) -> {
        begin(EdmType.DOUBLE, out);
        if (Double.isFinite(number)) {
          out.ascii(JsonNumber.of(number).toString());
        } else {
          quoted(Double.toString(number), out);
        }
      }
      case EdmValue.Flag(boolean flag) -> begin(EdmType.BOOLEAN, out).ascii(Boolean.toString(flag));
      case EdmValue.Moment(long ticks) ->
          quoted(Ticks.padded(ticks), begin(EdmType.DATE_TIME, out));
      case EdmValue.Guid(var guid) -> quoted(guid.toString(), begin(EdmType.GUID, out));
      case EdmValue.Binary(byte[] bytes) ->
          quoted(Base64.getEncoder().encodeToString(bytes), begin(EdmType.BINARY, out));
    }
    out.raw('}');
  }

  private static Utf8Buffer begin(EdmType type, Utf8Buffer out) {
    return out.ascii(":{\"$t\":").ascii(Integer.toString(type.code())).ascii(",\"$v\":");
  }

  private static void quoted(String ascii, Utf8Buffer out) {
    out.raw('"').ascii(ascii).raw('"');
  }

  /** Writes a string; there are no halves of surrogate pairs in what requests have. */
  private static void string(String text, Utf8Buffer out) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (StringScan.notPlain(utf8, 0, utf8.length) == utf8.length) {
      out.raw('"').raw(utf8).raw('"');
    } else {
      out.raw(JsonWriter.bytes(JsonString.of(text)));
    }
  }
}
