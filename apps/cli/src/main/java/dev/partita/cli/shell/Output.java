package dev.partita.cli.shell;

import dev.partita.client.ValueText;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.io.PrintWriter;
import java.util.List;

/** Results of a command, formatted for people or for programs. Not for use by several threads. */
public final class Output {

  private final Environment environment;
  private final PrintWriter out;
  private final boolean json;

  Output(Environment environment, boolean json) {
    this.environment = environment;
    this.out = environment.out();
    this.json = json;
  }

  public boolean isJson() {
    return json;
  }

  /** Prints a list: one document to a line, or a table. */
  public void list(List<JsonObject> documents, List<Column> columns) {
    if (json) {
      documents.forEach(this::line);
    } else {
      var table = new TextTable(columns);
      documents.forEach(document -> table.add(Column.cells(columns, document)));
      table.print(out);
    }
    out.flush();
  }

  /** Prints one resource: as JSON, or with its columns below each other. */
  public void details(JsonObject document, List<Column> columns) {
    if (json) {
      line(document);
    } else {
      int width = columns.stream().mapToInt(column -> column.title().length()).max().orElse(0);
      for (Column column : columns) {
        out.println(
            (column.title() + " ".repeat(width + 2)).substring(0, width + 2)
                + column.cell().apply(document));
      }
    }
    out.flush();
  }

  /** Prints a document of the user: as it is, or indented for reading. */
  public void document(JsonValue value) {
    if (json) {
      line(value);
    } else {
      Pretty.print(value, out);
    }
    out.flush();
  }

  /** Prints a line of JSON, or of a string without its quotes. */
  public void value(JsonValue value) {
    out.print(json ? value.toString() : ValueText.plain(value));
    out.print('\n');
  }

  private void line(JsonValue value) {
    out.print(value);
    out.print('\n');
  }

  /** Prints a line of text among results; only for people. */
  public void text(String line) {
    out.print(line);
    out.print('\n');
  }

  public PrintWriter out() {
    return out;
  }

  /** Whether the reader of standard output has closed it, so that the command can stop. */
  public boolean isAbandoned() {
    return out.checkError();
  }

  /** Prints a note to standard error. */
  public void note(String text) {
    out.flush();
    environment.err().println(text);
  }
}
