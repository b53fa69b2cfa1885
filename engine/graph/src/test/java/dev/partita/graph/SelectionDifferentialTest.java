package dev.partita.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import dev.partita.plan.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random selections of random vertices and edges, which must find the elements that their
 * predicates accept one by one.
 */
final class SelectionDifferentialTest {

  private static final int SEEDS = Math.min(32, Integer.getInteger("partita.fuzz.seeds", 8));
  private static final long FIRST_SEED = Long.getLong("partita.fuzz.first", 1);
  private static final int VERTICES = 40;
  private static final int SELECTIONS = 60;
  private static final String[] NAMES = {"a", "b", "c"};
  private static final String[] TEXTS = {"", "a", "ab", "b", "é", "\uD83D\uDE00", "\uFB00"};

  private SplittableRandom random = new SplittableRandom();

  static LongStream seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void selectionsFindWhatTheirPredicatesAccept(long seed) {
    random = new SplittableRandom(seed);
    try (GraphFixture fixture = new GraphFixture()) {
      GraphTraversalSource g = fixture.committing().traversal();
      fill(g);
      List<Vertex> vertices = g.V().toList();
      List<Edge> edges = g.E().toList();
      for (int i = 0; i < SELECTIONS; i++) {
        String name = NAMES[random.nextInt(NAMES.length)];
        P<?> asked = predicate(name, 2);
        String other = NAMES[random.nextInt(NAMES.length)];
        @Nullable P<?> also = random.nextInt(3) == 0 ? predicate(other, 1) : null;
        GraphTraversal<Vertex, Vertex> ofVertices = g.V().has(name, asked);
        GraphTraversal<Edge, Edge> ofEdges = g.E().has(name, asked);
        if (also != null) {
          ofVertices = ofVertices.has(other, also);
          ofEdges = ofEdges.has(other, also);
        }
        assertThat(ofVertices.toList())
            .as("seed %d: V %s %s, %s %s", seed, name, asked, other, also)
            .containsExactlyInAnyOrderElementsOf(accepted(vertices, name, asked, other, also));
        assertThat(ofEdges.toList())
            .as("seed %d: E %s %s, %s %s", seed, name, asked, other, also)
            .containsExactlyInAnyOrderElementsOf(accepted(edges, name, asked, other, also));
        requirePredicate(fixture, vertices, name, asked);
      }
    }
  }

  private static <E extends Element> List<E> accepted(
      List<E> elements, String name, P<?> asked, String other, @Nullable P<?> also) {
    List<E> accepted = new ArrayList<>();
    for (E element : elements) {
      if (meets(element, name, asked) && (also == null || meets(element, other, also))) {
        accepted.add(element);
      }
    }
    return accepted;
  }

  @SuppressWarnings("unchecked") // the predicate takes any value
  private static boolean meets(Element element, String name, P<?> asked) {
    var properties = element.properties(name);
    while (properties.hasNext()) {
      if (((P<Object>) asked).test(properties.next().value())) {
        return true;
      }
    }
    return false;
  }

  /** No vertex that is accepted may be refused by what its item is searched by. */
  private static void requirePredicate(
      GraphFixture fixture, List<Vertex> vertices, String name, P<?> asked) {
    Predicate predicate =
        Predicates.of(asked, FieldPath.of(name).elements().property(VertexShape.VALUE));
    for (Vertex vertex : vertices) {
      if (meets(vertex, name, asked)) {
        JsonObject document =
            Objects.requireNonNull(fixture.store.read(((PartitaVertex) vertex).key())).document();
        assertThat(predicate.test(document))
            .as("%s of %s", asked, document)
            .isNotEqualTo(Verdict.NO);
      }
    }
  }

  private void fill(GraphTraversalSource g) {
    for (int i = 0; i < VERTICES; i++) {
      GraphTraversal<Vertex, Vertex> added =
          g.addV("thing").property("id", "v" + i).property("country", "c" + i % 3);
      for (String name : NAMES) {
        for (int values = random.nextInt(3); values > 0; values--) {
          added = added.property(VertexProperty.Cardinality.list, name, value(name));
        }
      }
      added.iterate();
    }
    for (int i = 0; i < VERTICES; i++) {
      GraphTraversal<Vertex, Edge> added =
          g.V("v" + random.nextInt(VERTICES)).addE("to").to(g.V("v" + i).next());
      for (String name : NAMES) {
        if (random.nextBoolean()) {
          added = added.property(name, value(name));
        }
      }
      added.iterate();
    }
  }

  /** Values of one property are of one type, since others cannot be compared. */
  private Object value(String name) {
    return switch (name) {
      case "a" -> random.nextBoolean() ? (Object) random.nextInt(5) : random.nextInt(10) / 2.0;
      case "b" -> TEXTS[random.nextInt(TEXTS.length)];
      default -> random.nextBoolean();
    };
  }

  private P<Object> predicate(String name, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      P<Object> left = predicate(name, depth - 1);
      P<Object> right = predicate(name, depth - 1);
      return random.nextBoolean() ? left.and(right) : left.or(right);
    }
    Object value = value(name);
    return switch (random.nextInt(9)) {
      case 0 -> P.neq(value);
      case 1 -> P.gt(value);
      case 2 -> P.gte(value);
      case 3 -> P.lt(value);
      case 4 -> P.lte(value);
      case 5 -> P.within(value, value(NAMES[random.nextInt(NAMES.length)]));
      case 6 -> name.equals("b") ? startingWith() : P.eq(value);
      case 7 -> P.<Object>gte(value).and(P.lt(value(name)));
      default -> P.eq(value);
    };
  }

  @SuppressWarnings("unchecked") // strings are all that it is asked of
  private P<Object> startingWith() {
    return (P<Object>) (P<?>) TextP.startingWith(TEXTS[random.nextInt(TEXTS.length)]);
  }
}
