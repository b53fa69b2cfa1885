package dev.partita.throughput;

/**
 * State of a budget at one moment. Immutable.
 *
 * @param provisionedPerSecond the rate; zero for an unlimited budget
 * @param balanceHundredths the balance in hundredths of a request unit, rounded down; negative
 *     while a debt is paid off
 * @param banked idle throughput that was saved for bursts
 * @param consumed total of all charges
 * @param throttled number of requests that were not admitted
 * @param currentSecond charges of the current second
 * @param previousSecond charges of the previous second
 */
public record BudgetUsage(
    RequestCharge provisionedPerSecond,
    long balanceHundredths,
    RequestCharge banked,
    RequestCharge consumed,
    long throttled,
    RequestCharge currentSecond,
    RequestCharge previousSecond) {

  /**
   * Part of its rate that the partition used in the last complete second, at most 100: a request
   * may overdraw the budget, but a partition cannot be more than fully used.
   */
  public double normalisedPercent() {
    long rate = provisionedPerSecond.hundredths();
    return rate == 0 ? 0 : Math.min(100.0, 100.0 * previousSecond.hundredths() / rate);
  }
}
