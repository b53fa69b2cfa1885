package dev.partita.cli.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Text in aligned columns with titles. Not for use by several threads. */
public final class TextTable {

  private static final int GAP = 2;

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  public void add(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException("A row needs a cell for each column: " + cells);
    }
    rows.add(cells.stream().map(TextTable::oneLine).toList());
  }

  public void print(PrintWriter out) {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).title().length();
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    print(out, columns.stream().map(Column::title).toList(), widths);
    rows.forEach(row -> print(out, row, widths));
  }

  private void print(PrintWriter out, List<String> cells, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String space = " ".repeat(Math.max(0, widths[i] - width(cell)));
      line.append(columns.get(i).isNumber() ? space + cell : cell + space);
      line.append(" ".repeat(GAP));
    }
    out.print(line.toString().stripTrailing());
    out.print('\n');
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Replaces line breaks, which would break the table. */
  private static String oneLine(String text) {
    return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 && text.indexOf('\t') < 0
        ? text
        : text.replaceAll("\\s+", " ");
  }
}
