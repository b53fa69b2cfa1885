package dev.partita.throughput;

import dev.partita.base.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Token bucket of one physical partition, or of one slot of a database with shared throughput. Safe
 * for use by any number of threads: admission is one volatile read while there is budget,
 * everything else a short synchronized block. Nothing runs in the background; the balance is
 * brought up to date on use.
 *
 * <p>The balance rises continuously with the rate up to one second's worth. A request is admitted
 * while the balance is above zero, and its charge, known only afterwards, may take it below; the
 * debt is then paid off before the next request is admitted.
 *
 * <p>With burst, what rises beyond the full balance is banked. While the balance is not full, the
 * bank adds to it, so that together they rise with the burst rate. Hence a partition that was idle
 * spends its bank at no more than the burst rate, and in the long run never more than its own rate.
 *
 * <p>Arithmetic is exact. The unit is a billionth of a hundredth of a request unit: a rate of one
 * hundredth per second is then one unit per nanosecond. Balance and bank after n nanoseconds are a
 * closed formula of those before, whose result does not depend on how often it is evaluated.
 */
public final class Budget {

  /** The highest rate of a budget; beyond it the arithmetic would not fit into a long. */
  static final long RU_PER_SECOND_MAX = 10_000_000;

  private static final long UNITS_PER_HUNDREDTH = 1_000_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Longest delay. Clients give up after delays of some 30 seconds in all. */
  private static final long MAX_QUEUE_NANOS = 10 * NANOS_PER_SECOND;

  /** A new charge enters the average of recent charges with a weight of one in this many. */
  private static final int CHARGES_REMEMBERED = 16;

  /**
   * Delays are longer than the average charge suggests: requests that cost more would otherwise
   * make all those behind them retry once more.
   */
  private static final long SPARE_PERCENT = 110;

  // Some 23 million request units. No request comes near; a charge past it counts as this much.
  private static final long DEBT_MAX = Long.MAX_VALUE / 4;
  private static final long UNLIMITED = 0;

  private final Clock clock;
  private final ThroughputLimits limits;
  private final @Nullable AutoscaleMeter meter;

  // Written under the lock only. A positive balance only grows until the next charge, so a reader
  // without the lock that sees one may admit.
  private volatile long balance;
  private volatile long rate;

  // Guarded by the lock.
  private long bank;
  private long caughtUpNanos;
  private long consumed;
  private long throttled;
  private double usualHundredths;
  private long queueEndNanos;
  private @Nullable SecondHistory history;

  /** Creates a full budget with an empty bank. */
  public Budget(Clock clock, RequestCharge perSecond, ThroughputLimits limits) {
    this(clock, checkedRate(perSecond), limits, null);
  }

  Budget(Clock clock, RequestCharge perSecond, ThroughputLimits limits, AutoscaleMeter meter) {
    this(clock, checkedRate(perSecond), limits, meter);
  }

  private Budget(Clock clock, long rate, ThroughputLimits limits, @Nullable AutoscaleMeter meter) {
    this.clock = clock;
    this.limits = limits;
    this.meter = meter;
    this.rate = rate;
    balance = rate == UNLIMITED ? Long.MAX_VALUE : fullBalance();
    caughtUpNanos = clock.nanos();
    queueEndNanos = caughtUpNanos;
  }

  /** A budget that admits everything and only keeps the statistics. */
  public static Budget unlimited(Clock clock) {
    return new Budget(clock, UNLIMITED, ThroughputLimits.defaults(), null);
  }

  /**
   * Admits a request, or returns how long to wait.
   *
   * @return 0 when admitted; otherwise after how many milliseconds the balance will be above zero,
   *     or above the part reserved for other requests, if nothing is charged meanwhile
   */
  public long tryAdmit() {
    long floor = Priority.isLow() ? leftToOthers() : 0;
    return balance > floor ? 0 : admitAt(clock.nanos(), floor);
  }

  /**
   * Queues a request that was not admitted behind earlier ones, as if each cost the average of
   * recent charges. With the same delay for all, one of them would find the budget above zero and
   * the others would retry in vain.
   *
   * @param leastMillis when the balance will be above zero, as {@link #tryAdmit} returned
   * @return after how many milliseconds to retry
   */
  public synchronized long queue(long leastMillis) {
    long nanos = clock.nanos();
    long first = nanos + leastMillis * NANOS_PER_MILLI;
    long last = first + MAX_QUEUE_NANOS;
    long turn = Math.clamp(queueEndNanos, first, last);
    if (turn < last) {
      double perRequest = usualHundredths * SPARE_PERCENT / 100 * NANOS_PER_SECOND / rate;
      queueEndNanos = turn + (long) Math.min(perRequest, MAX_QUEUE_NANOS);
    }
    return Math.ceilDiv(turn - nanos, NANOS_PER_MILLI);
  }

  private long leftToOthers() {
    return fullBalance() / 100 * Priority.LEFT_TO_OTHERS_PERCENT;
  }

  /** Takes the charge of an admitted request off the budget. Never waits and never refuses. */
  public void charge(RequestCharge charge) {
    charge(charge, clock.nanos());
  }

