package dev.partita.index;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The text of a path in an indexing policy: {@code /a/[]/"b c"} and then, in most places, what is
 * meant there. Reads one text. Not for use by several threads.
 */
final class PathText {

  /** What a path means. */
  enum Ending {
    /** Nothing is said: the value at the path. */
    NONE(""),
    /** The value at the path, {@code /?}. */
    VALUE("/?"),
    /** The path and everything below, {@code /*}. */
    SUBTREE("/*");

    private final String text;

    Ending(String text) {
      this.text = text;
    }
  }

  /** A path and what is meant. */
  record Pattern(IndexPath path, Ending ending) {

    @Override
    public String toString() {
      return of(path) + ending.text;
    }
  }

  private final String text;
  private int next;

  private PathText(String text) {
    this.text = text;
  }

  /**
   * @throws DatabaseException BAD_REQUEST with the path and where it goes wrong; UNSUPPORTED for a
   *     tuple
   */
  static Pattern parse(String text) {
    return new PathText(text).pattern();
  }

  static String of(IndexPath path) {
    StringBuilder text = new StringBuilder();
    for (IndexPath.Step step : path.steps()) {
      text.append('/');
      switch (step) {
        case IndexPath.Property(String name) -> append(text, name);
        case IndexPath.Elements _ -> text.append("[]");
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String name) {
    if (!name.isEmpty() && name.codePoints().allMatch(PathText::isPlain)) {
      text.append(name);
    } else {
      text.append('"').append(name.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
  }

  private Pattern pattern() {
    IndexPath path = IndexPath.ROOT;
    while (next < text.length()) {
      require('/');
      Ending ending = ending();
      if (ending != null) {
        return new Pattern(path, ending);
      }
      path = step(path);
    }
    if (path.steps().isEmpty()) {
      throw refusal();
    }
    return new Pattern(path, Ending.NONE);
  }

  private @Nullable Ending ending() {
    if (next != text.length() - 1) {
      return null;
    }
    return switch (text.charAt(next)) {
      case '?' -> Ending.VALUE;
      case '*' -> Ending.SUBTREE;
      default -> null;
    };
  }

  private IndexPath step(IndexPath path) {
    if (next == text.length()) {
      throw refusal();
    }
    return switch (text.charAt(next)) {
      case '[' -> {
        next++;
        require(']');
        yield path.elements();
      }
      case '{' ->
          throw new DatabaseException(
                  ErrorCode.UNSUPPORTED,
                  "Tuples in indexing paths are not supported. Include the paths one by one.")
              .with("path", text);
      case '"', '\'' -> path.property(quoted());
      default -> path.property(plain());
    };
  }

  private String plain() {
    int start = next;
    while (next < text.length() && text.charAt(next) != '/') {
      int c = text.codePointAt(next);
      if (!isPlain(c)) {
        throw refusal();
      }
      next += Character.charCount(c);
    }
    if (next == start) {
      throw refusal();
    }
    return text.substring(start, next);
  }

  private String quoted() {
    char quote = text.charAt(next++);
    StringBuilder name = new StringBuilder();
    while (next < text.length() && text.charAt(next) != quote) {
      if (text.charAt(next) == '\\' && next + 1 < text.length()) {
        next++;
      }
      name.append(text.charAt(next++));
    }
    require(quote);
    return name.toString();
  }

  private void require(char expected) {
    if (next >= text.length() || text.charAt(next) != expected) {
      throw refusal();
    }
    next++;
  }

  private static boolean isPlain(int c) {
    return Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
  }

  private DatabaseException refusal() {
    return DatabaseException.badRequest(
            "An indexing path is not valid: each property has a slash before it, one with other"
                + " characters than letters, digits and underscores is in quotes, and [] stands for"
                + " the elements of an array.")
        .with("path", text)
        .with("position", next);
  }
}
