package dev.partita.execution;

import dev.partita.base.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What pages leave for the next ones, until these ask for it. Most of it would be found out again
 * by reading items again, so nothing is lost if it is not kept. Whoever makes a continuation keeps
 * what belongs to it or forgets what did, so that no page is older than the one before it. Bounded.
 * Safe for use by any number of threads.
 */
final class Leftovers {

  /** Who asks for what. */
  record Key(int container, QueryScope scope, String continuation) {}

  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private record Kept(Leftover what, long bytes, long sinceNanos) {}

  private final long maxBytes;
  private final Map<Key, Kept> all = new LinkedHashMap<>();
  private long bytes;

  /**
   * @param maxBytes about what all of them take at most; those of one query take half as much
   */
  Leftovers(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Keeps something for one that will ask, or nothing.
   *
   * @return whether it is kept
   */
  synchronized boolean put(Key key, @Nullable Leftover what, Clock clock) {
    remove(key);
    forgetOld(clock.nanos());
    if (what == null) {
      return false;
    }
    long size = what.bytes();
    if (size > maxBytes / 2) {
      return false;
    }
    Iterator<Map.Entry<Key, Kept>> eldest = all.entrySet().iterator();
    while (bytes + size > maxBytes && eldest.hasNext()) {
      bytes -= eldest.next().getValue().bytes;
      eldest.remove();
    }
    all.put(key, new Kept(what, size, clock.nanos()));
    bytes += size;
    return true;
  }

  /** What was kept, which it is not any more then; null if there is nothing. */
  synchronized @Nullable Leftover take(Key key, Clock clock) {
    forgetOld(clock.nanos());
    return remove(key);
  }

  private @Nullable Leftover remove(Key key) {
    Kept kept = all.remove(key);
    if (kept == null) {
      return null;
    }
    bytes -= kept.bytes;
    return kept.what;
  }

  private void forgetOld(long nowNanos) {
    Iterator<Kept> eldest = all.values().iterator();
    while (eldest.hasNext()) {
      Kept kept = eldest.next();
      if (nowNanos - kept.sinceNanos < KEPT_NANOS) {
        return;
      }
      bytes -= kept.bytes;
      eldest.remove();
    }
  }
}
