package dev.partita.query.syntax;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of the query text, in UTF-16 units, the end excluded. It says where a part of a tree
 * was read, not what the part is: any two spans are equal, so that trees compare by meaning.
 */
public record Span(int start, int end) {

  /** The place of what was never written, such as a part that a rewrite added. */
  public static final Span NONE = new Span(0, 0);

  /** From the start of this one to the end of the other. */
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
