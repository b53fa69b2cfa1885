package dev.partita.graph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonReader;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a graph holds in memory has bounds, and what is beyond them is found all the same. */
final class GraphMemoryTest {

  private final GraphFixture fixture = new GraphFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void forgetsAndStillFinds() {
    GraphStore forgetful =
        GraphStore.open(fixture.items(), fixture.engine.containers(), 3_600_000, 2_000);
    PartitaGraph graph = Graphs.traversable(forgetful, GraphOptions.collecting());
    GraphTraversalSource g = graph.traversal();
    for (int i = 0; i < 200; i++) {
      g.addV("n").property("id", "v" + i).property("country", "c" + i % 9).iterate();
    }
    for (int i = 0; i < 200; i++) {
      g.V("v" + i).as("a").V("v" + (i * 7 + 1) % 200).addE("next").from("a").iterate();
    }
    graph.commit();
    for (int i = 0; i < 3; i++) {
      assertThat(g.V().out().out().in().count().next()).isEqualTo(200);
      assertThat(g.V("v0").repeat(__.out()).times(5).id().next()).isNotNull();
    }
  }

  @Test
  void walksOverAHubThatIsTooLargeToKeep() {
    int edges = 50_100;
    put("{\"id\":\"hub\",\"label\":\"n\",\"country\":\"x\"}");
    put("{\"id\":\"other\",\"label\":\"n\",\"country\":\"x\"}");
    for (int i = 0; i < edges; i++) {
      put(
          """
          {"id":"e%d","label":"%s","country":"x","_isEdge":true,"_vertexId":"hub","_vertexLabel":"n",
           "_sink":"other","_sinkLabel":"n","_sinkPartition":"x"}
          """
              .formatted(i, i % 2 == 0 ? "even" : "odd"));
    }
    GraphTraversalSource g = fixture.collecting().traversal();
    assertThat(g.V("hub").out().count().next()).isEqualTo(edges);
    assertThat(g.V("hub").out("odd").count().next()).isEqualTo(edges / 2);
    assertThat(g.V("other").in("even", "odd").dedup().count().next()).isEqualTo(1);
    assertThat(g.V("hub").outE().limit(3).count().next()).isEqualTo(3);
  }

  private void put(String json) {
    var _ =
        fixture
            .items()
            .create(PartitionKey.of("x"), JsonReader.DEFAULT.readObject(json.getBytes(UTF_8)));
  }

  @Test
  void refusesToCollectChangesWithoutEnd() {
    PartitaGraph graph =
        Graphs.traversable(fixture.store, new GraphOptions(false, false, 0, 10, 0));
    for (int i = 0; i < 10; i++) {
      graph.addVertex("country", "BE");
    }
    assertThatThrownBy(() -> graph.addVertex("country", "BE"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Divide it");
    graph.rollback();
    assertThat(fixture.collecting().traversal().V().count().next()).isZero();
  }
}
