package dev.partita.tinkerpop;

import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.graph.GraphOptions;
import dev.partita.graph.Graphs;
import dev.partita.graph.PartitaGraph;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tinkerpop.gremlin.LoadGraphWith.GraphData;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;

/**
 * Graphs of the suites, in containers of one engine. Vertices are spread by their ids over several
 * partition keys, which the suites do not have.
 */
final class TestGraphs {

  private static final int PARTITIONS = 5;
  private static final Engine ENGINE =
      Engine.open(new MemoryStore(), EngineOptions.defaults().withThrottling(false));
  private static final Graphs GRAPHS =
      new Graphs(ENGINE, new Documents(ENGINE), Engine.DEFAULT_ACCOUNT);
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Map<GraphData, PartitaGraph> KNOWN = new EnumMap<>(GraphData.class);

  private TestGraphs() {}

  static PartitaGraph empty() {
    return Graphs.traversable(
        GRAPHS.create(
            "suites",
            "graph" + NUMBERS.incrementAndGet(),
            "/_pk",
            new ThroughputSettings.Manual(20_000)),
        GraphOptions.committing().withPartitions(PARTITIONS));
  }

  static synchronized PartitaGraph of(GraphData data) {
    return KNOWN.computeIfAbsent(
        data,
        _ -> {
          PartitaGraph graph = empty();
          load(graph, data);
          return graph;
        });
  }

  /** Deletes the container of a graph. */
  static void delete(PartitaGraph graph) {
    ENGINE.containers().deleteContainer(graph.store().container().number());
  }

  static void load(Graph graph, GraphData data) {
    Graph source =
        switch (data) {
          case CLASSIC -> TinkerFactory.createClassic();
          case MODERN -> TinkerFactory.createModern();
          case CREW -> TinkerFactory.createTheCrew();
          case GRATEFUL -> TinkerFactory.createGratefulDead();
          case SINK -> TinkerFactory.createKitchenSink();
        };
    Map<Object, Vertex> copies = new HashMap<>();
    source.vertices().forEachRemaining(vertex -> copies.put(vertex.id(), copy(graph, vertex)));
    source
        .edges()
        .forEachRemaining(
            edge -> {
              Vertex from = Objects.requireNonNull(copies.get(edge.outVertex().id()));
              Vertex to = Objects.requireNonNull(copies.get(edge.inVertex().id()));
              Edge _ = from.addEdge(edge.label(), to, properties(edge));
            });
  }

  private static Vertex copy(Graph graph, Vertex vertex) {
    Vertex copy = graph.addVertex(T.id, vertex.id().toString(), T.label, vertex.label());
    vertex
        .properties()
        .forEachRemaining(
            property -> {
              VertexProperty<Object> copied =
                  copy.property(VertexProperty.Cardinality.list, property.key(), property.value());
              property
                  .properties()
                  .forEachRemaining(meta -> copied.property(meta.key(), meta.value()));
            });
    return copy;
  }

  /** Edges and vertices of a partition share their ids, so those of edges get a prefix. */
  private static Object[] properties(Edge edge) {
    List<Object> properties = new ArrayList<>();
    properties.add(T.id);
    properties.add("e" + edge.id());
    edge.properties()
        .forEachRemaining(
            property -> {
              properties.add(property.key());
              properties.add(property.value());
            });
    return properties.toArray();
  }
}
