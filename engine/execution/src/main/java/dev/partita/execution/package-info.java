/**
 * Queries over the items of a container, page by page. {@link dev.partita.execution.ItemQueries} is
 * the way in: it takes a {@link dev.partita.execution.plan.QueryRequest} and gives a {@link
 * dev.partita.execution.page.QueryPage}.
 *
 * <p>What a query means is defined by {@link dev.partita.query.reference.ReferenceQuery} over all
 * items in the order of their keys. These packages return the same results, read less and can stop
 * after any row. From the bottom up, each using those before it:
 *
 * <ul>
 *   <li>{@code plan}: what follows from the text of a query and the container's definition alone.
 *   <li>{@code parallel}: threads that several pages share.
 *   <li>{@code page}: one page: its limits, its account, its continuation.
 *   <li>{@code access}: how items are found and read, by the index or by scanning.
 *   <li>{@code run}: the ways to compute a page, and the choice among them.
 * </ul>
 *
 * <p>Invariants: a continuation names keys and values, never partitions, so it stays valid after a
 * split, a merge or a restart; an item is charged once, in the page that reads it first; no query
 * keeps more in memory than its limits allow, however large the container is.
 */
@NullMarked
package dev.partita.execution;

import org.jspecify.annotations.NullMarked;
