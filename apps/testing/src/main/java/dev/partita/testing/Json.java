package dev.partita.testing;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Values as JSON. Pure functions. */
final class Json {

  private Json() {}

  static String text(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars()
        .forEach(
            each -> {
              if (each < ' ' || each == '"' || each == '\\') {
                json.append(String.format("\\u%04x", each));
              } else {
                json.append((char) each);
              }
            });
    return json.append('"').toString();
  }

  /** The values of a partition key: texts, numbers and truth values. */
  static String array(Object... values) {
    return Stream.of(values)
        .map(
            value ->
                value instanceof Number || value instanceof Boolean
                    ? value.toString()
                    : text(value.toString()))
        .collect(Collectors.joining(",", "[", "]"));
  }
}
