package dev.partita.cli.transfer;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reader of the entries of a file, in order. Not for use by several threads. */
interface EntrySource {

  /** Returns the next entry; empty after the last. */
  Optional<Entry> next() throws IOException;

  /**
   * Opens a source; looks at the beginning of the text if the format is not known.
   *
   * @param format the format that was given or that the file's extension stands for
   */
  static EntrySource of(InputStream raw, Optional<Format> format) throws IOException {
    var in = new BufferedInputStream(raw, 1 << 16);
    skipByteOrderMark(in);
    Format known = format.isPresent() ? format.get() : Format.ofFirst(first(in));
    return switch (known) {
      case JSON -> new ArraySource(in);
      case JSONL -> new LineSource(in);
      case CSV -> new CsvSource(in);
    };
  }

  private static void skipByteOrderMark(InputStream in) throws IOException {
    in.mark(3);
    boolean marked = in.read() == 0xEF && in.read() == 0xBB && in.read() == 0xBF;
    if (!marked) {
      in.reset();
    }
  }

  /** Reads up to the first character that is not white space, and leaves that one unread. */
  private static int first(InputStream in) throws IOException {
    int most = 1 << 12;
    in.mark(most);
    int next = in.read();
    for (int i = 1; i < most && Character.isWhitespace(next); i++) {
      next = in.read();
    }
    in.reset();
    return next;
  }
}
