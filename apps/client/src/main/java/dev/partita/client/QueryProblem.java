package dev.partita.client;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Error in a query with its place in the text. Immutable.
 *
 * @param code the server's code for it; empty if there is none
 * @param start index of the first character, from 0
 * @param end index after the last character
 */
public record QueryProblem(String message, String code, int start, int end) {

  private static final String ERRORS = "errors";
  private static final String INDENT = "    ";
  private static final int LONGEST = 100;

  /** Errors of a query in the context of a failed request, in the order of the server. */
  public static List<QueryProblem> of(Map<String, Object> context) {
    var problems = new ArrayList<QueryProblem>();
    if (context.get(ERRORS) instanceof String text
        && JsonReader.DEFAULT.read(text) instanceof JsonArray errors) {
      for (JsonValue each : errors) {
        if (each instanceof JsonObject error
            && error.at("location") instanceof JsonObject location
            && location.at("start") instanceof JsonNumber start
            && location.at("end") instanceof JsonNumber end) {
          String code =
              error.at("code") instanceof JsonUndefined ? "" : ValueText.plain(error.at("code"));
          problems.add(
              new QueryProblem(
                  ValueText.plain(error.at("message")),
                  code,
                  (int) start.longValue(),
                  (int) end.longValue()));
        }
      }
    }
    return List.copyOf(problems);
  }

  /**
   * Formats the error with its line and column in the query, the line itself, and a mark below the
   * place.
   */
  public String explained(String query) {
    int place = Math.clamp(start, 0, query.length());
    int lineStart = query.lastIndexOf('\n', place - 1) + 1;
    int lineEnd = query.indexOf('\n', place);
    String line = query.substring(lineStart, lineEnd < 0 ? query.length() : lineEnd);
    long number = query.substring(0, place).chars().filter(each -> each == '\n').count() + 1;
    int column = place - lineStart;
    // A long line is cut to the part around the place.
    int from = Math.max(0, Math.min(column - LONGEST / 2, line.length() - LONGEST));
    String shown = line.substring(from, Math.min(line.length(), from + LONGEST));
    int marked = Math.clamp(end - place, 1, Math.max(1, shown.length() - (column - from)));
    return "%s%s at line %d, column %d:\n%s%s\n%s%s%s"
        .formatted(
            message,
            code.isEmpty() ? "" : " (" + code + ")",
            number,
            column + 1,
            INDENT,
            shown.replace('\t', ' ').stripTrailing(),
            INDENT,
            " ".repeat(column - from),
            "^".repeat(marked));
  }
}
