package dev.partita.net.http;

import java.util.Map;

/** The writer of flat JSON objects: just enough for errors and health. */
final class FlatJson {

  private FlatJson() {}

  static String object(Map<String, Object> fields) {
    var json = new StringBuilder("{");
    fields.forEach(
        (name, value) -> {
          if (json.length() > 1) {
            json.append(',');
          }
          quote(json, name);
          json.append(':');
          switch (value) {
            case Integer number -> json.append(number.intValue());
            case Long number -> json.append(number.longValue());
            case Boolean truth -> json.append(truth.booleanValue());
            case String text -> quote(json, text);
            default -> throw new IllegalArgumentException("Not a flat value: " + name);
          }
        });
    return json.append('}').toString();
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          // Escaping lone surrogates, too, keeps the text valid when it is encoded as UTF-8.
          if (c < 0x20 || c == 0x7f || isLoneSurrogate(text, i)) {
            json.append(String.format("\\u%04x", (int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }

  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
