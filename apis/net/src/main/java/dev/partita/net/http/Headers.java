package dev.partita.net.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a message, in their order; names are compared without regard to case.
 * Immutable. Lookups scan, which for the dozen fields of a usual message beats hashing.
 */
public final class Headers {

  private static final Headers EMPTY = new Headers(new String[0]);

  // Name, value, name, value, …
  private final String[] fields;

  private Headers(String[] fields) {
    this.fields = fields;
  }

  public static Headers empty() {
    return EMPTY;
  }

  /** Headers from names and values in turn. */
  public static Headers of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("A name without a value: " + namesAndValues.length);
    }
    return new Headers(namesAndValues.clone());
  }

  /** The same, of an array that nobody changes any more. */
  static Headers owning(String[] namesAndValues) {
    return new Headers(namesAndValues);
  }

  /** The first value of the name, or null. */
  public @Nullable String first(String name) {
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i].equalsIgnoreCase(name)) {
        return fields[i + 1];
      }
    }
    return null;
  }

  /** All values of the name, in their order. */
  public List<String> all(String name) {
    var values = new ArrayList<String>(1);
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i].equalsIgnoreCase(name)) {
        values.add(fields[i + 1]);
      }
    }
    return values;
  }

  public boolean has(String name) {
    return first(name) != null;
  }

  /** These headers and one more field; fields of the same name stay. */
  public Headers with(String name, String value) {
    String[] more = Arrays.copyOf(fields, fields.length + 2);
    more[fields.length] = name;
    more[fields.length + 1] = value;
    return new Headers(more);
  }

  public void forEach(BiConsumer<String, String> each) {
    for (int i = 0; i < fields.length; i += 2) {
      each.accept(fields[i], fields[i + 1]);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Headers headers && Arrays.equals(fields, headers.fields);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(fields);
  }

  /** The names only: values may hold secrets, and this ends up in logs. */
  @Override
  public String toString() {
    var names = new ArrayList<String>();
    forEach((name, value) -> names.add(name));
    return names.toString();
  }
}
