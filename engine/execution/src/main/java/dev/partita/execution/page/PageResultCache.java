package dev.partita.execution.page;

import dev.partita.base.time.Clock;
import dev.partita.execution.plan.QueryScope;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of the state that pages carry over to the next ones. Most of it can be computed
 * again by reading items again, so entries may be evicted at any time. A page that issues a
 * continuation replaces or removes the entry of that continuation, so no page continues from state
 * that is older than the page before it. Safe for use by any number of threads.
 */
public final class PageResultCache {

  /** The container, scope and continuation of the page that will ask. */
  public record Key(int container, QueryScope scope, String continuation) {}

  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private record Kept(CarriedState what, long bytes, long sinceNanos) {}

  private final long maxBytes;
  private final Map<Key, Kept> all = new LinkedHashMap<>();
  private long bytes;

  /**
   * @param maxBytes about what all of them take at most; those of one query take half as much
   */
  public PageResultCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Stores state for the next page, or removes what is stored.
   *
   * @return whether the state was stored
   */
  public synchronized boolean put(Key key, @Nullable CarriedState what, Clock clock) {
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

  /** Removes and returns what is stored; null if there is nothing. */
  public synchronized @Nullable CarriedState take(Key key, Clock clock) {
    forgetOld(clock.nanos());
    return remove(key);
  }

  private @Nullable CarriedState remove(Key key) {
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
