package dev.partita.execution.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of parsed queries by their text: all pages of a query have the same one. Safe for
 * use by any number of threads.
 */
public final class ParsedQueryCache {

  private static final int MAX_TEXTS = 1000;

  /** Longer ones are rare, and a thousand of them would be too many. */
  private static final int MAX_CHARS = 4096;

  /** What counts as a page that takes long, however long it took. */
  public static final long LONG_NANOS = 1_000_000;

  /** How many pages it takes, about, until what was before them is forgotten. */
  private static final int PAGES_REMEMBERED = 4;

  /** A text that was read, and how long its pages take. */
  public static final class ParsedQuery {
    private final QueryShape query;
    private volatile long usualNanos = LONG_NANOS;
    private boolean ran;

    private ParsedQuery(QueryShape query) {
      this.query = query;
    }

    public QueryShape query() {
      return query;
    }

    /**
     * Whether the last pages took little. One of them may have taken long: most often its thread
     * had no processor for a while, which says nothing about the query.
     */
    public boolean isQuick() {
      return usualNanos <= LONG_NANOS / 2;
    }

    public synchronized void recordDuration(long nanos) {
      long counted = Math.min(nanos, LONG_NANOS);
      usualNanos = ran ? usualNanos + (counted - usualNanos) / PAGES_REMEMBERED : counted;
      ran = true;
    }
  }

  private final Map<String, ParsedQuery> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ParsedQuery> eldest) {
          return size() > MAX_TEXTS;
        }
      };

  /** A text that was read lately; null if it was not. */
  public @Nullable ParsedQuery find(String text) {
    synchronized (recent) {
      return recent.get(text);
    }
  }

  public ParsedQuery read(String text, Function<String, QueryShape> reader) {
    ParsedQuery known = find(text);
    if (known != null) {
      return known;
    }
    ParsedQuery read = new ParsedQuery(reader.apply(text));
    if (text.length() <= MAX_CHARS) {
      synchronized (recent) {
        recent.put(text, read);
      }
    }
    return read;
  }
}
