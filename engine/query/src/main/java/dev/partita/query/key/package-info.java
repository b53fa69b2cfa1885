/**
 * Which partition keys a query can find items under. {@link dev.partita.query.key.KeyFilter} reads
 * it off the WHERE clause; {@link dev.partita.query.key.KeyConstraint} is the answer, as values and
 * not as places, since where a key lies is for whoever keeps containers to say.
 *
 * <p>What stays true: an item that the query can return has a key within the constraint. The
 * constraint may be wider than need be, never narrower.
 */
@NullMarked
package dev.partita.query.key;

import org.jspecify.annotations.NullMarked;
