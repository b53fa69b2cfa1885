package dev.partita.cli.resource;

import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.Units;
import dev.partita.client.Feed;
import dev.partita.client.ValueText;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Results of any number, printed page by page: as JSON, or in columns whose names and widths the
 * first page decides. Not for use by several threads.
 */
final class Rows {

  private static final Set<String> OF_THE_SYSTEM =
      Set.of("_rid", "_self", "_etag", "_attachments", "_ts");
  private static final int COLUMNS_MAX = 8;
  private static final int WIDTH_MAX = 36;

  private final Output output;
  private List<String> names = List.of();
  private int[] widths = {};
  private boolean begun;
  private long count;

  Rows(Output output) {
    this.output = output;
  }

  /**
   * Prints all pages, or up to a number of results.
   *
   * @return whether there may be more results than were printed
   */
  boolean print(Feed feed, long most) {
    for (var page = feed.next(); page.isPresent(); page = feed.next()) {
      for (JsonValue value : page.get()) {
        if (count == most) {
          output.out().flush();
          return true;
        }
        begin(page.get());
        print(value);
        count++;
      }
      output.out().flush();
      if (output.isAbandoned()) {
        return true;
      }
    }
    return false;
  }

  long count() {
    return count;
  }

  private void begin(List<JsonValue> page) {
    if (begun || output.isJson()) {
      return;
    }
    begun = true;
    var found = new LinkedHashSet<String>();
    for (JsonValue value : page) {
      if (!(value instanceof JsonObject object)) {
        return;
      }
      found.addAll(object.names());
    }
    found.removeAll(OF_THE_SYSTEM);
    names = found.stream().limit(COLUMNS_MAX).toList();
    widths = names.stream().mapToInt(String::length).toArray();
    for (JsonValue value : page) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Math.min(WIDTH_MAX, cell(value, i).length()));
      }
    }
    var titles = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      titles.append(padded(names.get(i), widths[i]));
    }
    if (!names.isEmpty()) {
      output.text(titles.toString().stripTrailing());
    }
    if (found.size() > names.size()) {
      output.note(
          String.format(
              Locale.ROOT,
              "%s not shown; --json has all.",
              Units.counted(
                  found.size() - names.size(), "more property is", "more properties are")));
    }
  }

  private void print(JsonValue value) {
    if (output.isJson() || names.isEmpty() || !(value instanceof JsonObject)) {
      output.value(value);
      return;
    }
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(padded(cell(value, i), widths[i]));
    }
    output.text(line.toString().stripTrailing());
  }

  private String cell(JsonValue value, int column) {
    return value instanceof JsonObject object
        ? ValueText.plain(object.at(names.get(column))).replaceAll("\\s+", " ")
        : "";
  }

  private static String padded(String text, int width) {
    String cut = text.length() <= width ? text : text.substring(0, width - 1) + "…";
    return cut + " ".repeat(width - cut.length() + 2);
  }
}
