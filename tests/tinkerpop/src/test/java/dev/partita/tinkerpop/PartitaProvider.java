package dev.partita.tinkerpop;

import dev.partita.graph.PartitaEdge;
import dev.partita.graph.PartitaGraph;
import dev.partita.graph.PartitaVertex;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.AbstractGraphProvider;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.LoadGraphWith.GraphData;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/** Provider of Partita's graphs for the suites. */
public final class PartitaProvider extends AbstractGraphProvider {

  private static final String NAME = "partita.graph";
  private static final Map<String, PartitaGraph> OPEN = new ConcurrentHashMap<>();

  @Override
  public Map<String, Object> getBaseConfiguration(
      String graphName, Class<?> test, String testMethodName, GraphData loadGraphWith) {
    return Map.of(Graph.GRAPH, PartitaGraph.class.getName(), NAME, graphName);
  }

  @Override
  public Graph openTestGraph(Configuration configuration) {
    return OPEN.computeIfAbsent(configuration.getString(NAME), _ -> TestGraphs.empty());
  }

  @Override
  public void clear(@Nullable Graph graph, Configuration configuration) {
    PartitaGraph open = OPEN.remove(configuration.getString(NAME));
    if (open != null) {
      TestGraphs.delete(open);
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // As declared by the interface.
  public void loadGraphData(
      Graph graph, @Nullable LoadGraphWith loadGraphWith, Class testClass, String testName) {
    if (loadGraphWith != null) {
      TestGraphs.load(graph, loadGraphWith.value());
    }
  }

  @Override
  public Object convertId(Object id, Class<? extends Element> type) {
    return Edge.class.isAssignableFrom(type) ? "e" + id : id.toString();
  }

  @Override
  @SuppressWarnings("rawtypes") // As declared by the interface.
  public Set<Class> getImplementations() {
    return Set.of(PartitaGraph.class, PartitaVertex.class, PartitaEdge.class);
  }
}
