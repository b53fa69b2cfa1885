package dev.partita.query.compile;

import dev.partita.json.JsonPath;
import dev.partita.query.function.VectorMetric;
import dev.partita.query.spatial.Geospatial;
import java.util.Map;

/** Properties of a container that the meaning of a query depends on. Immutable. */
public record ContainerTraits(
    Geospatial geospatial, Map<JsonPath, VectorMetric> vectors, ComputedProperties computed) {

  /** Container with default configuration. */
  public static final ContainerTraits DEFAULT =
      new ContainerTraits(Geospatial.GEOGRAPHY, Map.of(), ComputedProperties.NONE);

  public ContainerTraits {
    vectors = Map.copyOf(vectors);
  }
}
