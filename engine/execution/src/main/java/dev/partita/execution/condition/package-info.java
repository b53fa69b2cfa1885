/**
 * Conditions of operations on items: {@link dev.partita.execution.condition.SqlConditions} compiles
 * what an operation carries as text, where the operation is carried out.
 *
 * <p>What must stay true: a condition sees one item and nothing else, and gives up after a moment,
 * since the writer of the partition waits for it.
 */
@NullMarked
package dev.partita.execution.condition;

import org.jspecify.annotations.NullMarked;
