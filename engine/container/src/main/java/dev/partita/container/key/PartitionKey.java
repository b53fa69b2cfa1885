package dev.partita.container.key;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.bytes.OrdinalText;
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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values that decide where a document lives: undefined, null, booleans, doubles and strings,
 * one for each path of the definition, or fewer for a prefix. Immutable.
 *
 * <p>Numbers count by value, so 5 and 5.0 are one key; negative zero is a key of its own, because
 * clients hash it differently. Keys order component by component.
 */
public final class PartitionKey implements Comparable<PartitionKey> {

  /** The key without components: the prefix of all keys. */
  public static final PartitionKey EMPTY = new PartitionKey(List.of());

  private final List<JsonValue> components;
  private final byte[] encoded;
  private final int hash;

  /** The form that requests carry, once it is known. Threads that find it out twice agree. */
  private @Nullable String json;

  private PartitionKey(List<JsonValue> components) {
    this.components = components;
    this.encoded = encode(components, text -> text.getBytes(StandardCharsets.UTF_8));
    this.hash = Arrays.hashCode(encoded);
  }

  /**
   * The key with these components. An object or an array counts as undefined, and an integer beyond
   * 53 bits as the nearest double.
   */
  public static PartitionKey of(List<? extends JsonValue> values) {
    if (values.isEmpty()) {
      return EMPTY;
    }
    List<JsonValue> components = new ArrayList<>(values.size());
    for (JsonValue value : values) {
      components.add(component(value));
    }
    return new PartitionKey(Collections.unmodifiableList(components));
  }

  public static PartitionKey of(JsonValue... values) {
    return of(Arrays.asList(values));
  }

  public static PartitionKey of(String value) {
    return new PartitionKey(List.of(JsonString.of(value)));
  }

  /**
   * Reads the form that requests carry: a JSON array with one element for each path, in which
   * {@code {}} stands for undefined.
   */
  public static PartitionKey parse(String text) {
    if (isOneString(text)) {
      PartitionKey key = of(text.substring(2, text.length() - 2));
      key.json = text;
      return key;
    }
    if (!(JsonReader.DEFAULT.read(text) instanceof JsonArray array)) {
      throw DatabaseException.badRequest("A partition key must be a JSON array.")
          .with("partitionKey", text);
    }
    for (JsonValue element : array) {
      boolean compound =
          element instanceof JsonArray || (element instanceof JsonObject o && !o.isEmpty());
      if (compound) {
        throw DatabaseException.badRequest(
                "A component of a partition key must be a string, a number, a boolean, null, or {}"
                    + " for undefined.")
            .with("partitionKey", text);
      }
    }
    return of(array.elements());
  }

  /** Whether it is what most keys are: one string, in which nothing is escaped. */
  private static boolean isOneString(String text) {
    int end = text.length() - 2;
    if (end < 2 || !text.startsWith("[\"") || !text.endsWith("\"]")) {
      return false;
    }
    for (int i = 2; i < end; i++) {
      char next = text.charAt(i);
      if (next < ' ' || next > '~' || next == '"' || next == '\\') {
        return false;
      }
    }
    return true;
  }

  /** Reads what {@link #encoded} or {@link #ordinal} gave. */
  public static PartitionKey decode(byte[] encoded) {
    KeyReader reader = new KeyReader(encoded);
    List<JsonValue> components = new ArrayList<>();
    while (!reader.atEnd()) {
      components.add(
          switch (ComponentType.of(reader.u8())) {
            case UNDEFINED -> JsonUndefined.UNDEFINED;
            case NULL -> JsonNull.NULL;
            case FALSE -> JsonBoolean.FALSE;
            case TRUE -> JsonBoolean.TRUE;
            case NUMBER -> JsonNumber.of(SortableDouble.decode(reader.u64()));
            case STRING -> JsonString.of(OrdinalText.decode(reader.escaped()));
          });
    }
    return of(components);
  }

  public List<JsonValue> components() {
    return components;
  }

  public int size() {
    return components.size();
  }

  /**
   * The key as bytes, for use in stored keys: equal for equal keys, different for different ones,
   * in the order of the keys; a prefix of the key has a prefix of the bytes. The caller must not
   * change the array.
   */
  public byte[] encoded() {
    return encoded;
  }

  /**
   * The key as bytes like {@link #encoded}, but with strings in the order of their UTF-16 units.
   * The caller must not change the array.
   */
  public byte[] ordinal() {
    return components.stream().anyMatch(PartitionKey::hasSurrogates)
        ? encode(components, OrdinalText::encode)
        : encoded;
  }

  private static boolean hasSurrogates(JsonValue component) {
    return component instanceof JsonString(String text)
        && text.chars().anyMatch(unit -> Character.isSurrogate((char) unit));
  }

  /** Whether the other key begins with the components of this one. */
  public boolean isPrefixOf(PartitionKey other) {
    return Bytes.startsWith(other.encoded, encoded);
  }

  /** The first components of this key. */
  public PartitionKey prefix(int size) {
    return size == components.size() ? this : of(components.subList(0, size));
  }

  /** How many bytes the strings of this key take: what the limits of a definition count. */
  public int stringBytes() {
    int sum = 0;
    for (JsonValue component : components) {
      if (component instanceof JsonString(String text)) {
        sum += text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return sum;
  }

  /** The form that requests carry. */
  public String toJson() {
    String known = json;
    if (known == null) {
      StringBuilder text = new StringBuilder("[");
      for (int i = 0; i < components.size(); i++) {
        JsonValue component = components.get(i);
        text.append(i == 0 ? "" : ",")
            .append(component.isUndefined() ? "{}" : component.toString());
      }
      known = text.append(']').toString();
      json = known;
    }
    return known;
  }

  @Override
  public int compareTo(PartitionKey other) {
    return Bytes.ORDER.compare(encoded, other.encoded);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof PartitionKey key
            && hash == key.hash
            && Arrays.equals(encoded, key.encoded));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return toJson();
  }

  private static JsonValue component(JsonValue value) {
    return switch (value) {
      case JsonArray _, JsonObject _ -> JsonUndefined.UNDEFINED;
      case JsonNumber number -> JsonNumber.of(number.doubleValue());
      case JsonUndefined _, JsonNull _, JsonBoolean _, JsonString _ -> value;
    };
  }

  private static byte[] encode(List<JsonValue> components, Function<String, byte[]> texts) {
    KeyWriter writer = new KeyWriter(32);
    for (JsonValue component : components) {
      writer.u8(ComponentType.of(component).mark());
      if (component instanceof JsonNumber number) {
        writer.u64(SortableDouble.encode(number.doubleValue()));
      } else if (component instanceof JsonString(String text)) {
        writer.escaped(texts.apply(text));
      }
    }
    return writer.toBytes();
  }
}
