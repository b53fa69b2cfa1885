package dev.partita.throughput;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * Admission control of a physical partition: asked before each request, and charged afterwards with
 * its cost. Safe for use by any number of threads. It keeps the partition's own totals, because
 * with shared throughput the budget behind it serves other partitions as well.
 *
 * <p>The key is the text of the request's partition key; requests that address no single key have
 * none, and then count for the budget only.
 */
public final class Admission {

  private final String partition;
  private final Clock clock;
  private final Supplier<Budget> budget;
  private final HotKeys hotKeys;
  private final LoadHistory history;

  /**
   * @param partition name of the partition in messages
   * @param budget returns the current budget, such as {@link SlotBinding#budget}
   */
  public Admission(String partition, Clock clock, Supplier<Budget> budget, HotKeys hotKeys) {
    this.partition = partition;
    this.clock = clock;
    this.budget = budget;
    this.hotKeys = hotKeys;
    this.history = new LoadHistory(clock.nanos());
  }

  /**
   * Admits a request for one key.
   *
   * @throws DatabaseException THROTTLED when the budget is used up; see {@link Throttling} for its
   *     context
   */
  public void admit(String key) {
    Budget current = budget.get();
    long retryAfterMillis = current.tryAdmit();
    if (retryAfterMillis > 0) {
      throw refusal(current, retryAfterMillis).with(Throttling.REQUEST_KEY, key);
    }
  }

  /** Admits a request that addresses no single key. */
  public void admit() {
    Budget current = budget.get();
    long retryAfterMillis = current.tryAdmit();
    if (retryAfterMillis > 0) {
      throw refusal(current, retryAfterMillis);
    }
  }

  /** Takes the charge of an admitted request off the budget. Never waits and never refuses. */
  public void charge(String key, RequestCharge charge) {
    long nanos = clock.nanos();
    charge(charge, nanos);
    hotKeys.record(key, charge, nanos);
  }

  /** Takes the charge of a request without a single key off the budget. */
  public void charge(RequestCharge charge) {
    charge(charge, clock.nanos());
  }

  /** Total charge of this partition's requests. */
  public RequestCharge consumed() {
    return history.consumed();
  }

  /** Number of requests of this partition that were refused. */
  public long throttled() {
    return history.throttled();
  }

  /** Totals of this partition and its recent load. */
  public Load load() {
    return history.load(clock.nanos(), budget.get().rateHundredths());
  }

  /** The part of its rate that it used in the busiest second of the last minute, at most 100. */
  public double minutePeakPercent() {
    return history.minutePeakPercent(clock.nanos(), budget.get().rateHundredths());
  }

  /** Load of each recent step with requests, oldest first. */
  public List<LoadStep> recentSteps() {
    return history.steps(clock.nanos(), budget.get().rateHundredths());
  }

  public Budget budget() {
    return budget.get();
  }

  public HotKeys hotKeys() {
    return hotKeys;
  }

  private void charge(RequestCharge charge, long nanos) {
    Budget current = budget.get();
    current.charge(charge, nanos);
    history.charged(charge.hundredths(), nanos, current.rateHundredths());
  }

  private DatabaseException refusal(Budget spent, long retryAfterMillis) {
    history.refused(clock.nanos(), spent.rateHundredths());
    return Throttling.refusal(
        partition, spent.rate(), spent.queue(retryAfterMillis), hotKeys.hottest());
  }
}
