package dev.partita.telemetry;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.key.PartitionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What counts the requests of one API and logs some of them, whatever protocol brings them. Safe
 * for any number of threads.
 */
public final class RequestRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(RequestRecorder.class);

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
    return new RequestRecorder("", new RequestCounts(""), new RequestLog(0), clock);
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
    int weight = log.weight(status);
    if (weight > 0) {
      log.add(entry(outcome, weight, status, subStatus, nanos, bytes));
    }
  }

  private RequestEntry entry(
      RequestOutcome outcome, int weight, int status, int subStatus, long nanos, long bytes) {
    RequestDetail detail = detail(outcome);
    PartitionKey key = detail.key() == null ? key(outcome.key()) : detail.key();
    boolean hidden = log.details().hidden();
    return new RequestEntry(
        clock.millis(),
        weight,
        api,
        outcome.operation().text(),
        outcome.database(),
        outcome.container(),
        outcome.partition() == RequestOutcome.NO_PARTITION
            ? ""
            : Integer.toString(outcome.partition()),
        hidden ? "" : key == null ? outcome.key() : key.toJson(),
        hidden && key != null ? log.details().hashesOf(key) : List.of(),
        status,
        subStatus,
        outcome.requestUnits(),
        nanos / 1e6,
        Math.clamp(bytes, 0, Integer.MAX_VALUE),
        detail);
  }

  /** A request may have failed because its details make no sense. */
  private static RequestDetail detail(RequestOutcome outcome) {
    try {
      return outcome.detail();
    } catch (DatabaseException e) {
      LOG.debug("A request is logged without details.", e);
      return RequestDetail.NONE;
    }
  }

  private static @Nullable PartitionKey key(String text) {
    try {
      return text.isEmpty() ? null : PartitionKey.parse(text);
    } catch (DatabaseException e) {
      LOG.debug("A request is logged with a key that is none.", e);
      return null;
    }
  }
}
