package dev.partita.query.syntax;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * Character stream of the lexer by UTF-16 unit, so that the positions of tokens are those that
 * clients count. For one parse.
 */
final class TextStream implements CharStream {

  private final String text;
  private int next;

  TextStream(String text) {
    this.text = text;
  }

  @Override
  public String getText(Interval interval) {
    int end = Math.min(interval.b + 1, text.length());
    return interval.a >= end ? "" : text.substring(interval.a, end);
  }

  @Override
  public void consume() {
    if (next == text.length()) {
      throw new IllegalStateException("There is nothing left to read.");
    }
    next++;
  }

  @Override
  public int LA(int distance) {
    int position = distance > 0 ? next + distance - 1 : next + distance;
    return position >= 0 && position < text.length() ? text.charAt(position) : IntStream.EOF;
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {
    // The whole text is in memory, so markers need no action.
  }

  @Override
  public int index() {
    return next;
  }

  @Override
  public void seek(int index) {
    next = Math.min(index, text.length());
  }

  @Override
  public int size() {
    return text.length();
  }

  @Override
  public String getSourceName() {
    return "query";
  }
}
