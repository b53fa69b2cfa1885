package dev.partita.document;

import dev.partita.partition.LogicalKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where sessions that something came between wait for each other, one line for each logical
 * partition. Safe for use by any number of threads.
 */
final class SessionLines {

  /** How long a session waits for those before it. */
  private static final long PATIENCE_SECONDS = 20;

  private final Map<LogicalKey, Line> lines = new ConcurrentHashMap<>();

  private static final class Line {
    final ReentrantLock first = new ReentrantLock(true);
    int sessions;
  }

  /**
   * Waits until nobody is before this thread, which leaves the line afterwards.
   *
   * @return whether its turn has come; if not it is not in the line any more
   */
  boolean enter(LogicalKey key) {
    Line line =
        lines.compute(
            key,
            (_, known) -> {
              Line entered = known == null ? new Line() : known;
              entered.sessions++;
              return entered;
            });
    boolean first = false;
    try {
      first = line.first.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!first) {
        forget(key);
      }
    }
    return first;
  }

  void leave(LogicalKey key) {
    Line line = lines.get(key);
    if (line != null) {
      line.first.unlock();
      forget(key);
    }
  }

  private void forget(LogicalKey key) {
    lines.computeIfPresent(key, (_, line) -> --line.sessions == 0 ? null : line);
  }
}
