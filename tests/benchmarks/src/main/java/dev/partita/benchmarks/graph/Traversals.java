package dev.partita.benchmarks.graph;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;

/**
 * Traversals to measure. They use only methods that all databases' versions of TinkerPop have;
 * therefore every step names its labels.
 */
final class Traversals {

  /** Vertices that a traversal is run for. */
  record Place(Object start, Object target, Object hub, String name) {}

  /** Traversal; returns the number of its results. */
  interface Run {
    long find(GraphTraversalSource g, Place place);
  }

  /**
   * Traversal with its name.
   *
   * @param places number of vertices that it is run for
   */
  record Query(String name, int places, Run run) {}

  private static final String[] ANY = new String[0];

  private Traversals() {}

  static List<Query> of(GraphData.Words words) {
    String edge = words.edge();
    return List.of(
        new Query(
            "vertex by id", 2_000, (g, at) -> size(g.V(at.start()).values(words.name()).toList())),
        new Query(
            "vertex by name",
            2_000,
            (g, at) ->
                size(
                    g.V((Object[]) ANY)
                        .has(words.name(), at.name())
                        .values(words.number())
                        .toList())),
        new Query("1 hop, count", 2_000, (g, at) -> g.V(at.start()).out(ANY).count().next()),
        new Query(
            "1 hop, properties",
            2_000,
            (g, at) -> size(g.V(at.start()).out(ANY).values(words.name()).toList())),
        new Query(
            "2 hops, different ones",
            500,
            (g, at) -> g.V(at.start()).out(ANY).out(ANY).dedup(ANY).count().next()),
        new Query(
            "2 hops, properties",
            500,
            (g, at) ->
                size(g.V(at.start()).out(ANY).out(ANY).dedup(ANY).values(words.name()).toList())),
        new Query(
            "3 hops, count",
            200,
            (g, at) -> g.V(at.start()).out(ANY).out(ANY).out(ANY).count().next()),
        new Query(
            "3 hops, different ones",
            200,
            (g, at) -> g.V(at.start()).out(ANY).out(ANY).out(ANY).dedup(ANY).count().next()),
        new Query("1 hop back, count", 2_000, (g, at) -> g.V(at.start()).in(ANY).count().next()),
        new Query(
            "filtered by edge and vertex",
            200,
            (g, at) ->
                g.V(at.start())
                    .outE(edge)
                    .has(words.weight(), P.gt(words.above()))
                    .inV()
                    .out(edge)
                    .has(words.number(), P.lt(words.below()))
                    .count()
                    .next()),
        new Query(
            "shared neighbours",
            200,
            (g, at) ->
                g.V(at.start()).out(edge).where(__.out(edge).hasId(at.target())).count().next()),
        new Query("shortest path, at most 4 hops", 10, (g, at) -> shortestPath(g, edge, at)),
        new Query("hub: 1 hop back, count", 100, (g, at) -> g.V(at.hub()).in(ANY).count().next()),
        new Query(
            "hub: 1 hop back, properties",
            20,
            (g, at) -> size(g.V(at.hub()).in(ANY).values(words.name()).toList())),
        new Query(
            "hub: 2 hops back, different ones",
            20,
            (g, at) -> g.V(at.hub()).in(ANY).in(ANY).dedup(ANY).count().next()));
  }

  /** Number of vertices of the path; 0 if there is none. */
  private static long shortestPath(GraphTraversalSource g, String edge, Place at) {
    return g.V(at.start())
        .repeat(__.out(edge).dedup(ANY))
        .until(__.hasId(at.target()).or(__.loops().is(4)))
        .hasId(at.target())
        .limit(1)
        .path()
        .toList()
        .stream()
        .mapToInt(path -> path.size())
        .sum();
  }

  private static long size(List<?> found) {
    return found.size();
  }
}
