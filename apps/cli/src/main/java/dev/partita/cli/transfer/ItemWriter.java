package dev.partita.cli.transfer;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writer of items to a file, complete ones only. Not for use by several threads. */
abstract class ItemWriter {

  private final OutputStream out;

  ItemWriter(OutputStream out) {
    this.out = out;
  }

  static ItemWriter of(Format format, OutputStream out) {
    return switch (format) {
      case JSON -> new Array(out);
      case JSONL -> new Lines(out);
      case CSV -> new Csv(out);
    };
  }

  /** Writes a page; the first one may decide on the columns of the rest. */
  abstract void write(List<JsonValue> page) throws IOException;

  /** Completes the text. */
  void end() throws IOException {
    out.flush();
  }

  /** Describes what this format could not represent; empty if there is nothing of that kind. */
  String omissions() {
    return "";
  }

  void print(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void print(String text) throws IOException {
    print(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final class Lines extends ItemWriter {

    Lines(OutputStream out) {
      super(out);
    }

    @Override
    void write(List<JsonValue> page) throws IOException {
      for (JsonValue item : page) {
        print(JsonWriter.bytes(item));
        print("\n");
      }
    }
  }

  private static final class Array extends ItemWriter {

    private boolean begun;

    Array(OutputStream out) {
      super(out);
    }

    @Override
    void write(List<JsonValue> page) throws IOException {
      for (JsonValue item : page) {
        print(begun ? ",\n" : "[\n");
        print(JsonWriter.bytes(item));
        begun = true;
      }
    }

    @Override
    void end() throws IOException {
      print(begun ? "\n]\n" : "[]\n");
      super.end();
    }
  }

  /** CSV; the properties of the items of the first page are the columns. */
  private static final class Csv extends ItemWriter {

    private final Set<String> missing = new TreeSet<>();
    private List<String> names = List.of();

    Csv(OutputStream out) {
      super(out);
    }

    @Override
    void write(List<JsonValue> page) throws IOException {
      if (names.isEmpty() && !page.isEmpty()) {
        var found = new LinkedHashSet<String>();
        page.forEach(item -> found.addAll(object(item).names()));
        names = List.copyOf(found);
        print(names.stream().map(Csv::quoted).collect(Collectors.joining(",")) + "\n");
      }
      for (JsonValue value : page) {
        JsonObject item = object(value);
        missing.addAll(item.names());
        print(
            names.stream().map(name -> cell(item.at(name))).collect(Collectors.joining(","))
                + "\n");
      }
      names.forEach(missing::remove);
    }

    @Override
    String omissions() {
      return missing.isEmpty()
          ? ""
          : "These properties are not in the file, as no item of the first page has them: "
              + String.join(", ", missing);
    }

    private static JsonObject object(JsonValue value) {
      return value instanceof JsonObject object ? object : JsonObject.of("value", value);
    }

    /** Quotes strings, so that an import tells them from numbers. */
    private static String cell(JsonValue value) {
      return switch (value) {
        case JsonString(String text) -> quoted(text);
        case JsonUndefined _ -> "";
        case JsonObject object -> quoted(object.toString());
        case JsonArray array -> quoted(array.toString());
        default -> value.toString();
      };
    }

    private static String quoted(String text) {
      return '"' + text.replace("\"", "\"\"") + '"';
    }
  }
}
