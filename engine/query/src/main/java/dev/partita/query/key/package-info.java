/**
 * Partition keys under which a query can find items. {@link dev.partita.query.key.KeyFilter}
 * extracts them from the WHERE clause; {@link dev.partita.query.key.KeyConstraint} is the result,
 * as values: mapping keys to positions and partitions is up to the caller.
 *
 * <p>What must stay true: an item that the query can return has a key within the constraint. The
 * constraint may be wider than necessary, never narrower.
 */
@NullMarked
package dev.partita.query.key;

import org.jspecify.annotations.NullMarked;
