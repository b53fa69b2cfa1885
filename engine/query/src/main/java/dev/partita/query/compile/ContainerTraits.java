package dev.partita.query.compile;

import dev.partita.json.JsonPath;
import dev.partita.query.function.VectorMetric;
import dev.partita.query.spatial.Geospatial;
import java.util.Map;

/** What a query must know of the container it is for. Immutable. */
public record ContainerTraits(
    Geospatial geospatial, Map<JsonPath, VectorMetric> vectors, ComputedProperties computed) {

  /** A container for which nothing was configured. */
  public static final ContainerTraits DEFAULT =
      new ContainerTraits(Geospatial.GEOGRAPHY, Map.of(), ComputedProperties.NONE);

  public ContainerTraits {
    vectors = Map.copyOf(vectors);
  }
}
