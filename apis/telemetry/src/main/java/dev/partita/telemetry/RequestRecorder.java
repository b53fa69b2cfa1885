package dev.partita.telemetry;

import dev.partita.base.time.Clock;

/**
 * What counts the requests of one API and logs some of them, whatever protocol brings them. Safe
 * for any number of threads.
 */
public final class RequestRecorder {

  private final String api;
  private final RequestCounts counts;
  private final RequestLog log;
  private final Clock clock;

  /**
   * @param api its name in logs
   */
  public RequestRecorder(String api, RequestCounts counts, RequestLog log, Clock clock) {
    this.api = api;
    this.counts = counts;
    this.log = log;
    this.clock = clock;
  }

  /** One whose counts are not looked at, for an API that no server has. */
  public static RequestRecorder unobserved(Clock clock) {
    return new RequestRecorder("", new RequestCounts(""), new RequestLog(0, null), clock);
  }

  /** A request that begins now. */
  public RequestOutcome begin() {
    return begun(clock.nanos());
  }

  /** A request that began earlier by the clock of the server. */
  public RequestOutcome begun(long atNanos) {
    return new RequestOutcome(this, atNanos);
  }

  void record(RequestOutcome outcome, int status, int subStatus, long bytes) {
    long nanos = clock.nanos() - outcome.begunNanos();
    counts.count(outcome.operation(), status, subStatus, nanos);
    if (log.wants(status)) {
      log.add(
          new RequestEntry(
              clock.millis(),
              api,
              outcome.operation().text(),
              outcome.database(),
              outcome.container(),
              outcome.partition() == RequestOutcome.NO_PARTITION
                  ? ""
                  : Integer.toString(outcome.partition()),
              outcome.key(),
              status,
              subStatus,
              outcome.requestUnits(),
              nanos / 1e6,
              Math.clamp(bytes, 0, Integer.MAX_VALUE)));
    }
  }
}
