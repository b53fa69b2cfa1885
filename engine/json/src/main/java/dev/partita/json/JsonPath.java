package dev.partita.json;

import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document, named the way partition keys and policies do: a slash before each
 * property, with names that hold other characters in quotes, as in {@code /address/"zip code"}.
 * Immutable. Inside quotes a backslash makes the next character part of the name. Two paths are
 * equal if they lead to the same place, however they are written.
 */
public final class JsonPath {

  /** What stands for each element of an array in patterns; other brackets are part of a name. */
  private static final String EACH = "[]";

  private final List<String> steps;
  private final String text;

  private JsonPath(List<String> steps, String text) {
    this.steps = steps;
    this.text = text;
  }

  /** The path along these properties. */
  public static JsonPath of(String... steps) {
    StringBuilder text = new StringBuilder();
    for (String step : steps) {
      text.append('/').append(quoteIfNeeded(step));
    }
    return parse(text.toString());
  }

  /**
   * @throws DatabaseException if the text is not a path; the message names it
   */
  public static JsonPath parse(String text) {
    return new JsonPath(new Scanner(text).steps(), text);
  }

  public List<String> steps() {
    return steps;
  }

  /** The value at this place, or undefined. Arrays have no properties. */
  public JsonValue evaluate(JsonValue document) {
    JsonValue value = document;
    for (int i = 0; i < steps.size(); i++) {
      if (!(value instanceof JsonObject object)) {
        return JsonUndefined.UNDEFINED;
      }
      value = object.at(steps.get(i));
    }
    return value;
  }

  /** Whether the other path is this one or leads further along it. */
  public boolean isPrefixOf(JsonPath other) {
    return other.steps.size() >= steps.size() && other.steps.subList(0, steps.size()).equals(steps);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonPath path && steps.equals(path.steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  /** The path as it was written. */
  @Override
  public String toString() {
    return text;
  }

  private static String quoteIfNeeded(String step) {
    boolean brackets = step.indexOf('[') >= 0 || step.indexOf(']') >= 0;
    if (!step.isEmpty() && !brackets && step.chars().allMatch(JsonPath::isPlain)) {
      return step;
    }
    return '"' + step.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Whether a character may stand outside quotes. Star and mark are for patterns. */
  private static boolean isPlain(int c) {
    return c > ' ' && c != 0x7F && "/\"'\\*?".indexOf(c) < 0;
  }

  /** Splits the text of a path. */
  private static final class Scanner {

    private final String text;
    private int next;

    Scanner(String text) {
      this.text = text;
    }

    List<String> steps() {
      List<String> steps = new ArrayList<>();
      do {
        if (next == text.length() || text.charAt(next) != '/') {
          throw refusal("A path must have a slash before each property.");
        }
        next++;
        boolean quoted = next < text.length() && "\"'".indexOf(text.charAt(next)) >= 0;
        steps.add(quoted ? quoted() : plain());
      } while (next < text.length());
      return List.copyOf(steps);
    }

    private String plain() {
      int start = next;
      while (next < text.length() && text.charAt(next) != '/') {
        if (!isPlain(text.charAt(next))) {
          throw refusal("A path has a character that must be in quotes.");
        }
        next++;
      }
      String name = text.substring(start, next);
      if (name.isEmpty()) {
        throw refusal("A path has an empty property name.");
      }
      if (name.equals(EACH)) {
        throw refusal("A path leads to one place, not to each element of an array.");
      }
      return name;
    }

    private String quoted() {
      char quote = text.charAt(next++);
      StringBuilder step = new StringBuilder();
      while (next < text.length() && text.charAt(next) != quote) {
        if (text.charAt(next) == '\\' && next + 1 < text.length()) {
          next++;
        }
        step.append(text.charAt(next++));
      }
      if (next == text.length()) {
        throw refusal("A path has a quote without its end.");
      }
      next++;
      return step.toString();
    }

    private DatabaseException refusal(String why) {
      return DatabaseException.badRequest(why).with("path", text).with("position", next);
    }
  }
}
