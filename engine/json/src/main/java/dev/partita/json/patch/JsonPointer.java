package dev.partita.json.patch;

import dev.partita.base.error.DatabaseException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document by RFC 6901: a slash before each step, {@code ~1} for a slash and {@code
 * ~0} for a tilde inside one. Whether a step is a property or an index depends on what it meets;
 * {@code -} is the place after the last element of an array. Immutable.
 */
public final class JsonPointer {

  private static final Pattern LONE_TILDE = Pattern.compile("~(?![01])");

  private final List<String> steps;
  private final String text;

  private JsonPointer(List<String> steps, String text) {
    this.steps = steps;
    this.text = text;
  }

  /**
   * @throws DatabaseException if the text is not a pointer to something inside a document
   */
  public static JsonPointer parse(String text) {
    if (!text.startsWith("/")) {
      throw DatabaseException.badRequest("A patch path must begin with a slash.")
          .with("path", text);
    }
    String[] parts = text.substring(1).split("/", -1);
    return new JsonPointer(Arrays.stream(parts).map(part -> unescape(part, text)).toList(), text);
  }

  public List<String> steps() {
    return steps;
  }

  String first() {
    return steps.getFirst();
  }

  String last() {
    return steps.getLast();
  }

  /** Whether the other pointer leads to this place or further into it. */
  boolean isPrefixOf(JsonPointer other) {
    return isPrefix(steps, other.steps);
  }

  static boolean isPrefix(List<String> prefix, List<String> steps) {
    return steps.size() >= prefix.size() && steps.subList(0, prefix.size()).equals(prefix);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonPointer pointer && steps.equals(pointer.steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  private static String unescape(String part, String path) {
    if (part.indexOf('~') < 0) {
      return part;
    }
    if (LONE_TILDE.matcher(part).find()) {
      throw DatabaseException.badRequest("A tilde in a patch path must be written as ~0.")
          .with("path", path);
    }
    return part.replace("~1", "/").replace("~0", "~");
  }
}
