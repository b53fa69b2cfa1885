package dev.partita.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.tinkerpop.gremlin.process.traversal.Merge;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;

/**
 * The same changes and the same traversals here and in TinkerGraph, which keeps everything in
 * memory and has no index, cache or partition to be wrong about.
 */
final class LikeTinkerGraphTest {

  private static final int VERTICES = 12;
  private static final String[] LABELS = {"knows", "likes", "owes"};

  private static final Map<String, Function<GraphTraversalSource, GraphTraversal<?, ?>>> WALKS =
      new LinkedHashMap<>();

  static {
    WALKS.put("all", g -> g.V().id());
    WALKS.put("edges", g -> g.E().id());
    WALKS.put("out", g -> g.V().out().id());
    WALKS.put("in", g -> g.V().in("knows").id());
    WALKS.put("both", g -> g.V().both("likes", "owes").id());
    WALKS.put("ends", g -> g.V().outE("knows").inV().id());
    WALKS.put("hops", g -> g.V("v1").out().in().out().count());
    WALKS.put("hops of a label", g -> g.V("v2").out("knows").out("likes", "knows").count());
    WALKS.put("hops to edges", g -> g.V("v1", "v3").both().outE("owes").count());
    WALKS.put("different ones", g -> g.V("v0").both().both().dedup().id());
    WALKS.put("filtered", g -> g.V().outE().has("w", P.gt(4)).inV().has("n", P.lt(3)).id());
    WALKS.put("by property", g -> g.V().has("n", 2).out().id());
    WALKS.put("degrees", g -> g.V().group().by(T.id).by(__.outE().count()));
    WALKS.put("shared", g -> g.V("v0").out().where(__.out().hasId("v1")).id());
    WALKS.put("to some", g -> g.V().both("knows").hasId("v1", "v2").in().id());
    WALKS.put("to one, labelled", g -> g.V().out().hasId("v3").as("a").in().select("a").id());
    WALKS.put(
        "to one, and more", g -> g.V().as("a").out().hasId("v3").has("n", 3).select("a").id());
    WALKS.put("to nobody", g -> g.V().out().hasId("v3").hasId("v4").id());
    WALKS.put("not to some", g -> g.V().out().hasId(P.neq("v3")).id());
    WALKS.put("repeated", g -> g.V("v0").repeat(__.out()).times(3).groupCount().by(T.id));
    WALKS.put("path", g -> g.V("v0").out().out().path().by(T.id));
    WALKS.put("without", g -> g.V().not(__.out()).id());
    WALKS.put("sums", g -> g.V().local(__.outE().values("w").sum()));
  }

  @Property(tries = 8)
  void findsTheSame(@ForAll long seed) {
    Random random = new Random(seed);
    try (GraphFixture fixture = new GraphFixture()) {
      PartitaGraph ours = fixture.collecting();
      GraphTraversalSource model = TinkerGraph.open().traversal();
      for (int i = 0; i < VERTICES; i++) {
        addVertex(ours.traversal(), i);
        addVertex(model, i);
      }
      int edges = 0;
      for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 12; i++) {
          edges += change(random, edges, List.of(ours.traversal(), model));
        }
        List<RandomWalk> walks = Stream.generate(() -> new RandomWalk(random)).limit(15).toList();
        compare(ours.traversal(), model, walks, "before the commit");
        if (random.nextBoolean()) {
          ours.commit();
          compare(ours.traversal(), model, walks, "after the commit");
          compare(fixture.collecting().traversal(), model, walks, "to others");
        }
      }
    }
  }

  private static void addVertex(GraphTraversalSource g, int number) {
    g.mergeV(vertex(number)).iterate();
  }

  private static Map<Object, Object> vertex(int number) {
    return Map.of(
        T.id, "v" + number, T.label, "person", "country", "c" + number % 5, "n", number % 4);
  }

  /** One change to all; returns how many edges it added. */
  @SuppressWarnings("unchecked") // steps take any number of traversals
  private static int change(Random random, int edges, List<GraphTraversalSource> graphs) {
    int number = random.nextInt(VERTICES);
    String from = "v" + number;
    String to = "v" + random.nextInt(VERTICES);
    String label = LABELS[random.nextInt(LABELS.length)];
    String edge = "e" + random.nextInt(Math.max(1, edges));
    int weight = random.nextInt(10);
    int what = random.nextInt(18);
    boolean both = graphs.getLast().V(from).hasNext() && graphs.getLast().V(to).hasNext();
    for (GraphTraversalSource g : graphs) {
      switch (what) {
        case 0 -> g.E(edge).drop().iterate();
        case 1 -> g.E(edge).property("w", weight).iterate();
        case 2 -> g.V(from).property("n", weight % 4).iterate();
        case 3 -> g.V(from).outE(label).drop().iterate();
        case 4 -> g.V(from).drop().iterate();
        case 5 ->
            g.mergeV(Map.of(T.id, from))
                .option(Merge.onCreate, vertex(number))
                .option(Merge.onMatch, Map.of("n", weight % 4))
                .iterate();
        case 6 ->
            g.V(from)
                .fold()
                .coalesce(
                    __.unfold(),
                    __.addV("person")
                        .property(T.id, from)
                        .property("country", "c" + number % 5)
                        .property("n", weight % 4))
                .iterate();
        case 7 -> g.V(from).property(VertexProperty.Cardinality.list, "tag", weight).iterate();
        case 8 -> g.V(from).properties("tag").limit(1).drop().iterate();
        case 9 -> {
          Map<Object, Object> ends = Map.of(T.label, label, Direction.OUT, from, Direction.IN, to);
          if (both) {
            g.mergeE(ends)
                .option(Merge.onCreate, Map.of(T.id, "e" + edges, "w", weight))
                .option(Merge.onMatch, Map.of("w", weight))
                .iterate();
          }
        }
        default ->
            g.V(from)
                .as("a")
                .V(to)
                .addE(label)
                .from("a")
                .property(T.id, "e" + edges)
                .property("w", weight)
                .iterate();
      }
    }
    return what > 8 ? 1 : 0;
  }

  private static void compare(
      GraphTraversalSource ours, GraphTraversalSource model, List<RandomWalk> random, String when) {
    random.forEach(
        walk ->
            assertThat(texts(walk.from(ours)))
                .as("%s, %s", walk, when)
                .isEqualTo(texts(walk.from(model))));
    WALKS.forEach(
        (name, walk) ->
            assertThat(texts(walk.apply(ours)))
                .as("%s, %s", name, when)
                .isEqualTo(texts(walk.apply(model))));
  }

  private static List<String> texts(GraphTraversal<?, ?> traversal) {
    List<String> texts = new ArrayList<>();
    traversal.forEachRemaining(
        found -> texts.add(found instanceof Map<?, ?> map ? sorted(map) : found.toString()));
    texts.sort(null);
    return texts;
  }

  private static String sorted(Map<?, ?> map) {
    Map<String, String> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put(key.toString(), value.toString()));
    return sorted.toString();
  }
}
