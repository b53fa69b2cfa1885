package dev.partita.benchmarks.report;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Table of figures. Rows are added by one thread. */
public final class FigureTable {

  /**
   * Column of numbers or texts.
   *
   * @param decimals number of digits after the decimal point
   */
  public record Column(String name, int decimals) {}

  private final String title;
  private final List<Column> columns;
  private final List<List<JsonValue>> rows = new ArrayList<>();

  public FigureTable(String title, List<Column> columns) {
    this.title = title;
    this.columns = List.copyOf(columns);
  }

  public static Column text(String name) {
    return new Column(name, 0);
  }

  public static Column number(String name, int decimals) {
    return new Column(name, decimals);
  }

  /** Adds a row with a number or a text for each column. */
  public FigureTable row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells do not fit " + columns.size() + " columns.");
    }
    List<JsonValue> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(
          cell instanceof Number number
              ? JsonNumber.of(number.doubleValue())
              : JsonString.of(cell.toString()));
    }
    rows.add(row);
    return this;
  }

  JsonObject toJson() {
    List<JsonValue> objects = new ArrayList<>();
    for (List<JsonValue> row : rows) {
      JsonObject.Builder object = JsonObject.builder();
      for (int i = 0; i < columns.size(); i++) {
        object.put(columns.get(i).name(), row.get(i));
      }
      objects.add(object.build());
    }
    return JsonObject.builder().put("title", title).put("rows", JsonArray.of(objects)).build();
  }

  /** Text that is also a Markdown table. */
  String toText() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns.stream().map(Column::name).toList());
    for (List<JsonValue> row : rows) {
      List<String> line = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        line.add(show(row.get(i), columns.get(i).decimals()));
      }
      lines.add(line);
    }
    int[] widths = new int[columns.size()];
    lines.forEach(
        line -> {
          for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], line.get(i).length());
          }
        });
    StringBuilder text = new StringBuilder(title).append("\n\n");
    for (int n = 0; n < lines.size(); n++) {
      append(text, lines.get(n), widths);
      if (n == 0) {
        for (int width : widths) {
          text.append("|-").append("-".repeat(width)).append(":");
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, List<String> line, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      text.append("| ")
          .append(" ".repeat(widths[i] - line.get(i).length()))
          .append(line.get(i))
          .append(' ');
    }
    text.append("|\n");
  }

  private static String show(JsonValue value, int decimals) {
    return switch (value) {
      case JsonNumber number ->
          String.format(Locale.ROOT, "%,." + decimals + "f", number.doubleValue());
      case JsonString(String words) -> words;
      default -> value.toString();
    };
  }
}
