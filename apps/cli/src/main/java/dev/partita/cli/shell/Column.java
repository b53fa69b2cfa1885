package dev.partita.cli.shell;

import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Column of a table of documents: its title, and the function that gives its cell. */
public record Column(String title, boolean isNumber, Function<JsonObject, String> cell) {

  /** Column with the value of a property, as text. */
  public static Column text(String title, String property) {
    return new Column(title, false, document -> ValueText.plain(document.at(property)));
  }

  /** Column with a computed text. */
  public static Column made(String title, Function<JsonObject, String> cell) {
    return new Column(title, false, cell);
  }

  /** Column with a number, aligned to the right. */
  public static Column number(String title, String property, Function<Double, String> unit) {
    return new Column(
        title,
        true,
        document ->
            document.at(property) instanceof JsonNumber number
                ? unit.apply(number.doubleValue())
                : "-");
  }

  /** Column with the values of an array, separated by commas. */
  public static Column joined(String title, String property) {
    return new Column(
        title,
        false,
        document -> {
          JsonValue value = document.at(property);
          return value instanceof JsonArray array
              ? array.elements().stream().map(ValueText::plain).collect(Collectors.joining(", "))
              : ValueText.plain(value);
        });
  }

  static List<String> cells(List<Column> columns, JsonObject document) {
    return columns.stream().map(column -> column.cell().apply(document)).toList();
  }
}
