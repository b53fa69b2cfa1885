package dev.partita.cli.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Elements of one JSON array. Finds the end of each element by brackets and quotes alone and leaves
 * parsing to a JSON reader: a broken element does not affect the others, unless its brackets or
 * quotes do not match.
 */
final class ArraySource implements EntrySource {

  private final InputStream in;
  private long line = 1;
  private long number;
  private boolean begun;
  private boolean closed;
  private boolean ended;

  ArraySource(InputStream in) {
    this.in = in;
  }

  @Override
  public Optional<Entry> next() throws IOException {
    if (ended) {
      return Optional.empty();
    }
    if (!begun) {
      begun = true;
      int first = skipSpace();
      if (first < 0) {
        ended = true;
        return Optional.empty();
      }
      if (first != '[') {
        ended = true;
        return Optional.of(broken(line, rest(first), "The text is not a JSON array."));
      }
    }
    return element();
  }

  private Optional<Entry> element() throws IOException {
    int next = closed ? ']' : skipSpace();
    while (next == ',') {
      next = skipSpace();
    }
    if (next == ']') {
      ended = true;
      int more = skipSpace();
      return more < 0
          ? Optional.empty()
          : Optional.of(broken(line, rest(more), "There is more text after the array."));
    }
    if (next < 0) {
      ended = true;
      return Optional.of(broken(line, "", "The array does not end."));
    }
    long begin = line;
    var bytes = new ByteArrayOutputStream();
    if (!element(next, bytes)) {
      ended = true;
      return Optional.of(
          broken(
              begin, bytes.toString(StandardCharsets.UTF_8), "The text ends within an element."));
    }
    return Optional.of(Entry.ofJson(++number, begin, bytes.toByteArray()));
  }

  /**
   * Reads up to the end of the element, or of the text; returns whether the element is complete.
   */
  private boolean element(int first, ByteArrayOutputStream bytes) throws IOException {
    int depth = 0;
    boolean quoted = false;
    boolean escaped = false;
    for (int next = first; next >= 0; next = read()) {
      if (!quoted && depth == 0 && (next == ',' || next == ']')) {
        closed = next == ']';
        return true;
      }
      bytes.write(next);
      if (escaped) {
        escaped = false;
      } else if (next == '\\') {
        escaped = quoted;
      } else if (next == '"') {
        quoted = !quoted;
      } else if (!quoted && (next == '{' || next == '[')) {
        depth++;
      } else if (!quoted && (next == '}' || next == ']')) {
        depth--;
      }
    }
    return depth == 0 && !quoted;
  }

  private Entry broken(long at, String text, String problem) {
    return Entry.broken(++number, at, text, problem);
  }

  private int skipSpace() throws IOException {
    int next = read();
    while (next == ' ' || next == '\t' || next == '\n' || next == '\r') {
      next = read();
    }
    return next;
  }

  private int read() throws IOException {
    int next = in.read();
    if (next == '\n') {
      line++;
    }
    return next;
  }

  private String rest(int first) throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.write(first);
    in.transferTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
