package dev.partita.peer;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that were refused: each is counted, and the first of a kind from the same side is
 * logged, since who is refused tends to come again. Safe for any number of threads.
 */
final class Refusals {

  private static final Logger log = LoggerFactory.getLogger(Refusals.class);
  private static final int REMEMBERED_MAX = 200;

  private record Kind(RefusalReason reason, String who) {}

  private final Map<RefusalReason, Long> counts = new EnumMap<>(RefusalReason.class);
  private final Set<Kind> logged = new HashSet<>();

  /**
   * @param who the host or the node, without what varies from one connection to the next
   */
  void add(RefusalReason reason, String who, String text) {
    boolean first;
    synchronized (this) {
      counts.merge(reason, 1L, Long::sum);
      first = logged.size() < REMEMBERED_MAX && logged.add(new Kind(reason, who));
    }
    if (first) {
      log.warn("Refused a connection with {} ({}): {}", who, reason, text);
    } else {
      log.debug("Refused a connection with {} ({}): {}", who, reason, text);
    }
  }

  /** A node has been admitted: if it is refused again, that is news. */
  synchronized void forget(String who) {
    logged.removeIf(kind -> kind.who().equals(who));
  }

  synchronized Map<RefusalReason, Long> counts() {
    return Map.copyOf(counts);
  }
}
