/**
 * Shapes on the earth and on the plane. {@link dev.partita.query.spatial.Shape} is parsed from
 * GeoJSON; a {@link dev.partita.query.spatial.Space} measures and compares shapes; {@link
 * dev.partita.query.spatial.Geospatial} names the two spaces that a container may choose from.
 *
 * <p>On the earth, an edge is the intersection of a plane through the centre with the WGS-84
 * ellipsoid, not a straight line in longitude and latitude. Seen from the centre such edges are
 * great circles, so topological relations are decided on a plane onto which they project as
 * straight lines.
 */
@NullMarked
package dev.partita.query.spatial;

import org.jspecify.annotations.NullMarked;
