package dev.partita.cli.shell;

import dev.partita.client.Texts;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.io.PrintWriter;
import java.util.List;

/** The results of a command, for people or for programs. Not for use by several threads. */
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

  /** A list: one document to a line, or a table of them. */
  public void list(List<JsonObject> documents, List<Column> columns) {
    if (json) {
      documents.forEach(this::line);
    } else {
      var table = new Table(columns);
      documents.forEach(document -> table.add(Column.cells(columns, document)));
      table.print(out);
    }
    out.flush();
  }

  /** One resource: as JSON, or its columns below each other. */
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

  /** A document of the user: as it is, or indented for reading. */
  public void document(JsonValue value) {
    if (json) {
      line(value);
    } else {
      Pretty.print(value, out);
    }
    out.flush();
  }

  /** One line of JSON, or of text that has no quotes around it. */
  public void value(JsonValue value) {
    out.print(json ? value.toString() : Texts.plain(value));
    out.print('\n');
  }

  private void line(JsonValue value) {
    out.print(value);
    out.print('\n');
  }

  /** A line of text among results; only for people. */
  public void text(String line) {
    out.print(line);
    out.print('\n');
  }

  public PrintWriter out() {
    return out;
  }

  /** Whether the reader of the results has gone, so that there is no use in more. */
  public boolean isAbandoned() {
    return out.checkError();
  }

  /** Something that is not a result: to standard error. */
  public void note(String text) {
    out.flush();
    environment.err().println(text);
  }
}
