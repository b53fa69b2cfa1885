package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.function.VectorMetric;
import dev.partita.query.spatial.Geospatial;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the policies of containers mean for queries. Those of a container are read once for each
 * version of its policies. Safe for use by any number of threads.
 */
final class QueryTraits {

  private record Known(JsonObject policies, ContainerTraits traits) {}

  private final Map<Integer, Known> byContainer = new ConcurrentHashMap<>();

  ContainerTraits of(Container container) {
    JsonObject policies = container.definition().properties();
    Known known = byContainer.get(container.number());
    if (known == null || !known.policies().equals(policies)) {
      known = new Known(policies, read(policies));
      byContainer.put(container.number(), known);
    }
    return known.traits();
  }

  /**
   * @throws DatabaseException BAD_REQUEST that says what of the policies cannot be
   */
  static ContainerTraits read(JsonObject policies) {
    return new ContainerTraits(
        geospatial(policies.at("geospatialConfig")),
        vectors(policies.at("vectorEmbeddingPolicy")),
        computed(policies.at("computedProperties")));
  }

  private static Geospatial geospatial(JsonValue config) {
    JsonValue type = config instanceof JsonObject object ? object.at("type") : config;
    return switch (type) {
      case JsonUndefined _ -> Geospatial.GEOGRAPHY;
      case JsonString(String name) when name.equalsIgnoreCase("Geography") -> Geospatial.GEOGRAPHY;
      case JsonString(String name) when name.equalsIgnoreCase("Geometry") -> Geospatial.GEOMETRY;
      default ->
          throw DatabaseException.badRequest(
                  "A geospatialConfig has the type Geography or Geometry.")
              .with("geospatialConfig", config);
    };
  }

  private static Map<JsonPath, VectorMetric> vectors(JsonValue policy) {
    Map<JsonPath, VectorMetric> metrics = new HashMap<>();
    if (!policy.isUndefined()) {
      if (!(policy instanceof JsonObject object)
          || !(object.at("vectorEmbeddings") instanceof JsonArray embeddings)) {
        throw DatabaseException.badRequest("A vectorEmbeddingPolicy has a list vectorEmbeddings.");
      }
      for (JsonValue embedding : embeddings) {
        if (!(embedding instanceof JsonObject vector)
            || !(vector.at("path") instanceof JsonString(String path))
            || !(vector.at("distanceFunction") instanceof JsonString(String function))) {
          throw DatabaseException.badRequest("A vector has a path and a distanceFunction.")
              .with("vector", embedding);
        }
        metrics.put(
            JsonPath.parse(path),
            VectorMetric.named(function)
                .orElseThrow(
                    () ->
                        DatabaseException.badRequest(
                                "The Vector Embedding Policy has an invalid DistanceFunction. It is"
                                    + " cosine, dotproduct or euclidean.")
                            .with("distanceFunction", function)));
      }
    }
    return metrics;
  }

  private static ComputedProperties computed(JsonValue list) {
    Map<String, String> queries = new LinkedHashMap<>();
    if (list instanceof JsonArray properties) {
      for (JsonValue property : properties) {
        if (!(property instanceof JsonObject object)
            || !(object.at("name") instanceof JsonString(String name))
            || !(object.at("query") instanceof JsonString(String query))) {
          throw DatabaseException.badRequest("A computed property has a name and a query.")
              .with("computedProperty", property);
        }
        if (queries.put(name, query) != null) {
          throw DatabaseException.badRequest("A computed property is given twice.")
              .with("name", name);
        }
      }
    } else if (!list.isUndefined()) {
      throw DatabaseException.badRequest("The computedProperties are a list.");
    }
    return ComputedProperties.of(queries);
  }
}