  void charge(RequestCharge charge, long nanos) {
    long inSecond;
    synchronized (this) {
      if (rate != UNLIMITED) {
        catchUp(nanos);
        long cost = Math.min(charge.hundredths(), DEBT_MAX / UNITS_PER_HUNDREDTH);
        balance = Math.max(-DEBT_MAX, balance - cost * UNITS_PER_HUNDREDTH);
      }
      consumed += charge.hundredths();
      usualHundredths +=
          (charge.hundredths() - usualHundredths) / (usualHundredths == 0 ? 1 : CHARGES_REMEMBERED);
      inSecond = history(nanos).add(secondOf(nanos), charge.hundredths());
    }
    if (meter != null) {
      meter.observe(nanos, inSecond, rate);
    }
  }

  /**
   * Changes the rate from now on. Debts stay; a balance or bank beyond the new rate's is cut.
   *
   * @throws IllegalStateException when the budget is unlimited
   */
  public synchronized void changeRate(RequestCharge perSecond) {
    if (rate == UNLIMITED) {
      throw new IllegalStateException("An unlimited budget has no rate to change");
    }
    catchUp(clock.nanos());
    rate = checkedRate(perSecond);
    balance = Math.min(balance, fullBalance());
    bank = Math.min(bank, fullBank());
  }

  /**
   * Takes over the balance of another budget, which this one stands for: requests are admitted and
   * charged here, and paid for there. Without effect when the budget is unlimited.
   */
  public synchronized void follow(long balanceHundredths) {
    if (rate != UNLIMITED) {
      catchUp(clock.nanos());
      long units = DEBT_MAX / UNITS_PER_HUNDREDTH;
      long other = Math.clamp(balanceHundredths, -units, units) * UNITS_PER_HUNDREDTH;
      balance = Math.min(other, fullBalance());
    }
  }

  /** The amount per second; zero when the budget is unlimited. */
  public RequestCharge rate() {
    return new RequestCharge(rate);
  }

  long rateHundredths() {
    return rate;
  }

  public boolean isUnlimited() {
    return rate == UNLIMITED;
  }

  public synchronized BudgetUsage usage() {
    long nanos = clock.nanos();
    if (rate != UNLIMITED) {
      catchUp(nanos);
    }
    long second = secondOf(nanos);
    return new BudgetUsage(
        rate(),
        Math.floorDiv(balance, UNITS_PER_HUNDREDTH),
        new RequestCharge(bank / UNITS_PER_HUNDREDTH),
        new RequestCharge(consumed),
        throttled,
        new RequestCharge(history == null ? 0 : history.at(second)),
        new RequestCharge(history == null ? 0 : history.at(second - 1)));
  }

  /** What each of the last complete seconds consumed, oldest first; empty if nothing ever was. */
  public synchronized List<RequestCharge> recentSeconds() {
    return history == null ? List.of() : history.completedBefore(secondOf(clock.nanos()));
  }

  private synchronized long admitAt(long nanos, long floor) {
    catchUp(nanos);
    if (balance > floor) {
      return 0;
    }
    throttled++;
    long missing = floor + 1 - balance;
    long byInflow = Math.ceilDiv(missing, risingRate());
    long byReserves = Math.ceilDiv(Math.max(0, missing - bank), rate);
    return Math.ceilDiv(Math.max(byInflow, byReserves), NANOS_PER_MILLI);
  }

  private void catchUp(long nanos) {
    long elapsed = nanos - caughtUpNanos;
    if (elapsed <= 0) {
      return; // another thread read the clock later and was here first
    }
    caughtUpNanos = nanos;
    long fullBalance = fullBalance();
    long fullBank = fullBank();
    long missing = (fullBalance - balance) + (fullBank - bank);
    if (elapsed > missing / rate) {
      balance = fullBalance;
      bank = fullBank;
      return;
    }
    long inflow = rate * elapsed; // no more than what is missing, so it fits
    long total = balance + bank + inflow;
    long raised = Math.min(fullBalance, balance + inflow + fromBank(elapsed));
    balance = raised;
    bank = Math.min(fullBank, total - raised);
  }

  /** Amount that the bank adds within a time, if the balance has room for it. */
  private long fromBank(long elapsedNanos) {
    long perNano = risingRate() - rate;
    return perNano == 0 || bank / perNano < elapsedNanos ? bank : perNano * elapsedNanos;
  }

  private boolean bursts() {
    return limits.burst() && rate < 100 * limits.burstRuPerSecond();
  }

  /** Rate at which the balance rises while the bank is not empty. */
  private long risingRate() {
    return bursts() ? 100 * limits.burstRuPerSecond() : rate;
  }

  private long fullBalance() {
    return rate * NANOS_PER_SECOND;
  }

  private long fullBank() {
    return bursts() ? limits.burstSeconds() * fullBalance() : 0;
  }

  private SecondHistory history(long nanos) {
    SecondHistory existing = history;
    if (existing == null) {
      existing = new SecondHistory(secondOf(nanos));
      history = existing;
    }
    return existing;
  }

  private static long secondOf(long nanos) {
    return Math.floorDiv(nanos, NANOS_PER_SECOND);
  }

  private static long checkedRate(RequestCharge perSecond) {
    long hundredths = perSecond.hundredths();
    if (hundredths < 1 || hundredths > 100 * RU_PER_SECOND_MAX) {
      throw new IllegalArgumentException("A budget cannot have a rate of " + perSecond + " RU/s");
    }
    return hundredths;
  }
}
