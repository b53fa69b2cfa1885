package dev.partita.mongo.cursor;

import dev.partita.base.time.Clock;
import dev.partita.mongo.error.MongoError;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The cursors that are open. One that nobody has asked for in ten minutes ends. Safe for use by any
 * number of threads.
 */
public final class ServerCursors {

  private static final long IDLE_MILLIS = 10 * 60_000L;
  private static final long SWEEP_MILLIS = 10_000;
  private static final int CURSORS_MAX = 100_000;

  private final Clock clock;
  private final RandomGenerator random;
  private final Map<Long, ServerCursor> open = new ConcurrentHashMap<>();
  private final AtomicLong nextSweep = new AtomicLong();

  /**
   * @param random for numbers that nobody guesses
   */
  public ServerCursors(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** Keeps results for later; the cursor is in use until it is given back. */
  public ServerCursor open(
      String namespace, byte @Nullable [] session, boolean neverTimesOut, ResultStream results) {
    sweep();
    if (open.size() >= CURSORS_MAX) {
      results.close();
      throw MongoError.OPERATION_FAILED.failure(
          "Too many cursors are open: "
              + CURSORS_MAX
              + ". Read results to their end, or close them.");
    }
    while (true) {
      long id = random.nextLong(1, Long.MAX_VALUE);
      ServerCursor cursor =
          new ServerCursor(id, namespace, session, neverTimesOut, results, clock.millis());
      if (open.putIfAbsent(id, cursor) == null) {
        return cursor;
      }
    }
  }

  /**
   * The cursor of a number, for the caller alone until it is given back.
   *
   * @throws dev.partita.mongo.error.CommandFailure if there is none, or it is of another namespace
   */
  public ServerCursor take(long id, String namespace) {
    sweep();
    ServerCursor cursor = open.get(id);
    if (cursor == null) {
      throw MongoError.CURSOR_NOT_FOUND.failure("cursor id " + id + " not found");
    }
    if (!cursor.namespace().equals(namespace)) {
      throw MongoError.UNAUTHORIZED.failure(
          "Requested getMore on namespace '"
              + namespace
              + "', but cursor belongs to a different namespace "
              + cursor.namespace());
    }
    if (!cursor.take()) {
      throw MongoError.CURSOR_IN_USE.failure("cursor id " + id + " is already in use");
    }
    return cursor;
  }

  public void giveBack(ServerCursor cursor) {
    cursor.giveBack(clock.millis());
  }

  /** Ends a cursor; false if there was none. */
  public boolean kill(long id, String namespace) {
    ServerCursor cursor = open.get(id);
    if (cursor == null || !cursor.namespace().equals(namespace)) {
      return false;
    }
    open.remove(id);
    cursor.kill();
    return true;
  }

  /** Ends those that a session has opened. */
  public void killOf(byte[] session) {
    open.values().stream()
        .filter(cursor -> Arrays.equals(cursor.session(), session))
        .forEach(cursor -> kill(cursor.id(), cursor.namespace()));
  }

  /** Ends those of a collection that is gone. */
  public void killOf(String namespace) {
    open.values().stream()
        .filter(cursor -> cursor.namespace().equals(namespace))
        .forEach(cursor -> kill(cursor.id(), namespace));
  }

  public void close() {
    open.values().forEach(ServerCursor::kill);
    open.clear();
  }

  public int count() {
    return open.size();
  }

  private void sweep() {
    long now = clock.millis();
    long due = nextSweep.get();
    if (now >= due && nextSweep.compareAndSet(due, now + SWEEP_MILLIS)) {
      open.values().stream()
          .filter(cursor -> cursor.isIdleSince(now - IDLE_MILLIS))
          .forEach(cursor -> kill(cursor.id(), cursor.namespace()));
    }
  }
}
