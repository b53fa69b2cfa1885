package dev.partita.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Several threads change and traverse the same vertices: whatever was answered before a traversal
 * began, it sees.
 */
final class GraphCacheStressTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 150;
  private static final List<String> CITIES = List.of("ghent", "bruges", "lille", "paris");

  private final GraphFixture fixture = new GraphFixture();

  /** How often each thread has changed each city, and how many roads it has built from there. */
  private final AtomicIntegerArray answered = new AtomicIntegerArray(THREADS * CITIES.size());

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void seesEveryChangeThatWasAnsweredBefore() throws Exception {
    GraphTraversalSource _ = fixture.cities();
    List<Future<?>> ends = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        ends.add(threads.submit(() -> changeAndLook(thread)));
      }
      for (Future<?> end : ends) {
        Object _ = end.get();
      }
    }

    for (int thread = 0; thread < THREADS; thread++) {
      for (String city : CITIES) {
        int expected = answered.get(place(thread, city));
        assertThat(roads(thread, city)).isEqualTo(expected);
        assertThat(visits(thread, city)).isEqualTo(expected);
      }
    }
  }

  private void changeAndLook(int thread) {
    Random random = new Random(thread);
    for (int round = 0; round < ROUNDS; round++) {
      String city = CITIES.get(random.nextInt(CITIES.size()));
      change(thread, city, CITIES.get(random.nextInt(CITIES.size())));
      int other = random.nextInt(THREADS);
      String seen = CITIES.get(random.nextInt(CITIES.size()));
      int before = answered.get(place(other, seen));
      assertThat(visits(other, seen)).isGreaterThanOrEqualTo(before);
      assertThat(roads(other, seen)).isGreaterThanOrEqualTo(before);
      assertThat(roadsBack(other)).isGreaterThanOrEqualTo(before);
    }
  }

  /** Counts a visit in the city and builds a road from there, in one commit or in two. */
  private void change(int thread, String city, String sink) {
    int place = place(thread, city);
    int next = answered.get(place) + 1;
    boolean done = false;
    while (!done) {
      PartitaGraph graph = next % 2 == 0 ? fixture.collecting() : fixture.committing();
      try {
        Vertex from = graph.vertices(city).next();
        var _ = from.property("visits" + thread, next);
        Edge _ = from.addEdge("road" + thread, graph.vertices(sink).next());
        graph.commit();
        done = true;
      } catch (DatabaseException e) {
        // Another thread has changed the vertex since it was read.
        assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED);
      }
    }
    answered.set(place, next);
  }

  private int visits(int thread, String city) {
    return ((Number) g().V(city).values("visits" + thread).tryNext().orElse(0)).intValue();
  }

  private int roads(int thread, String city) {
    return g().V(city).out("road" + thread).count().next().intValue();
  }

  /** All that the thread has built, from where they end. */
  private int roadsBack(int thread) {
    return g().V(CITIES.toArray()).in("road" + thread).count().next().intValue();
  }

  private GraphTraversalSource g() {
    return fixture.committing().traversal();
  }

  private static int place(int thread, String city) {
    return thread * CITIES.size() + CITIES.indexOf(city);
  }
}
