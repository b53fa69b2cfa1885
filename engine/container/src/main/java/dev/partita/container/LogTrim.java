package dev.partita.container;

import dev.partita.base.time.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * The trimming of change logs: what is older than a container's history, or than deletes are kept
 * for the others, goes now and then, unless a job reads it. Used by the rounds of housekeeping, one
 * at a time.
 */
final class LogTrim implements Housekeeping.Chore {

  private static final long EVERY_MILLIS = 60_000;

  private final Clock clock;
  private final long logMillis;
  private final Jobs jobs;
  private final Map<Integer, Long> trimmedMillis = new HashMap<>();

  /**
   * @param jobs which may hold logs
   */
  LogTrim(Clock clock, long logMillis, Jobs jobs) {
    this.clock = clock;
    this.logMillis = logMillis;
    this.jobs = jobs;
  }

  @Override
  public void run(Container container) {
    long now = clock.millis();
    Long before = trimmedMillis.get(container.number());
    if (before != null && now - before < EVERY_MILLIS) {
      return;
    }
    trimmedMillis.put(container.number(), now);
    long keepMillis = Math.max(container.definition().historyMillis(), logMillis);
    for (OwnedPartition owned : container.ledPartitions()) {
      owned.log().trim(now - keepMillis, jobs.heldAfter(container, owned));
    }
  }

  @Override
  public void forget(int container) {
    trimmedMillis.remove(container);
  }
}
