package dev.partita.net.execution;

import dev.partita.base.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * Whether brief work may run on event loops. It promises to be brief but cannot know how long the
 * disk takes: after work that took very long, or several times long, the breaker opens and all work
 * goes to workers for a while, so that a slow disk holds up an event loop only now and then. Safe
 * for any number of threads.
 *
 * <p>Work that took somewhat long among much that was brief does not count: where processors are
 * scarce a thread has to wait for one now and then, and more threads that wait would not help.
 */
public final class InlineCircuitBreaker {

  /** The system property that, when it is {@code false}, sends all work to workers. */
  public static final String SWITCH = "partita.net.inline";

  private static final long BRIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long BEARABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
  private static final long OPEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How much brief work it takes, about, until longer work before it is forgotten. */
  private static final int BRIEF_PER_LONG = 16;

  private final Clock clock;
  private final boolean enabled;
  private volatile long closedFromNanos;

  /** For how long event loops were held up lately. If two threads add at once, one may be lost. */
  private volatile long heldUpNanos;

  /**
   * @param enabled whether work may run on event loops at all
   */
  public InlineCircuitBreaker(Clock clock, boolean enabled) {
    this.clock = clock;
    this.enabled = enabled;
    this.closedFromNanos = clock.nanos();
  }

  /** One that is switched on unless the system property says otherwise. */
  public static InlineCircuitBreaker standard(Clock clock) {
    return new InlineCircuitBreaker(
        clock, Boolean.parseBoolean(System.getProperty(SWITCH, "true")));
  }

  boolean isEnabled() {
    return enabled;
  }

  long nowNanos() {
    return clock.nanos();
  }

  /** Whether work may run on an event loop now. */
  boolean allows(long nowNanos) {
    return enabled && nowNanos - closedFromNanos >= 0;
  }

  /** Told of all work that ran on an event loop, when it is done or given up. */
  void ran(long sinceNanos) {
    long nowNanos = clock.nanos();
    long nanos = nowNanos - sinceNanos;
    long heldUp = heldUpNanos;
    if (nanos <= BRIEF_NANOS) {
      if (heldUp > 0) {
        heldUpNanos = heldUp - Math.ceilDiv(heldUp, BRIEF_PER_LONG);
      }
    } else if (heldUp + nanos <= BEARABLE_NANOS) {
      heldUpNanos = heldUp + nanos;
    } else {
      heldUpNanos = 0;
      closedFromNanos = nowNanos + OPEN_NANOS;
    }
  }
}
