package dev.partita.benchmarks.graph;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A graph whose vertices each know ten others, some of them very well known, and traversals of it.
 * Times are those of the processor, since the machine may have other things to do.
 */
public final class GraphWork {

  /** What a traversal took, and the sum of what it found, which must be the same everywhere. */
  public record Figure(String name, double micros, long found) {}

  private record Query(
      String name, int runs, BiFunction<GraphTraversalSource, Object[], Long> run) {}

  private static final int DEGREE = 10;
  private static final int COMMIT = 10_000;
  private static final int PASSES = 4;
  private static final long SEED = 42;

  private final int vertices;
  private final boolean ownIds;
  // What the database calls each vertex.
  private final Object[] ids;
  private final Graph graph;
  private final Runnable commit;
  private final Runnable rollback;

  /**
   * @param ownIds whether vertices can be given ids
   * @param commit makes what was added last
   * @param rollback ends what a traversal has begun
   */
  public GraphWork(int vertices, boolean ownIds, Graph graph, Runnable commit, Runnable rollback) {
    this.vertices = vertices;
    this.ownIds = ownIds;
    this.ids = new Object[vertices];
    this.graph = graph;
    this.commit = commit;
    this.rollback = rollback;
  }

  /** Adds the graph; returns how many elements that were. */
  public long load() {
    int sinceCommit = 0;
    for (int i = 0; i < vertices; i++) {
      ids[i] = add(i).id();
      if (++sinceCommit == COMMIT) {
        commit.run();
        sinceCommit = 0;
      }
    }
    commit.run();
    Random random = new Random(SEED);
    GraphTraversalSource g = graph.traversal();
    sinceCommit = 0;
    Map<Integer, Vertex> known = new LinkedHashMap<>();
    for (int i = 0; i < vertices; i++) {
      Vertex from = vertex(g, known, i);
      for (int j = 0; j < DEGREE; j++) {
        double u = random.nextDouble();
        Vertex to = vertex(g, known, (int) (vertices * u * u));
        from.addEdge("knows", to, "w", (i * DEGREE + j) % 1000 / 1000.0);
      }
      sinceCommit += DEGREE;
      if (sinceCommit >= COMMIT) {
        commit.run();
        known.clear();
        sinceCommit = 0;
      }
    }
    commit.run();
    return (long) vertices * (1 + DEGREE);
  }

  private Vertex add(int number) {
    String name = "name" + number;
    int age = number % 100;
    return ownIds
        ? graph.addVertex(T.id, "v" + number, T.label, "person", "name", name, "age", age)
        : graph.addVertex(T.label, "person", "name", name, "age", age);
  }

  private Vertex vertex(GraphTraversalSource g, Map<Integer, Vertex> known, int number) {
    return known.computeIfAbsent(number, missing -> g.V(ids[missing]).next());
  }

  /** Runs all traversals, each often enough. */
  public List<Figure> measure() {
    List<Figure> figures = new ArrayList<>();
    for (Query query : queries()) {
      figures.add(measure(query));
    }
    return figures;
  }

  private Figure measure(Query query) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double best = Double.MAX_VALUE;
    long found = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      Random random = new Random(SEED);
      found = 0;
      long start = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < query.runs; i++) {
        Object from = ids[vertices / 2 + random.nextInt(vertices / 2)];
        Object to = ids[(int) (vertices * Math.pow(random.nextDouble(), 2))];
        found += query.run.apply(graph.traversal(), new Object[] {from, to});
        rollback.run();
      }
      double micros = (threads.getCurrentThreadCpuTime() - start) / 1_000.0 / query.runs;
      best = Math.min(best, micros);
    }
    return new Figure(query.name, best, found);
  }

  private static List<Query> queries() {
    return List.of(
        new Query("vertex by id", 5_000, (g, v) -> g.V(v[0]).values("name").count().next()),
        new Query("1 hop, count", 5_000, (g, v) -> g.V(v[0]).out().count().next()),
        new Query(
            "1 hop, properties", 2_000, (g, v) -> sizes(g.V(v[0]).out().values("name").toList())),
        new Query(
            "2 hops, different ones",
            1_000,
            (g, v) -> g.V(v[0]).out().out().dedup().count().next()),
        new Query(
            "2 hops, properties",
            500,
            (g, v) -> sizes(g.V(v[0]).out().out().dedup().values("name").toList())),
        new Query("3 hops, count", 300, (g, v) -> g.V(v[0]).out().out().out().count().next()),
        new Query(
            "3 hops, different ones",
            300,
            (g, v) -> g.V(v[0]).out().out().out().dedup().count().next()),
        new Query("who knows it, count", 2_000, (g, v) -> g.V(v[0]).in().count().next()),
        new Query(
            "filtered by edge and vertex",
            500,
            (g, v) ->
                g.V(v[0])
                    .outE("knows")
                    .has("w", P.gt(0.3))
                    .inV()
                    .out("knows")
                    .has("age", P.lt(50))
                    .count()
                    .next()),
        new Query(
            "shared neighbours",
            300,
            (g, v) -> g.V(v[0]).out("knows").where(__.out("knows").hasId(v[1])).count().next()),
        new Query(
            "path of at most 4, if any",
            100,
            (g, v) ->
                (long)
                    g.V(v[0])
                        .repeat(__.out("knows").dedup())
                        .until(__.hasId(v[1]).or().loops().is(4))
                        .hasId(v[1])
                        .limit(1)
                        .path()
                        .toList()
                        .size()));
  }

  private static long sizes(List<?> found) {
    return found.size();
  }
}
