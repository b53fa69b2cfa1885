package dev.partita.throughput;

/**
 * The state of a budget at one moment. Immutable.
 *
 * @param provisionedPerSecond the rate; zero for an unlimited budget
 * @param balanceHundredths what is left, in hundredths of a request unit rounded down; negative
 *     while a debt is paid off
 * @param banked idle throughput that was saved for bursts
 * @param consumed everything ever charged
 * @param throttled how often a request was not admitted
 * @param currentSecond what was charged in the second that is under way
 * @param previousSecond what was charged in the second before it
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
   * How much of its rate the partition used in the last complete second, at most 100: a request may
   * overdraw the budget, but a partition cannot be more than fully used.
   */
  public double normalisedPercent() {
    long rate = provisionedPerSecond.hundredths();
    return rate == 0 ? 0 : Math.min(100.0, 100.0 * previousSecond.hundredths() / rate);
  }
}
