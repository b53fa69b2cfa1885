package dev.partita.query.function;

import dev.partita.query.spatial.Geospatial;

/**
 * Configuration of the container at a function call: how it interprets coordinates, and the metric
 * of the vectors that the call reads.
 */
public record CallSite(Geospatial geospatial, VectorMetric metric) {}
