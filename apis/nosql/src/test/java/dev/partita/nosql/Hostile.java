package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What nobody should send: texts, and JSON that is damaged or has values of the wrong kind. */
final class Hostile {

  /** For headers, names and parts of paths. */
  static final List<String> TEXTS =
      List.of(
          " ",
          "\t",
          "null",
          "undefined",
          "true",
          "0",
          "-1",
          "1.5",
          "1e999",
          "NaN",
          "9223372036854775808",
          "-9223372036854775809",
          "0x10",
          "{",
          "}",
          "[",
          "[]",
          "{}",
          "[[]]",
          "[{\"a\":1}]",
          "[1,2,3,4]",
          "[\"a\",\"b\",\"c\",\"d\"]",
          "\"",
          "'",
          "\\",
          "%",
          "%00",
          "%zz",
          "%ff%fe",
          "%2e%2e%2f",
          "..",
          "../../etc/passwd",
          "a/b",
          "a?b",
          "a#b",
          ";DROP",
          "${jndi:ldap://x}",
          "<script>",
          "é",
          "\u00ff\u00fe",
          "\ud83d\ude00",
          "%ed%a0%80",
          "\u202e",
          "=",
          "AAAA",
          "AAAAAA==",
          "====",
          "Thu, 32 Foo 2026 99:99:99 GMT",
          "2026-11-19",
          "\"\"",
          "W/\"x\"",
          "*",
          "*,*",
          "0:-1#1",
          "0:-1#99999999999999999999",
          ",,,",
          ":::###",
          "type=master&ver=1.0&sig=",
          "x".repeat(5_000),
          "[".repeat(3_000),
          "{\"a\":".repeat(500));

  /** To stand where another kind of value belongs. */
  static final List<String> JSON =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e300",
          "99999999999999999999",
          "\"\"",
          "\"x\"",
          "\"/\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"" + "y".repeat(3_000) + "\"",
          "[]",
          "[null]",
          "[[]]",
          "[5,\"x\",{}]",
          "{}",
          "{\"x\":{\"y\":[1]}}");

  private Hostile() {}

  /** A document as it would be with something else in one place, for every place. */
  static List<String> changed(JsonValue document) {
    List<String> all = new ArrayList<>();
    change(document, text -> text, all);
    return all;
  }

  private static void change(JsonValue value, UnaryOperator<String> around, List<String> all) {
    for (String other : JSON) {
      all.add(around.apply(other));
    }
    if (value instanceof JsonObject object) {
      List<JsonObject.Member> members = new ArrayList<>();
      object.forEach(members::add);
      for (int i = 0; i < members.size(); i++) {
        int place = i;
        all.add(around.apply(text(members, place, null)));
        change(members.get(i).value(), other -> around.apply(text(members, place, other)), all);
      }
    } else if (value instanceof JsonArray array) {
      List<JsonValue> elements = array.elements();
      for (int i = 0; i < elements.size(); i++) {
        int place = i;
        change(
            elements.get(i),
            other -> {
              List<String> texts = new ArrayList<>();
              for (int k = 0; k < elements.size(); k++) {
                texts.add(k == place ? other : elements.get(k).toString());
              }
              return around.apply("[" + String.join(",", texts) + "]");
            },
            all);
      }
    }
  }

  /** An object with something else in one place; without that member if there is nothing. */
  private static String text(List<JsonObject.Member> members, int place, @Nullable String other) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      String value = i == place ? other : members.get(i).value().toString();
      if (value != null) {
        texts.add("\"" + members.get(i).name() + "\":" + value);
      }
    }
    return "{" + String.join(",", texts) + "}";
  }

  /** Bytes that are no JSON, made of bytes that are. */
  static List<byte[]> damaged(byte[] json) {
    String text = new String(json, UTF_8);
    List<byte[]> all = new ArrayList<>();
    for (int length = 0; length < text.length(); length += Math.max(1, text.length() / 40)) {
      all.add(text.substring(0, length).getBytes(UTF_8));
    }
    for (String end : List.of("}", "]", ",", "x", "\0", "{}", "//", "/**/x", "\"")) {
      all.add((text + end).getBytes(UTF_8));
    }
    all.add(text.replace("\"", "'").getBytes(UTF_8));
    all.add(text.replace("\"", "").getBytes(UTF_8));
    all.add(text.replace(":", "=").getBytes(UTF_8));
    all.add(text.replace(":", ":,").getBytes(UTF_8));
    all.add(text.replace("{", "{,").getBytes(UTF_8));
    all.add(text.getBytes(UTF_16));
    for (int at = 1; at < json.length; at += Math.max(1, json.length / 20)) {
      byte[] broken = json.clone();
      broken[at] = (byte) 0xFF;
      all.add(broken);
      broken = json.clone();
      broken[at] = 0;
      all.add(broken);
    }
    return all;
  }
}
