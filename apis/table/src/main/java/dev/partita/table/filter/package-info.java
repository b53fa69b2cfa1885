/**
 * The conditions of queries: {@link dev.partita.table.filter.FilterParser} reads a {@code $filter},
 * {@link dev.partita.table.filter.Filter} is what it means, and {@link
 * dev.partita.table.filter.KeySpan} what it says about the keys of entities.
 *
 * <p>What must stay true: a comparison with a property that an entity lacks, or that has another
 * type, is false, whichever the operator; the spans of a filter hold every entity that passes it.
 */
@NullMarked
package dev.partita.table.filter;

import org.jspecify.annotations.NullMarked;
