package dev.partita.cli.resource;

import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.TextTable;
import dev.partita.cli.shell.Units;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Execution plan of a query as a tree of operators with their counts and charges. */
final class Plan {

  private static final List<Column> COLUMNS =
      List.of(
          Column.text("OPERATOR", "operator"),
          Column.number("ROWS", "rows", Units::count),
          Column.number("CHARGE", "ru", Units::ru),
          Column.number("TIME", "millis", Plan::millis),
          Column.text("DETAIL", "detail"));

  private Plan() {}

  static void print(Output output, JsonObject explained) {
    var table = new TextTable(COLUMNS);
    if (explained.at("plan") instanceof JsonObject root) {
      add(table, root, "", "");
    }
    table.print(output.out());
    if (explained.at("indexAdvice") instanceof JsonObject advice) {
      list(output, "Indexes that were used: ", advice.at("utilized"));
      list(output, "Indexes that would help: ", advice.at("potential"));
    }
    output.out().flush();
  }

  /**
   * @param first prefix of the operator's own line
   * @param rest prefix of all lines below it
   */
  private static void add(TextTable table, JsonObject node, String first, String rest) {
    table.add(
        COLUMNS.stream()
            .map(
                column ->
                    (column.title().equals("OPERATOR") ? first : "") + column.cell().apply(node))
            .toList());
    if (node.at("children") instanceof JsonArray children) {
      for (int i = 0; i < children.size(); i++) {
        boolean last = i == children.size() - 1;
        if (children.at(i) instanceof JsonObject child) {
          add(table, child, rest + (last ? "└─ " : "├─ "), rest + (last ? "   " : "│  "));
        }
      }
    }
  }

  private static void list(Output output, String title, JsonValue indexes) {
    if (indexes instanceof JsonArray array && !array.isEmpty()) {
      output.text(
          title + array.elements().stream().map(Plan::index).collect(Collectors.joining("; ")));
    }
  }

  private static String index(JsonValue index) {
    if (!(index instanceof JsonObject object)) {
      return index.toString();
    }
    JsonValue several = object.at("IndexSpecs");
    String paths =
        several instanceof JsonArray specs
            ? specs.elements().stream().map(ValueText::plain).collect(Collectors.joining(", "))
            : ValueText.plain(object.at("IndexSpec"));
    String impact = ValueText.plain(object.at("IndexImpactScore"));
    return impact.isEmpty() ? paths : paths + " (" + impact.toLowerCase(Locale.ROOT) + " impact)";
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.2f ms", value);
  }

  static double charge(JsonObject explained) {
    return explained.at("totalRu") instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
