package dev.partita.peer;

import dev.partita.base.time.Deadline;
import dev.partita.net.link.LinkLoop;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One timer for the deadlines of many requests, most of which are answered long before: it fires at
 * the first of them, and whoever uses it looks which are over. Confined to its loop.
 */
final class CallTimers {

  // A clock that is set by hand, as tests do it, is looked at now and then.
  private static final long LONGEST_MILLIS = 1_000;

  private final LinkLoop loop;
  private final Runnable fired;
  private LinkLoop.@Nullable Timer timer;
  private @Nullable Deadline first;

  CallTimers(LinkLoop loop, Runnable fired) {
    this.loop = loop;
    this.fired = fired;
  }

  /** Sees to it that it fires when this deadline is over, or before. */
  void expect(Deadline deadline) {
    if (deadline == Deadline.NONE) {
      return;
    }
    Deadline earliest = first;
    if (earliest != null && earliest.nanosLeft() <= deadline.nanosLeft()) {
      return;
    }
    cancel();
    first = deadline;
    long millis = TimeUnit.NANOSECONDS.toMillis(deadline.nanosLeft()) + 1;
    timer = loop.after(Math.clamp(millis, 1, LONGEST_MILLIS), this::fire);
  }

  private void fire() {
    timer = null;
    first = null;
    fired.run();
  }

  void cancel() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
    first = null;
  }
}
