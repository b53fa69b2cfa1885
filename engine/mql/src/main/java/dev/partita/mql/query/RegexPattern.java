package dev.partita.mql.query;

import dev.partita.mql.MqlException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of PCRE, run by Java's. The two agree on what applications write; the
 * pattern is rewritten where only the spelling differs. A search ends with a failure when it has
 * looked at characters too often, so that a pattern that backtracks without end cannot hold a
 * thread. Immutable; safe for use by any number of threads.
 */
public final class RegexPattern {

  /** Looks at characters that one search may take, beyond a share for each character. */
  private static final long SEARCH_BUDGET = 2_000_000;

  private static final long BUDGET_PER_CHARACTER = 100;
  private static final int LONGEST = 32_764;
  private static final String SPECIAL = "\\^$.|?*+()[]{}";

  private final String source;
  private final String options;
  private final Pattern pattern;

  private RegexPattern(String source, String options, Pattern pattern) {
    this.source = source;
    this.options = options;
    this.pattern = pattern;
  }

  /**
   * Compiles a pattern with the options i, m, s, x and u.
   *
   * @throws MqlException if one of them is wrong
   */
  public static RegexPattern compile(String source, String options) {
    // Lines end with line feeds alone, as in PCRE; so does what the dollar sign allows at the end.
    int flags = Pattern.UNIX_LINES;
    for (int i = 0; i < options.length(); i++) {
      flags |=
          switch (options.charAt(i)) {
            case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'x' -> Pattern.COMMENTS;
            // UTF-8 is what strings are anyway.
            case 'u' -> 0;
            default ->
                throw new MqlException(
                    51108, "invalid flag in regex options: " + options.charAt(i));
          };
    }
    if (source.indexOf(0) >= 0) {
      throw new MqlException(51091, "Regular expression cannot contain an embedded null byte");
    }
    if (source.length() > LONGEST) {
      throw new MqlException(
          51091, "Regular expression is invalid: regular expression is too large");
    }
    try {
      return new RegexPattern(source, options, Pattern.compile(PcreSyntax.toJava(source), flags));
    } catch (PatternSyntaxException e) {
      throw new MqlException(51091, "Regular expression is invalid: " + e.getDescription());
    } catch (StackOverflowError _) {
      throw new MqlException(
          51091, "Regular expression is invalid: parentheses are too deeply nested");
    }
  }

  public String source() {
    return source;
  }

  public String options() {
    return options;
  }

  /** Whether the pattern is found anywhere in a text. */
  public boolean find(String text) {
    try {
      return matcher(text).find();
    } catch (StackOverflowError _) {
      throw tooExpensive();
    }
  }

  /**
   * A matcher whose searches are limited together. Its methods fail with an MqlException, or for
   * some patterns with a StackOverflowError, when they have searched too much; use {@link #find}
   * where it is enough.
   */
  public Matcher matcher(String text) {
    return pattern.matcher(
        new MeteredText(text, new Meter(SEARCH_BUDGET + BUDGET_PER_CHARACTER * text.length())));
  }

  /** The failure of a search that took too much. */
  public static MqlException tooExpensive() {
    return new MqlException(
        51156, "Error occurred while executing regular expression: match limit exceeded");
  }

  /**
   * The text that every match begins with, at the beginning of a string: that of a pattern like
   * {@code ^abc}. Null if there is none, since then an index is of no use.
   */
  public @Nullable String prefix() {
    if (!options.replace("s", "").replace("u", "").isEmpty() || !source.startsWith("^")) {
      return null;
    }
    if (source.indexOf('|') >= 0) {
      return null;
    }
    StringBuilder prefix = new StringBuilder();
    int i = 1;
    while (i < source.length()) {
      char c = source.charAt(i);
      int end = i + 1;
      if (c == '\\' && end < source.length() && !Character.isLetterOrDigit(source.charAt(end))) {
        c = source.charAt(end++);
      } else if (SPECIAL.indexOf(c) >= 0) {
        break;
      }
      if (end < source.length() && "?*{".indexOf(source.charAt(end)) >= 0) {
        break;
      }
      prefix.append(c);
      i = end;
    }
    // Half a surrogate pair is no text.
    if (!prefix.isEmpty() && Character.isHighSurrogate(prefix.charAt(prefix.length() - 1))) {
      prefix.setLength(prefix.length() - 1);
    }
    return prefix.isEmpty() ? null : prefix.toString();
  }

  /** Whether the pattern matches exactly the strings that begin with {@link #prefix}. */
  public boolean isPrefixOnly() {
    String prefix = prefix();
    if (prefix == null) {
      return false;
    }
    StringBuilder plain = new StringBuilder("^");
    for (int i = 0; i < prefix.length(); i++) {
      char c = prefix.charAt(i);
      if (SPECIAL.indexOf(c) >= 0) {
        plain.append('\\');
      }
      plain.append(c);
    }
    return plain.toString().equals(source);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RegexPattern that
        && source.equals(that.source)
        && options.equals(that.options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(source, options);
  }

  @Override
  public String toString() {
    return "/" + source + "/" + options;
  }

  private static final class Meter {
    private long left;

    Meter(long budget) {
      left = budget;
    }

    void count() {
      if (--left < 0) {
        throw tooExpensive();
      }
    }
  }

  private record MeteredText(String text, Meter meter) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      meter.count();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
