/**
 * One page of a query: its results ({@code Page}), its limits ({@code PageWatch}), its account
 * ({@code Ledger}) and where the next page continues ({@code Bookmark}, which {@code QueryToken}
 * encodes for clients). {@code PageResultCache} keeps what a page computed beyond its own results
 * for the page that follows, for a minute. {@link dev.partita.execution.page.QueryPage} is what
 * clients get.
 *
 * <p>Invariants: bookmarks consist of keys and values, and a page can be computed from its bookmark
 * alone; what is charged to a partition is work that was done there.
 */
@NullMarked
package dev.partita.execution.page;

import org.jspecify.annotations.NullMarked;
