package dev.partita.advice;

import java.util.List;

/**
 * The time of some requests, cut into steps of one length. Immutable.
 *
 * @param steps at least 1
 */
record Timeline(long fromMillis, long toMillis, int steps) {

  private static final int STEPS_MAX = 120;

  /** So many requests tell how a partition fares; fewer are chance. */
  private static final int REQUESTS_PER_PARTITION = 400;

  static Timeline of(List<LoggedRequest> ordered, int partitions) {
    if (ordered.isEmpty()) {
      return new Timeline(0, 1_000, 1);
    }
    long from = ordered.getFirst().atMillis();
    long to = Math.max(ordered.getLast().atMillis() + 1, from + 1_000);
    long seconds = Math.max(1, (to - from) / 1_000);
    long steps = ordered.size() / ((long) partitions * REQUESTS_PER_PARTITION);
    return new Timeline(from, to, (int) Math.clamp(steps, 1, Math.min(STEPS_MAX, seconds)));
  }

  int step(long millis) {
    return (int) Math.min(steps - 1, (millis - fromMillis) * steps / (toMillis - fromMillis));
  }

  double stepSeconds() {
    return seconds() / steps;
  }

  double seconds() {
    return (toMillis - fromMillis) / 1_000.0;
  }
}
