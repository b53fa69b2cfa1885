package dev.partita.query.syntax;

import org.jspecify.annotations.Nullable;

/**
 * Range of the query text, in UTF-16 units, the end excluded. Any two spans are equal, so that
 * trees compare by meaning and not by position.
 */
public record Span(int start, int end) {

  /** Span of parts that are not in the text, such as those that a rewrite added. */
  public static final Span NONE = new Span(0, 0);

  /** From the start of this span to the end of another. */
  public Span to(Span last) {
    return new Span(start, last.end);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Span;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
