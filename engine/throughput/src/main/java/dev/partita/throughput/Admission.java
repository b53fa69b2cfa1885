package dev.partita.throughput;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * The gate of a physical partition: asked before each request and told afterwards what it cost.
 * Safe for any number of threads. It keeps the partition's own totals, because with shared
 * throughput the budget behind it serves other partitions as well.
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
   * @param partition how messages name the partition
   * @param budget the budget to spend at this moment, such as {@link SlotBinding#budget}
   */
  public Admission(String partition, Clock clock, Supplier<Budget> budget, HotKeys hotKeys) {
    this.partition = partition;
    this.clock = clock;
    this.budget = budget;
    this.hotKeys = hotKeys;
    this.history = new LoadHistory(clock.nanos());
  }

  /**
   * Lets a request for one key pass.
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

  /** The same for a request that addresses no single key. */
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

  /** The same for a request that addressed no single key. */
  public void charge(RequestCharge charge) {
    charge(charge, clock.nanos());
  }

  /** What the requests of this partition have cost so far. */
  public RequestCharge consumed() {
    return history.consumed();
  }

  /** How many requests of this partition were refused. */
  public long throttled() {
    return history.throttled();
  }

  /** What this partition has done, in all and lately. */
  public Load load() {
    return history.load(clock.nanos(), budget.get().rateHundredths());
  }

  /** The part of its rate that it used in the busiest second of the last minute, at most 100. */
  public double minutePeakPercent() {
    return history.minutePeakPercent(clock.nanos(), budget.get().rateHundredths());
  }

  /** What it did in each step of the last minutes in which it did anything, oldest first. */
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
