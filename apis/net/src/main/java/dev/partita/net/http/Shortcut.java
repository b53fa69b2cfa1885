package dev.partita.net.http;

import dev.partita.base.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * Whether requests may be answered at once on event loops, which spares them the way to a thread of
 * their own and back. Handlers promise to be quick about it, but cannot know how long the disk
 * takes: after one that took very long, or several that took long, all take the long way for a
 * while, so that a slow disk holds up an event loop only now and then. Safe for any number of
 * threads.
 *
 * <p>One that took somewhat long among many quick ones does not count: where processors are scarce
 * a thread has to wait for one now and then, and to have more threads wait for it would not help.
 */
public final class Shortcut {

  private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long BEARABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
  private static final long CLOSED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How many quick requests it takes, about, until a longer one before them is forgotten. */
  private static final int QUICK_PER_LONG = 16;

  private final Clock clock;
  private volatile long openFromNanos;

  /** For how long event loops were held up lately. If two say so at once, one may not count. */
  private volatile long heldUpNanos;

  public Shortcut(Clock clock) {
    this.clock = clock;
    this.openFromNanos = clock.nanos();
  }

  public boolean isOpen(long nowNanos) {
    return nowNanos - openFromNanos >= 0;
  }

  /** Told of every request that took the shortcut, when it is done. */
  public void took(long sinceNanos) {
    long nowNanos = clock.nanos();
    long nanos = nowNanos - sinceNanos;
    long heldUp = heldUpNanos;
    if (nanos <= QUICK_NANOS) {
      if (heldUp > 0) {
        heldUpNanos = heldUp - Math.ceilDiv(heldUp, QUICK_PER_LONG);
      }
    } else if (heldUp + nanos <= BEARABLE_NANOS) {
      heldUpNanos = heldUp + nanos;
    } else {
      heldUpNanos = 0;
      openFromNanos = nowNanos + CLOSED_NANOS;
    }
  }
}
