package dev.partita.cli.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * JSON Lines: one entry to a line; empty lines are skipped. A broken line does not affect the
 * others.
 */
final class LineSource implements EntrySource {

  private final InputStream in;
  private long line;
  private long number;

  LineSource(InputStream in) {
    this.in = in;
  }

  @Override
  public Optional<Entry> next() throws IOException {
    var bytes = new ByteArrayOutputStream();
    boolean content = false;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        line++;
        if (content) {
          return Optional.of(Entry.ofJson(++number, line, bytes.toByteArray()));
        }
        bytes.reset();
      } else if (next != '\r') {
        bytes.write(next);
        content |= !Character.isWhitespace(next);
      }
    }
    return content
        ? Optional.of(Entry.ofJson(++number, line + 1, bytes.toByteArray()))
        : Optional.empty();
  }
}
