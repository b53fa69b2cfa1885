package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Values of a partition key, one for each of its paths; undefined for a path that the item does not
 * have. Immutable.
 */
public record PartitionKeyValues(List<JsonValue> values) {

  public PartitionKeyValues {
    values = List.copyOf(values);
  }

  /**
   * Parses a key that a user wrote: a JSON array of the values of all paths, or else the plain text
   * of a single value.
   */
  public static PartitionKeyValues parse(String text) {
    if (text.strip().startsWith("[")) {
      try {
        if (JsonReader.DEFAULT.read(text) instanceof JsonArray array) {
          return ofJson(array);
        }
      } catch (DatabaseException e) {
        // A text that begins with a bracket but is not JSON.
        return of(JsonString.of(text));
      }
    }
    return of(JsonString.of(text));
  }

  /** Parses a key that a server wrote, where an empty object stands for undefined. */
  public static PartitionKeyValues ofJson(JsonArray array) {
    var values = new ArrayList<JsonValue>();
    for (JsonValue value : array) {
      values.add(value instanceof JsonObject ? JsonUndefined.UNDEFINED : value);
    }
    return new PartitionKeyValues(values);
  }

  public static PartitionKeyValues of(JsonValue... values) {
    return new PartitionKeyValues(List.of(values));
  }

  /** Extracts the key of an item by the paths of its container, such as {@code /customer/id}. */
  public static PartitionKeyValues of(JsonObject item, List<String> paths) {
    var values = new ArrayList<JsonValue>();
    for (String path : paths) {
      JsonValue value = item;
      for (String name : path.substring(1).split("/", -1)) {
        value = value instanceof JsonObject object ? object.at(unquote(name)) : undefined();
      }
      values.add(
          switch (value) {
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
            case JsonObject _, JsonArray _, JsonUndefined _ -> undefined();
          });
    }
    return new PartitionKeyValues(values);
  }

  private static JsonValue undefined() {
    return JsonUndefined.UNDEFINED;
  }

  private static String unquote(String name) {
    boolean quoted = name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"");
    return quoted ? name.substring(1, name.length() - 1) : name;
  }

  /** JSON form of the protocol, in which undefined is an empty object. */
  public JsonArray json() {
    return JsonArray.of(
        values.stream().map(value -> value.isUndefined() ? JsonObject.EMPTY : value).toList());
  }

  /** Form for a header, in ASCII. */
  String header() {
    String text = json().toString();
    var ascii = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x7F) {
        ascii.append(c);
      } else {
        ascii.append("\\u%04x".formatted((int) c));
      }
    }
    return ascii.toString();
  }

  @Override
  public String toString() {
    return json().toString();
  }
}
