package dev.partita.net.transport;

import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log for what peers can bring about as often as they like: of events of one kind it writes one
 * line in ten seconds, which also says how many were left out before it. Events are of one kind if
 * they have the same text and the same sort of cause. Safe for any number of threads.
 *
 * <p>A cause is named, not shown with its stack, which would be long and is the peer's to repeat.
 * Those who look for a defect see every event with its stack at the level debug.
 */
public final class RateLimitedLog {

  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int CAUSE_CHARS = 200;

  private record Kind(String text, String cause) {}

  /** What was written of a kind when last, and what not since then. */
  private record Written(long atNanos, long leftOut, long leftOutBefore) {}

  private final Logger log;
  private final Clock clock;
  private final ConcurrentHashMap<Kind, Written> kinds = new ConcurrentHashMap<>();

  public RateLimitedLog(Logger log, Clock clock) {
    this.log = log;
    this.clock = clock;
  }

  /** The log of a class, by the system's clock. */
  public static RateLimitedLog of(Class<?> owner) {
    return new RateLimitedLog(LoggerFactory.getLogger(owner), Clock.system());
  }

  /**
   * Says that something has gone wrong with a peer, and why.
   *
   * @param text what happened; a constant, since it makes the kind
   */
  public void warn(String text, Object peer, Throwable cause) {
    log.debug("{}: {}", text, peer, cause);
    Long leftOut = leftOut(new Kind(text, cause.getClass().getName()));
    if (leftOut != null) {
      log.warn("{}: {}, {}{}", text, peer, nameOf(cause), leftOutText(leftOut));
    }
  }

  /**
   * Says that the server itself has failed, and where: the stack belongs to the line. For what no
   * peer should be able to bring about; if one can after all, it does not fill the disk.
   *
   * @param text what happened; a constant, since it makes the kind
   */
  public void error(String text, Object peer, Throwable cause) {
    Long leftOut = leftOut(new Kind(text, cause.getClass().getName() + placeOf(cause)));
    if (leftOut == null) {
      log.debug("{}: {}", text, peer, cause);
    } else {
      log.error("{}: {}{}", text, peer, leftOutText(leftOut), cause);
    }
  }

  /** How many of the kind were left out since the last line, or null if this one is, too. */
  private @Nullable Long leftOut(Kind kind) {
    long nowNanos = clock.nanos();
    Written written =
        kinds.compute(
            kind,
            (_, last) -> {
              if (last == null) {
                return new Written(nowNanos, 0, 0);
              }
              return nowNanos - last.atNanos() < PERIOD_NANOS
                  ? new Written(last.atNanos(), last.leftOut() + 1, last.leftOutBefore())
                  : new Written(nowNanos, 0, last.leftOut());
            });
    return written.leftOut() == 0 ? written.leftOutBefore() : null;
  }

  /** Where in the code: the same exception from elsewhere is another defect. */
  private static String placeOf(Throwable cause) {
    StackTraceElement[] stack = cause.getStackTrace();
    return stack.length == 0 ? "" : " at " + stack[0];
  }

  private static String leftOutText(long leftOut) {
    return leftOut == 0 ? "" : " (" + leftOut + " more of this kind since the last line)";
  }

  /** In one line of bounded length, since a peer may have chosen the words. */
  private static String nameOf(Throwable cause) {
    String reason = Reasons.of(cause);
    String line = reason.substring(0, Math.min(reason.length(), CAUSE_CHARS));
    return line.replaceAll("\\p{Cntrl}", " ");
  }
}
