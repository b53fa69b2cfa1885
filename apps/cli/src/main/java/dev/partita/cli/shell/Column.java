package dev.partita.cli.shell;

import dev.partita.client.Texts;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A column of a table of documents: what it is called, and what a document has in it. */
public record Column(String title, boolean isNumber, Function<JsonObject, String> cell) {

  /** The value of a property, as text. */
  public static Column text(String title, String property) {
    return new Column(title, false, document -> Texts.plain(document.at(property)));
  }

  /** What a function makes of the document. */
  public static Column made(String title, Function<JsonObject, String> cell) {
    return new Column(title, false, cell);
  }

  /** A number, aligned to the right. */
  public static Column number(String title, String property, Function<Double, String> unit) {
    return new Column(
        title,
        true,
        document ->
            document.at(property) instanceof JsonNumber number
                ? unit.apply(number.doubleValue())
                : "-");
  }

  /** The values of an array, with commas between them. */
  public static Column joined(String title, String property) {
    return new Column(
        title,
        false,
        document -> {
          JsonValue value = document.at(property);
          return value instanceof JsonArray array
              ? array.elements().stream().map(Texts::plain).collect(Collectors.joining(", "))
              : Texts.plain(value);
        });
  }

  static List<String> cells(List<Column> columns, JsonObject document) {
    return columns.stream().map(column -> column.cell().apply(document)).toList();
  }
}
