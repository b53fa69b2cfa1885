/**
 * Projections: {@link dev.partita.mql.projection.Projection} is parsed from the projection of a
 * find and makes of a document what the client gets; {@link
 * dev.partita.mql.projection.DistinctValues} finds the values of a path.
 *
 * <p>What stays true: fields keep the order of the document; what is computed comes after them.
 */
@NullMarked
package dev.partita.mql.projection;

import org.jspecify.annotations.NullMarked;
