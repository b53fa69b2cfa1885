package dev.partita.gremlin;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.process.traversal.Text;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;

/**
 * A regular expression of a traversal that ends when its traversal is ended: some of a few letters
 * would else look at a short text for years. Used by one thread.
 */
final class EndableRegex extends Text.RegexPredicate {

  private static final long serialVersionUID = 1L;

  private final Pattern pattern;

  EndableRegex(String expression, boolean negate) {
    super(expression, negate);
    this.pattern = Pattern.compile(expression);
  }

  @Override
  public boolean test(String value, String expression) {
    Matcher matcher = pattern.matcher(new Endable(value));
    return isNegate() != matcher.find();
  }

  @Override
  public EndableRegex negate() {
    return new EndableRegex(getPattern(), !isNegate());
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  /** A text that cannot be read any more when the thread is interrupted. */
  private record Endable(CharSequence text) implements CharSequence {

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (Thread.currentThread().isInterrupted()) {
        throw new TraversalInterruptedException();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Endable(text.subSequence(start, end));
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
