package dev.partita.json;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of values, none of which is undefined. Immutable. */
public final class JsonArray implements JsonValue, Iterable<JsonValue> {

  public static final JsonArray EMPTY = new JsonArray(new JsonValue[0]);

  private final JsonValue[] elements;

  /** Takes the elements over: the caller must not change them any more. */
  private JsonArray(JsonValue[] elements) {
    this.elements = elements;
  }

  public static JsonArray of(JsonValue... elements) {
    return copy(elements.clone());
  }

  public static JsonArray of(List<? extends JsonValue> elements) {
    return copy(elements.toArray(JsonValue[]::new));
  }

  private static JsonArray copy(JsonValue[] elements) {
    for (JsonValue element : elements) {
      if (element.isUndefined()) {
        throw new IllegalArgumentException("An array cannot hold undefined.");
      }
    }
    return elements.length == 0 ? EMPTY : new JsonArray(elements);
  }

  public int size() {
    return elements.length;
  }

  public boolean isEmpty() {
    return elements.length == 0;
  }

  /** The element at a position, or undefined if the array does not reach there. */
  public JsonValue at(int position) {
    return position >= 0 && position < elements.length
        ? elements[position]
        : JsonUndefined.UNDEFINED;
  }

  public List<JsonValue> elements() {
    return Collections.unmodifiableList(Arrays.asList(elements));
  }

  @Override
  public Iterator<JsonValue> iterator() {
    return elements().iterator();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonArray array && Arrays.equals(elements, array.elements);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(elements);
  }

  @Override
  public String toString() {
    return JsonWriter.text(this);
  }
}
