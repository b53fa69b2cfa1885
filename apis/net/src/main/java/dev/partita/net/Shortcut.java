package dev.partita.net;

import dev.partita.base.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * Whether requests may be answered at once on event loops, which spares them the way to a thread of
 * their own and back. Handlers promise to be quick about it, but cannot know how long the disk
 * takes: after one that was not, all take the long way for a while, so that a slow disk holds up an
 * event loop only now and then. Safe for any number of threads.
 */
final class Shortcut {

  private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long CLOSED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Clock clock;
  private volatile long openFromNanos;

  Shortcut(Clock clock) {
    this.clock = clock;
    this.openFromNanos = clock.nanos();
  }

  boolean isOpen(long nowNanos) {
    return nowNanos - openFromNanos >= 0;
  }

  /** Told of every request that took the shortcut, when it is done. */
  void took(long sinceNanos) {
    long nowNanos = clock.nanos();
    if (nowNanos - sinceNanos > QUICK_NANOS) {
      openFromNanos = nowNanos + CLOSED_NANOS;
    }
  }
}
