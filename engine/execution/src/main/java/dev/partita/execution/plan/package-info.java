/**
 * What follows from the text of a query, its parameters and the definition of the container, before
 * anything is read. Start with {@link dev.partita.execution.plan.PreparedQuery} and {@code
 * SqlPredicate}.
 *
 * <p>{@code QueryShape} is what a text says whatever its parameters are; {@code ParsedQueryCache}
 * keeps it. {@code KeyTargets} narrows the {@code ScanFragment}s to the partition keys that the
 * filter names, {@code IdTargets} to single items. {@code SqlPredicate} turns the filter into an
 * {@code IndexCondition}, {@code IndexOrders} finds indexes that have the order of the query,
 * {@code Covering} whether the index alone has all that a query reads, {@code NeededProperties}
 * what must be read of an item. {@code IndexAdvice} reports which indexes a query uses and lacks.
 *
 * <p>Invariant: an {@code IndexCondition} holds for every item that the filter accepts. It may hold
 * for others, unless it says that it is exact.
 */
@NullMarked
package dev.partita.execution.plan;

import org.jspecify.annotations.NullMarked;
