package dev.partita.execution;

import dev.partita.query.syntax.Query;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The texts of queries that were read lately, with what they say: clients repeat themselves, and
 * the pages of a query all have the same text. Bounded. Safe for use by any number of threads.
 */
final class TextCache {

  private static final int MAX_TEXTS = 1000;

  /** Longer ones are rare, and a thousand of them would be too many. */
  private static final int MAX_CHARS = 4096;

  private final Map<String, Query> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Query> eldest) {
          return size() > MAX_TEXTS;
        }
      };

  Query parse(String text, Function<String, Query> parser) {
    if (text.length() > MAX_CHARS) {
      return parser.apply(text);
    }
    Query known;
    synchronized (recent) {
      known = recent.get(text);
    }
    if (known != null) {
      return known;
    }
    Query parsed = parser.apply(text);
    synchronized (recent) {
      recent.put(text, parsed);
    }
    return parsed;
  }
}
