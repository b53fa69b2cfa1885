package dev.partita.benchmarks.sql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reader of HTTP responses with as little work as a driver needs: processor time of the client is
 * lost to the server. Not for use by several threads.
 */
final class AnswerReader {

  private static final byte[] LENGTH = "content-length:".getBytes(ISO_8859_1);
  private static final byte[] CONTINUATION = "x-ms-continuation:".getBytes(ISO_8859_1);
  private static final int STATUS_OFFSET = "HTTP/1.1 ".length();
  private static final int STATUS_LENGTH = 3;

  private final InputStream input;
  private byte[] bytes = new byte[1 << 16];
  private int filled;
  private @Nullable String continuation;

  AnswerReader(InputStream input) {
    this.input = input;
  }

  /** Continuation token of the latest response; null if it was the last page. */
  @Nullable String continuation() {
    return continuation;
  }

  /** Reads the body of the next response, which must be successful. */
  String next() throws IOException {
    filled = 0;
    continuation = null;
    int length = 0;
    int line = 0;
    int end = lineEnd(0);
    while (end > line) {
      if (begins(line, end, LENGTH)) {
        length = Integer.parseInt(value(line + LENGTH.length, end));
      } else if (begins(line, end, CONTINUATION)) {
        continuation = value(line + CONTINUATION.length, end);
      }
      line = end + 2;
      end = lineEnd(line);
    }
    int start = end + 2;
    bytes = bytes.length < start + length ? Arrays.copyOf(bytes, start + length) : bytes;
    while (filled < start + length) {
      fill();
    }
    String body = new String(bytes, start, length, UTF_8);
    String status = new String(bytes, STATUS_OFFSET, STATUS_LENGTH, ISO_8859_1);
    if (!status.equals("200")) {
      throw new IOException(status + ": " + body);
    }
    return body;
  }

  /** End of a line: index of its line break. */
  private int lineEnd(int line) throws IOException {
    int at = line;
    while (true) {
      while (at >= filled) {
        fill();
      }
      if (bytes[at] == '\n') {
        return at - 1;
      }
      at++;
    }
  }

  private void fill() throws IOException {
    if (filled == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * filled);
    }
    int read = input.read(bytes, filled, bytes.length - filled);
    if (read < 0) {
      throw new IOException("The server closed the connection.");
    }
    filled += read;
  }

  private boolean begins(int line, int end, byte[] name) {
    if (end - line < name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      // Converts to lower case; other characters of header names do not change.
      if ((bytes[line + i] | 0x20) != name[i]) {
        return false;
      }
    }
    return true;
  }

  private String value(int from, int to) {
    return new String(bytes, from, to - from, ISO_8859_1).strip();
  }
}
