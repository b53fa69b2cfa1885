package dev.partita.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Precondition;
import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Traversals that change what others read at the same time. */
class ContentionTest {

  private final GraphFixture fixture = new GraphFixture();
  private final GraphTraversalSource others = fixture.cities();
  private final PartitaGraph graph = fixture.collecting();
  private final GraphTraversalSource g = graph.traversal();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void count(GraphTraversalSource g) {
    g.V("ghent").has("country", "BE").property("people", __.math("_ + 1").by("people")).iterate();
  }

  private int people() {
    return ((Number) others.V("ghent").values("people").next()).intValue();
  }

  private void assertOvertaken() {
    assertThatThrownBy(graph::commit)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED))
        .hasMessageContaining("run it again");
  }

  @Test
  void aValueThatOthersHaveChangedSinceIsNotOverwritten() {
    count(g);
    count(others);

    assertOvertaken();
    assertThat(people()).isEqualTo(260_001);
  }

  @Test
  void aChangeBetweenTheReadAndTheWriteOfOneTraversalIsNoticed() {
    Vertex ghent = g.V("ghent").next();
    int before = ghent.value("people");
    count(others);
    ghent.property("people", before + 1);

    assertOvertaken();
    assertThat(people()).isEqualTo(260_001);
  }

  @Test
  void whatWasReadForAnEarlierCommitIsReadAgain() {
    Vertex ghent = g.V("ghent").next();
    assertThat(ghent.<Integer>value("people")).isEqualTo(260_000);
    graph.commit();
    count(others);

    assertThat(ghent.<Integer>value("people")).isEqualTo(260_001);
    ghent.property("people", 7);
    graph.commit();
    assertThat(people()).isEqualTo(7);
  }

  @Test
  void aConditionThatHoldsNoMoreKeepsTheChangeFromHappening() {
    g.V("ghent").has("people", 260_000).property("name", "mine").iterate();
    count(others);

    assertOvertaken();
    assertThat(others.V("ghent").values("name").next()).isEqualTo("ghent");
  }

  @Test
  void whatWasFoundAndIsGoneIsNotChanged() {
    g.V("ghent").property("name", "mine").iterate();
    others.V("ghent").drop().iterate();

    assertOvertaken();
    assertThat(others.V("ghent").hasNext()).isFalse();
  }

  @Test
  void aVertexThatIsGoneBeforeItIsChangedCountsAsOvertakenToo() {
    Vertex ghent = g.V("ghent").next();
    others.V("ghent").drop().iterate();

    assertThat(catchThrowable(() -> ghent.property("name", "mine")))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
  }

  @Test
  void changesOfWhatWasNotReadDisturbNobody() {
    count(g);
    others.V("bruges").property("people", 1).iterate();
    others.addV("city").property("id", "namur").property("country", "BE").iterate();

    graph.commit();
    assertThat(people()).isEqualTo(260_001);
  }

  @Test
  void theOneWhoComesLaterFindsNoVertexMissing() {
    Map<Object, Object> namur = Map.of(T.id, "namur", T.label, "city", "country", "BE");
    g.mergeV(namur).iterate();
    others.mergeV(namur).iterate();

    assertOvertaken();
    assertThat(others.V("namur").count().next()).isOne();
  }

  @Test
  void aVertexThatOthersHaveAddedWithTheSamePropertyIsFound() {
    Map<Object, Object> named = Map.of(T.label, "city", "country", "BE", "name", "namur");
    g.mergeV(named).iterate();
    others.mergeV(named).iterate();

    assertOvertaken();
    assertThat(others.V().has("name", "namur").count().next()).isOne();
  }

  @Test
  void otherVerticesOfThePartitionDoNotCount() {
    g.mergeV(Map.of(T.label, "city", "country", "BE", "name", "namur")).iterate();
    others.mergeV(Map.of(T.label, "city", "country", "BE", "name", "mons")).iterate();

    graph.commit();
    assertThat(others.V().has("country", "BE").count().next()).isEqualTo(4);
  }

  @Test
  void aVertexThatHasComeToMeetTheConditionCounts() {
    g.mergeV(Map.of(T.label, "city", "country", "BE", "name", "namur")).iterate();
    others.V("bruges").property("name", "namur").iterate();

    assertOvertaken();
  }

  @Test
  void anEdgeThatOthersHaveAddedIsFound() {
    Map<Object, Object> rail =
        Map.of(T.label, "rail", Direction.OUT, "ghent", Direction.IN, "bruges");
    g.mergeE(rail).iterate();
    others.mergeE(rail).iterate();

    assertOvertaken();
    assertThat(others.E().hasLabel("rail").count().next()).isOne();
  }

  @Test
  void anEdgeBetweenPartitionsIsFoundAsWell() {
    Map<Object, Object> rail =
        Map.of(T.label, "rail", Direction.OUT, "ghent", Direction.IN, "paris");
    g.mergeE(rail).iterate();
    others.mergeE(rail).iterate();

    assertOvertaken();
    assertThat(others.E().hasLabel("rail").count().next()).isOne();
  }

  @Test
  void anEdgeThatIsGoneCounts() {
    g.V("ghent").where(__.out("road").hasId("bruges")).property("name", "linked").iterate();
    others.V("ghent").outE("road").where(__.inV().hasId("bruges")).drop().iterate();

    assertOvertaken();
  }

  @Test
  void whatOthersAddKeepsNobodyFromRemovingWhatHeHasFound() {
    g.V().has("country", "BE").hasLabel("city").drop().iterate();
    others.addV("city").property("id", "namur").property("country", "BE").iterate();

    graph.commit();
    assertThat(others.V().has("country", "BE").id().toList()).containsExactly("namur");
  }

  @Test
  void whatWasReadElsewhereIsLookedAtBeforeTheCommit() {
    g.V("paris").has("people", P.gt(5)).as("p").V("ghent").property("name", "mine").iterate();
    others.V("paris").property("people", 1).iterate();

    assertOvertaken();
    assertThat(others.V("ghent").values("name").next()).isEqualTo("ghent");
  }

  @Test
  void changesThroughTheDocumentsCountLikeAnyOther() {
    count(g);
    PartitionKey belgium = PartitionKey.of(JsonString.of("BE"));
    var _ = fixture.items().delete(belgium, "ghent", Precondition.NONE);

    assertOvertaken();
  }

  @Test
  void whoIsOvertakenRunsAgainFromTheStart() {
    AtomicInteger attempts = new AtomicInteger();
    List<Object> seen = new ArrayList<>();

    String result =
        graph.transact(
            () -> {
              seen.add(g.V("ghent").values("people").next());
              g.addV("log")
                  .property("id", "l" + attempts.get())
                  .property("country", "BE")
                  .iterate();
              if (attempts.incrementAndGet() <= 2) {
                count(others);
              }
              return "attempt " + attempts.get();
            });

    assertThat(result).isEqualTo("attempt 3");
    assertThat(seen).containsExactly(260_000, 260_001, 260_002);
    assertThat(others.V().hasLabel("log").id().toList()).containsExactly("l2");
  }

  @Test
  void whoIsOvertakenAgainAndAgainIsRefused() {
    assertThatThrownBy(
            () ->
                graph.transact(
                    () -> {
                      count(g);
                      count(others);
                      return "";
                    }))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
    assertThat(people()).isEqualTo(260_010);
  }

  @Test
  void manyWhoCountAtTheSameTimeAllCount() throws Exception {
    together(
        8,
        number -> {
          PartitaGraph own = fixture.collecting();
          for (int i = 0; i < 25; i++) {
            boolean _ =
                own.transact(
                    () -> {
                      count(own.traversal());
                      return true;
                    });
          }
        });

    assertThat(people()).isEqualTo(260_200);
  }

  @Test
  void manyWhoMergeTheSameAllSucceedWithOne() throws Exception {
    for (int round = 0; round < 10; round++) {
      String name = "n" + round;
      together(
          8,
          number -> {
            PartitaGraph own = fixture.collecting();
            boolean _ =
                own.transact(
                    () -> {
                      own.traversal()
                          .mergeV(Map.of(T.label, "town", "country", "BE", "name", name))
                          .mergeV(Map.of(T.label, "hamlet", "country", "BE", T.id, name))
                          .mergeE(Map.of(T.label, "to", Direction.OUT, name, Direction.IN, "ghent"))
                          .iterate();
                      return true;
                    });
          });
    }

    assertThat(others.V().hasLabel("town").count().next()).isEqualTo(10);
    assertThat(others.V().hasLabel("hamlet").count().next()).isEqualTo(10);
    assertThat(others.E().hasLabel("to").count().next()).isEqualTo(10);
  }

  private interface Client {
    void run(int number) throws Exception;
  }

  private static void together(int clients, Client client) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int number = i;
        all.add(
            threads.submit(
                () -> {
                  client.run(number);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }
}
