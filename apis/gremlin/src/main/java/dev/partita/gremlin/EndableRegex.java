package dev.partita.gremlin;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.process.traversal.Text;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;

/**
 * Regular expression of a traversal that can be interrupted: short expressions may take exponential
 * time for a short text. Used by one thread.
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

  /** Text whose characters cannot be read any more once the thread is interrupted. */
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
