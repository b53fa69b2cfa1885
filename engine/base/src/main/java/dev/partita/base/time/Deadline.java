package dev.partita.base.time;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Time limit of a request. Immutable; safe for use by any number of threads. */
public final class Deadline {

  /** No time limit, which is never checked against a clock. */
  public static final Deadline NONE = new Deadline(null, 0);

  private final @Nullable Clock clock;
  private final long nanos;

  private Deadline(@Nullable Clock clock, long nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Deadline in a number of milliseconds from now. */
  public static Deadline in(long millis, Clock clock) {
    return new Deadline(clock, clock.nanos() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  public boolean isOver() {
    return clock != null && clock.nanos() - nanos >= 0;
  }

  /** How long it is until then; not more than 0 if it is over. */
  public long nanosLeft() {
    return clock == null ? Long.MAX_VALUE : nanos - clock.nanos();
  }

  /**
   * @throws DatabaseException TIMEOUT if it is over
   */
  public void require() {
    if (isOver()) {
      throw new DatabaseException(
          ErrorCode.TIMEOUT,
          "The time that the request was given is over. Give it more, or ask for less.");
    }
  }
}
