package dev.partita.cli.shell;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.io.PrintWriter;

/** Indented form of JSON, with a line for each member. Pure functions. */
final class Pretty {

  private static final String STEP = "  ";

  private Pretty() {}

  static void print(JsonValue value, PrintWriter out) {
    var text = new StringBuilder();
    append(value, "", text);
    out.print(text);
    out.print('\n');
  }

  private static void append(JsonValue value, String indent, StringBuilder text) {
    String deeper = indent + STEP;
    switch (value) {
      case JsonObject object when !object.isEmpty() -> {
        text.append('{');
        for (int i = 0; i < object.size(); i++) {
          text.append(i == 0 ? "\n" : ",\n").append(deeper);
          text.append(JsonString.of(object.nameAt(i))).append(": ");
          append(object.valueAt(i), deeper, text);
        }
        text.append('\n').append(indent).append('}');
      }
      case JsonArray array when !array.isEmpty() -> {
        text.append('[');
        for (int i = 0; i < array.size(); i++) {
          text.append(i == 0 ? "\n" : ",\n").append(deeper);
          append(array.at(i), deeper, text);
        }
        text.append('\n').append(indent).append(']');
      }
      default -> text.append(value);
    }
  }
}
