/**
 * Values that are computed from many: sums, extremes, lists and others. An {@link
 * dev.partita.aggregation.accumulator.Accumulator} is the state of one group or window; {@link
 * dev.partita.aggregation.accumulator.Accumulators} makes them by name.
 *
 * <p>What stays true: partial states that are merged in the order of their values give what one
 * accumulator of all values gives.
 */
@NullMarked
package dev.partita.aggregation.accumulator;

import org.jspecify.annotations.NullMarked;
