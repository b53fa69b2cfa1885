/**
 * Cost of operations, and budgets that limit it. The module knows request units, rates and keys as
 * text; it knows neither containers nor documents nor storage.
 *
 * <p>Start with {@link dev.partita.throughput.ChargeModel}, which says what a request costs, and
 * {@link dev.partita.throughput.Admission}, which is what the request path of a physical partition
 * calls: {@code admit} before the work, {@code charge} after it. It uses a {@link
 * dev.partita.throughput.Budget}, the token bucket, and {@link dev.partita.throughput.HotKeys}, a
 * sketch of the keys with the highest consumption. {@link dev.partita.throughput.ThroughputPool}
 * divides the throughput of a container or database over the budgets.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>Amounts are whole hundredths of a request unit. The number that is printed, that is taken
 *       from the budget and that the statistics show is the same, and sums never drift.
 *   <li>A charge is a function of the work done and of nothing else: the same request on the same
 *       data costs the same. docs/request-units.md gives the formula.
 *   <li>A refused request takes nothing from the budget, so the delay it is told is exact.
 *   <li>Nothing runs in the background and nothing grows with the number of keys or requests.
 * </ul>
 */
@NullMarked
package dev.partita.throughput;

import org.jspecify.annotations.NullMarked;
