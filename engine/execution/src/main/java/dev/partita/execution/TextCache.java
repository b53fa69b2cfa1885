package dev.partita.execution;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The texts of queries that were read lately, with what they say: clients repeat themselves, and
 * the pages of a query all have the same text. Bounded. Safe for use by any number of threads.
 */
final class TextCache {

  private static final int MAX_TEXTS = 1000;

  /** Longer ones are rare, and a thousand of them would be too many. */
  private static final int MAX_CHARS = 4096;

  /** What counts as a page that takes long, however long it took. */
  static final long LONG_NANOS = 1_000_000;

  /** How many pages it takes, about, until what was before them is forgotten. */
  private static final int PAGES_REMEMBERED = 4;

  /** A text that was read, and how long its pages take. */
  static final class Known {
    private final QueryShape query;
    private volatile long usualNanos = LONG_NANOS;
    private boolean ran;

    private Known(QueryShape query) {
      this.query = query;
    }

    QueryShape query() {
      return query;
    }

    /**
     * Whether the last pages took little. One of them may have taken long: most often its thread
     * had no processor for a while, which says nothing about the query.
     */
    boolean isQuick() {
      return usualNanos <= LONG_NANOS / 2;
    }

    synchronized void took(long nanos) {
      long counted = Math.min(nanos, LONG_NANOS);
      usualNanos = ran ? usualNanos + (counted - usualNanos) / PAGES_REMEMBERED : counted;
      ran = true;
    }
  }

  private final Map<String, Known> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MAX_TEXTS;
        }
      };

  /** A text that was read lately; null if it was not. */
  @Nullable Known find(String text) {
    synchronized (recent) {
      return recent.get(text);
    }
  }

  Known read(String text, Function<String, QueryShape> reader) {
    Known known = find(text);
    if (known != null) {
      return known;
    }
    Known read = new Known(reader.apply(text));
    if (text.length() <= MAX_CHARS) {
      synchronized (recent) {
        recent.put(text, read);
      }
    }
    return read;
  }
}
