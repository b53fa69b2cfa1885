package dev.partita.benchmarks.graph;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.util.GraphFactory;

/**
 * JanusGraph on BerkeleyJE, configured as its manual recommends: a schema with an index of names,
 * large blocks of ids while loading, and a reopened graph with the database cache for traversals.
 * BerkeleyJE refuses {@code storage.batch-loading}. JanusGraph chooses the ids itself, which suits
 * it best. Configured by strings only, since its classes and Partita's are never in the same
 * process.
 */
record JanusGraphSide(Graph graph, String folder) implements Side {

  static JanusGraphSide open(String folder, GraphData data) {
    Map<String, Object> settings = settings(folder);
    settings.put("schema.init.strategy", "json");
    settings.put("schema.init.json.string", schema(data));
    new JanusGraphSide(GraphFactory.open(new MapConfiguration(settings)), folder).close();
    Map<String, Object> loading = settings(folder);
    loading.put("schema.default", "none");
    loading.put("ids.block-size", 1_000_000);
    return new JanusGraphSide(GraphFactory.open(new MapConfiguration(loading)), folder);
  }

  private static Map<String, Object> settings(String folder) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(Graph.GRAPH, "org.janusgraph.core.JanusGraphFactory");
    settings.put("storage.backend", "berkeleyje");
    settings.put("storage.directory", folder);
    settings.put("storage.berkeleyje.cache-percentage", 40);
    return settings;
  }

  private static String schema(GraphData data) {
    StringBuilder vertexLabels = new StringBuilder();
    StringBuilder edgeLabels = new StringBuilder();
    StringBuilder keys = new StringBuilder();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < data.vertices(); i++) {
      if (seen.add("V" + data.label(i))) {
        append(vertexLabels, "{\"label\":\"%s\"}".formatted(data.label(i)));
      }
      keys(keys, seen, data.properties(i));
    }
    for (int i = 0; i < data.edges(); i++) {
      if (seen.add("E" + data.edgeLabel(i))) {
        append(
            edgeLabels,
            "{\"label\":\"%s\",\"multiplicity\":\"MULTI\"}".formatted(data.edgeLabel(i)));
      }
      keys(keys, seen, data.edgeProperties(i));
    }
    return """
    {"vertexLabels":[%s],"edgeLabels":[%s],"propertyKeys":[%s],
     "compositeIndexes":[{"name":"byName","typeClass":"org.apache.tinkerpop.gremlin.structure.Vertex",
       "keys":[{"propertyKey":"%s"}]}]}
    """
        .formatted(vertexLabels, edgeLabels, keys, data.words().name());
  }

  private static void keys(StringBuilder text, Set<String> seen, Object[] properties) {
    for (int i = 0; i < properties.length; i += 2) {
      if (seen.add("K" + properties[i])) {
        append(
            text,
            "{\"key\":\"%s\",\"className\":\"%s\",\"cardinality\":\"SINGLE\"}"
                .formatted(properties[i], properties[i + 1].getClass().getName()));
      }
    }
  }

  private static void append(StringBuilder list, String item) {
    list.append(list.isEmpty() ? "" : ",").append(item);
  }

  @Override
  public boolean takesIds() {
    return false;
  }

  @Override
  public void commit() {
    graph.tx().commit();
  }

  @Override
  public void end() {
    graph.tx().rollback();
  }

  @Override
  public Side afterLoad() {
    close();
    Map<String, Object> settings = settings(folder);
    settings.put("cache.db-cache", true);
    settings.put("cache.db-cache-time", 0);
    settings.put("cache.db-cache-size", 0.2);
    return new JanusGraphSide(GraphFactory.open(new MapConfiguration(settings)), folder);
  }

  @Override
  public void close() {
    try {
      graph.close();
    } catch (Exception e) {
      throw new IllegalStateException("JanusGraph does not close.", e);
    }
  }
}
