package dev.partita.graph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemResult;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is kept of vertices counts as long as they are the same, and not a moment longer. */
final class GraphCacheTest {

  private final GraphFixture fixture = new GraphFixture();
  private final GraphTraversalSource g = fixture.cities();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void keepsAVertexWhenOthersOfItsPartitionChange() {
    assertThat(g.V("ghent").values("people").toList()).containsExactly(260_000);
    Node ghent = ghent();

    put("{\"id\":\"liege\",\"label\":\"city\",\"country\":\"BE\"}");
    var _ = fixture.store.cache().refresh();

    assertThat(fixture.store.cache().known(ghent)).isNotNull();
  }

  @Test
  void forgetsAVertexThatChanges() {
    assertThat(g.V("ghent").values("people").toList()).containsExactly(260_000);
    Node ghent = ghent();

    put("{\"id\":\"ghent\",\"label\":\"city\",\"country\":\"BE\",\"people\":1}");

    assertThat(g.V("ghent").values("people").toList()).containsExactly(1);
    var _ = fixture.items().delete(PartitionKey.of("BE"), "ghent", Precondition.NONE);
    assertThat(g.V("ghent").hasNext()).isFalse();
    put("{\"id\":\"ghent\",\"label\":\"city\",\"country\":\"BE\",\"people\":2}");
    assertThat(g.V("ghent").values("people").toList()).containsExactly(2);
    assertThat(fixture.store.cache().node(ghent.key())).isSameAs(ghent);
  }

  @Test
  void countsNothingOfANodeThatIsNoneOfItsOwnAnyMore() {
    GraphStore forgetful =
        GraphStore.open(fixture.items(), fixture.engine.containers(), 3_600_000, 2_000);
    PartitaGraph graph = Graphs.traversable(forgetful, GraphOptions.committing());
    PartitaVertex kept = (PartitaVertex) graph.vertices("ghent").next();
    for (int i = 0; i < 20; i++) {
      Node _ = forgetful.cache().node(new ElementKey(PartitionKey.of("BE"), "other" + i));
    }
    assertThat(forgetful.cache().node(kept.key())).isNotSameAs(kept.node());

    put("{\"id\":\"ghent\",\"label\":\"city\",\"country\":\"BE\",\"people\":1}");
    graph.refresh();

    assertThat(kept.<Integer>value("people")).isEqualTo(1);
  }

  @Test
  void keepsAVertexThatWasJustCommitted() {
    PartitaGraph graph = fixture.collecting();
    graph.refresh();
    Vertex _ = graph.addVertex("id", "liege", "country", "BE", "people", 195_000);
    graph.commit();

    Node liege = graph.node(new ElementKey(PartitionKey.of("BE"), "liege"));
    int sizeBytes = fixture.items().read(PartitionKey.of("BE"), "liege").requireItem().jsonBytes();

    assertThat(fixture.store.cache().known(liege))
        .isNotNull()
        .extracting(Node.Known::sizeBytes)
        .isEqualTo(sizeBytes);
    assertThat(g.V("liege").values("people").toList()).containsExactly(195_000);
    assertThat(g.V("liege").label().toList()).containsExactly("vertex");
  }

  @Test
  void doesNotKeepAVertexThatOthersHaveChangedSinceItWasCommitted() {
    assertThat(g.V("ghent").values("people").toList()).containsExactly(260_000);
    String first = "{\"id\":\"ghent\",\"label\":\"city\",\"country\":\"BE\",\"people\":1}";
    ItemResult own = written(first);
    put(first.replace(":1}", ":2}"));
    var _ = fixture.store.cache().refresh();
    ItemResult last = written("{\"id\":\"liege\",\"label\":\"city\",\"country\":\"BE\"}");

    var _ =
        fixture
            .store
            .cache()
            .refresh(
                new Writes.Committed(
                    RequestCharge.ZERO,
                    Map.of(own.partition(), List.of(own.lsn(), last.lsn())),
                    List.of(
                        new Writes.WrittenVertex(
                            ghent().key(), own.partition(), document(first), 100)),
                    Set.of(PartitionKey.of("BE"))));

    assertThat(g.V("ghent").values("people").toList()).containsExactly(2);
  }

  @Test
  void hasAnEdgeOnceThatWasAddedAndDroppedAndAddedAgain() {
    PartitaGraph graph = fixture.collecting();
    Vertex ghent = graph.vertices("ghent").next();
    Vertex paris = graph.vertices("paris").next();
    Edge rail = ghent.addEdge("rail", paris, "id", "r1");
    assertThat(graph.traversal().V("ghent").out("rail").count().next()).isEqualTo(1);
    rail.remove();
    assertThat(graph.traversal().V("ghent").out("rail").count().next()).isZero();
    Edge _ = ghent.addEdge("rail", paris, "id", "r1");

    assertThat(graph.traversal().V("ghent").out("rail").count().next()).isEqualTo(1);
    assertThat(graph.traversal().V("paris").in("rail").count().next()).isEqualTo(1);
    graph.commit();
    assertThat(g.V("ghent").out("rail").count().next()).isEqualTo(1);
  }

  @Test
  void givesIdsInTheOrderOfTime() {
    String first = NewIds.next(fixture.engine.clock());
    long then = fixture.engine.clock().millis();
    UUID id = UUID.fromString(first);

    assertThat(id).hasToString(first);
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16).isBetween(then - 60_000, then);
    assertThat(NewIds.next(fixture.engine.clock())).isNotEqualTo(first);
  }

  private Node ghent() {
    return fixture.store.cache().node(new ElementKey(PartitionKey.of("BE"), "ghent"));
  }

  private void put(String json) {
    ItemResult _ = written(json);
  }

  private ItemResult written(String json) {
    return fixture.items().upsert(null, document(json), Precondition.NONE);
  }

  private static JsonObject document(String json) {
    return JsonReader.DEFAULT.readObject(json.getBytes(UTF_8));
  }
}
