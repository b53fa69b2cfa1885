package dev.partita.telemetry;

import dev.partita.base.time.Clock;

/**
 * The requests of an API that answers many on one connection, counted and logged as {@link
 * Observed} does it for others. Safe for any number of threads.
 */
public final class ObservedTraversals {

  private final String name;
  private final RequestCounts counts;
  private final RequestLog log;
  private final Clock clock;

  /**
   * What a request came to.
   *
   * @param database empty if it got to none; so is the container
   * @param partition the id of the physical partition that served it; empty if it was several
   */
  public record Outcome(
      OperationKind kind,
      String database,
      String container,
      String partition,
      int status,
      int subStatus,
      double requestUnits,
      long nanos,
      long bytes) {}

  /**
   * @param name of the API in logs
   */
  public ObservedTraversals(String name, RequestCounts counts, RequestLog log, Clock clock) {
    this.name = name;
    this.counts = counts;
    this.log = log;
    this.clock = clock;
  }

  public void answered(Outcome outcome) {
    counts.count(outcome.kind, outcome.status, outcome.subStatus, outcome.nanos);
    if (log.wants(outcome.status)) {
      log.add(
          new RequestEntry(
              clock.millis(),
              name,
              outcome.kind.text(),
              outcome.database,
              outcome.container,
              outcome.partition,
              "",
              outcome.status,
              outcome.subStatus,
              outcome.requestUnits,
              outcome.nanos / 1e6,
              Math.clamp(outcome.bytes, 0, Integer.MAX_VALUE)));
    }
  }
}
