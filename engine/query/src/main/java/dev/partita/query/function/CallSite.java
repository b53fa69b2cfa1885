package dev.partita.query.function;

import dev.partita.query.spatial.Geospatial;

/**
 * What a function must know of the container where it is called: how it understands coordinates,
 * and how it measures the vectors that the call is about.
 */
public record CallSite(Geospatial geospatial, VectorMetric metric) {}
