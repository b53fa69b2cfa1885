package dev.partita.gremlin;

import dev.partita.base.time.Clock;
import dev.partita.graph.PartitaGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.util.Metrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;

/**
 * Execution profile of a traversal in the service's terms: operators with their times and results,
 * and accesses to the store with the number of partitions. Immutable.
 */
record Profile(String gremlin, double totalMillis, List<Map<String, Object>> metrics) {

  private static final double NANOS_PER_MILLI = 1_000_000;

  /** Runs the traversal and measures it. */
  static Profile run(
      Traversal.Admin<?, ?> traversal, TraversalRequest request, PartitaGraph graph, Clock clock) {
    long start = clock.nanos();
    TraversalMetrics measured = measured(traversal);
    double total = (clock.nanos() - start) / NANOS_PER_MILLI;
    List<Map<String, Object>> metrics = new ArrayList<>();
    boolean first = true;
    for (Metrics step : measured.getMetrics()) {
      String name = operator(step.getName());
      Map<String, Object> metric = new LinkedHashMap<>();
      double millis = step.getDuration(TimeUnit.NANOSECONDS) / NANOS_PER_MILLI;
      metric.put("name", name);
      metric.put("step", step.getName());
      metric.put("time", millis);
      metric.put(
          "annotations",
          Map.of("percentTime", total == 0 ? 0 : Math.min(100, 100 * millis / total)));
      Long results = step.getCount(TraversalMetrics.ELEMENT_COUNT_ID);
      metric.put("counts", Map.of("resultCount", results == null ? 0L : results));
      if (first && name.startsWith("Get")) {
        first = false;
        metric.put("storeOps", List.of(storeOperation(graph, millis)));
      }
      metrics.add(metric);
    }
    return new Profile(String.valueOf(request.script()), total, metrics);
  }

  private static Map<String, Object> storeOperation(PartitaGraph graph, double millis) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("fanoutFactor", graph.traffic().partitions().size());
    operation.put("count", graph.traffic().entries() + graph.traffic().itemsRead());
    operation.put("size", graph.traffic().bytesRead());
    operation.put("time", millis);
    operation.put("partitions", List.copyOf(graph.traffic().partitions()));
    return operation;
  }

  @SuppressWarnings("unchecked") // The appended step returns metrics, whatever came before.
  private static TraversalMetrics measured(Traversal.Admin<?, ?> traversal) {
    GraphTraversal<Object, Object> open = (GraphTraversal<Object, Object>) traversal;
    return open.profile().next();
  }

  private static String operator(String step) {
    if (step.startsWith("SelectionStep(vertex")) {
      return "GetVertices";
    }
    if (step.startsWith("SelectionStep(edge")) {
      return "GetEdges";
    }
    if (step.startsWith("NeighbourStep") || step.startsWith("HopsStep")) {
      return step.contains(",edge)") ? "GetEdges" : "GetNeighborVertices";
    }
    if (step.startsWith("CoalesceStep")) {
      return "Coalesce";
    }
    if (step.startsWith("InjectStep") || step.startsWith("ConstantStep")) {
      return "ConstantSourceOperator";
    }
    if (step.startsWith("CountGlobalStep") || step.startsWith("Group")) {
      return "ProjectAggregation";
    }
    return "ProjectOperator";
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("gremlin", gremlin);
    map.put("totalTime", totalMillis);
    map.put("metrics", metrics);
    return map;
  }
}
