/**
 * Queries: {@link dev.partita.mql.query.DocumentFilter} is parsed from the filter of a find, an
 * update or a {@code $match} and says which documents match. Its {@link
 * dev.partita.mql.query.Predicate} is data, from which {@link dev.partita.mql.query.IndexBounds}
 * reads what an index can answer.
 *
 * <p>What stays true: bounds contain every value that can match; where they contain more, they say
 * so.
 */
@NullMarked
package dev.partita.mql.query;

import org.jspecify.annotations.NullMarked;
