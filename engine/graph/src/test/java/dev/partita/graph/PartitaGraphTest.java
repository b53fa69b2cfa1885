package dev.partita.graph;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartitaGraphTest {

  private final GraphFixture fixture = new GraphFixture();
  private final GraphTraversalSource g = fixture.cities();

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonObject stored(String country, String id) {
    return fixture.items().read(PartitionKey.of(country), id).requireItem().document();
  }

  @Test
  void writesVerticesInTheShapeOfTheService() {
    JsonObject ghent = stored("BE", "ghent");

    assertThat(ghent.at("label").toString()).isEqualTo("\"city\"");
    assertThat(ghent.at("country").toString()).isEqualTo("\"BE\"");
    assertThat(ghent.at("name").toString()).matches("\\[\\{\"id\":\".*\",\"_value\":\"ghent\"}]");
    assertThat(ghent.at("people").toString()).contains("\"_value\":260000");
    assertThat(ghent.has("_isEdge")).isFalse();
  }

  @Test
  void writesEdgesIntoTheirSourcesPartition() {
    String id = (String) g.V("ghent").outE("road").where(__.inV().hasId("lille")).id().next();

    JsonObject road = stored("BE", id);

    assertThat(road.at("_isEdge").toString()).isEqualTo("true");
    assertThat(road.at("_vertexId").toString()).isEqualTo("\"ghent\"");
    assertThat(road.at("_vertexLabel").toString()).isEqualTo("\"city\"");
    assertThat(road.at("_sink").toString()).isEqualTo("\"lille\"");
    assertThat(road.at("_sinkLabel").toString()).isEqualTo("\"city\"");
    assertThat(road.at("_sinkPartition").toString()).isEqualTo("\"FR\"");
    assertThat(road.at("km").toString()).isEqualTo("75");
  }

  @Test
  void walksInAllDirections() {
    assertThat(g.V("ghent").out().id().toList())
        .containsExactlyInAnyOrder("bruges", "lille", "paris");
    assertThat(g.V("ghent").out("road").values("name").toList())
        .containsExactlyInAnyOrder("bruges", "lille");
    assertThat(g.V("lille").in("road").id().toList()).containsExactlyInAnyOrder("ghent", "bruges");
    assertThat(g.V("lille").both("road").count().next()).isEqualTo(3L);
    assertThat(g.V("ghent").out("road").out("road").out("road").count().next()).isEqualTo(1L);
    assertThat(g.V("ghent").out().out().dedup().id().toList())
        .containsExactlyInAnyOrder("lille", "paris");
    assertThat(g.V("paris").inE("road").outV().id().toList()).containsExactly("lille");
  }

  @Test
  void knowsWhatOthersWroteThroughDocuments() {
    assertThat(g.V("paris").out().count().next()).isZero();

    var _ =
        fixture
            .items()
            .create(
                null,
                json(
                    "{'id':'x1','label':'rail','country':'FR','_isEdge':true,'_vertexId':'paris',"
                        + "'_vertexLabel':'city','_sink':'ghent','_sinkLabel':'city',"
                        + "'_sinkPartition':'BE','hours':3}"));

    assertThat(g.V("paris").out().id().toList()).containsExactly("ghent");
    assertThat(g.V("ghent").inE("rail").values("hours").toList()).containsExactly(3);
    var _ = fixture.items().delete(PartitionKey.of("FR"), "x1", Precondition.NONE);
    assertThat(g.V("paris").out().count().next()).isZero();
    assertThat(g.V("ghent").in("rail").hasNext()).isFalse();
  }

  @Test
  void goesStraightToThePartitionsOfASelection() {
    assertThat(partitions(graph -> graph.V("ghent").has("country", "BE").next())).isEqualTo("[BE]");
    assertThat(partitions(graph -> graph.V(ElementKey.of(text("BE"), "ghent")).next()))
        .isEqualTo("[BE]");
    assertThat(
            partitions(
                graph ->
                    graph.V(ElementKey.of(text("BE"), "ghent"), ElementKey.of(text("FR"), "paris"))
                        .toList()))
        .isEqualTo("[BE, FR]");
    assertThat(
            partitions(
                graph -> graph.V("ghent", "paris").has("country", P.within("BE", "FR")).toList()))
        .isEqualTo("[BE, FR]");
    assertThat(
            partitions(
                graph ->
                    graph
                        .withStrategies(
                            PartitionStrategy.build()
                                .partitionKey("country")
                                .readPartitions("FR")
                                .create())
                        .V()
                        .toList()))
        .isEqualTo("[FR]");
    String edge = (String) g.V("lille").outE().id().next();
    assertThat(partitions(graph -> graph.E(ElementKey.of(text("FR"), edge)).next()))
        .isEqualTo("[FR]");
    assertThat(partitions(graph -> graph.V("ghent").next())).isEqualTo("everywhere");
  }

  private static JsonValue text(String value) {
    return JsonString.of(value);
  }

  private String partitions(Function<GraphTraversalSource, Object> traversal) {
    PartitaGraph graph = fixture.collecting();
    assertThat(traversal.apply(graph.traversal())).isNotNull();
    if (graph.traffic().wentEverywhere()) {
      return "everywhere";
    }
    List<String> countries =
        List.of("BE", "FR").stream()
            .filter(
                country ->
                    graph
                        .traffic()
                        .partitions()
                        .contains(
                            fixture
                                .store
                                .container()
                                .owner(
                                    fixture
                                        .store
                                        .container()
                                        .definition()
                                        .scheme()
                                        .logicalKey(PartitionKey.of(country))
                                        .position())
                                .number()))
            .toList();
    assertThat(graph.traffic().partitions()).hasSize(countries.size());
    return countries.toString();
  }

  @Test
  void findsByPropertiesLabelsAndRanges() {
    assertThat(g.V().has("name", "lille").id().toList()).containsExactly("lille");
    assertThat(g.V().hasLabel("city").count().next()).isEqualTo(4L);
    assertThat(g.V().hasLabel("village").count().next()).isZero();
    assertThat(g.V().has("people", P.gt(200_000)).has("country", "BE").id().toList())
        .containsExactly("ghent");
    assertThat(g.V().has("people", P.between(100_000, 240_000)).id().toList())
        .containsExactlyInAnyOrder("bruges", "lille");
    assertThat(g.E().count().next()).isEqualTo(5L);
    assertThat(g.E().has("km", P.gte(80)).count().next()).isEqualTo(2L);
    assertThat(g.E().hasLabel("exports").count().next()).isEqualTo(1L);
    assertThat(g.V().count().next()).isEqualTo(4L);
    assertThat(g.V().has("country", "FR").count().next()).isEqualTo(2L);
  }

  @Test
  void refusesAVertexWithoutItsPartitionKey() {
    assertThatThrownBy(() -> g.addV("city").property("name", "x").iterate())
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("partition key property has value 'null'")
        .hasMessageContaining("country");
  }

  @Test
  void refusesToMoveAVertex() {
    assertThatThrownBy(() -> g.V("ghent").property("country", "NL").iterate())
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("cannot be changed");
    g.V("ghent").property("country", "BE").iterate();
  }

  @Test
  void refusesIdAndLabelAsPartitionKeys() {
    for (String path : List.of("/id", "/label")) {
      assertThatThrownBy(() -> fixture.graphs.create("db", "other", path, null))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    }
  }

  @Test
  void changesAndRemovesProperties() {
    g.V("ghent")
        .property(VertexProperty.Cardinality.list, "tags", "old", "since", 1180)
        .property(VertexProperty.Cardinality.list, "tags", "port")
        .iterate();

    assertThat(g.V("ghent").values("tags").toList()).containsExactlyInAnyOrder("old", "port");
    assertThat(g.V("ghent").properties("tags").has("since", 1180).value().toList())
        .containsExactly("old");
    g.V("ghent").properties("tags").hasValue("old").drop().iterate();
    assertThat(g.V("ghent").values("tags").toList()).containsExactly("port");
    g.V("ghent").outE("road").property("km", 51).iterate();
    assertThat(g.V("ghent").outE("road").values("km").toList()).containsExactly(51, 51);
  }

  @Test
  void dropsAVertexWithItsEdges() {
    g.V("lille").drop().iterate();

    assertThat(g.V().count().next()).isEqualTo(3L);
    assertThat(g.E().count().next()).isEqualTo(2L);
    assertThat(g.V("ghent").out("road").id().toList()).containsExactly("bruges");
  }

  @Test
  void showsATraversalItsOwnChangesAndNobodyElseBeforeTheCommit() {
    PartitaGraph graph = fixture.collecting();
    GraphTraversalSource own = graph.traversal();

    own.addV("city").property("id", "liege").property("country", "BE").iterate();
    own.V("liege").as("a").V("ghent").addE("road").from("a").iterate();
    own.V("paris").drop().iterate();

    assertThat(own.V("liege").out().id().toList()).containsExactly("ghent");
    assertThat(own.V("ghent").in().id().toList()).containsExactly("liege");
    assertThat(own.V("lille").out().hasNext()).isFalse();
    assertThat(own.V().count().next()).isEqualTo(4L);
    assertThat(g.V().count().next()).isEqualTo(4L);
    assertThat(g.V("paris").hasNext()).isTrue();
    graph.commit();
    assertThat(g.V("paris").hasNext()).isFalse();
    assertThat(g.V("ghent").in().id().toList()).containsExactly("liege");
    assertThat(g.V("ghent").out().id().toList()).containsExactlyInAnyOrder("bruges", "lille");
  }

  @Test
  void commitsNothingOfAPartitionWhenSomethingIsWrong() {
    PartitaGraph graph = fixture.collecting();
    GraphTraversalSource own = graph.traversal();
    own.addV("city").property("id", "namur").property("country", "BE").iterate();
    own.addV("city").property("id", "ghent").property("country", "BE").iterate();

    assertThatThrownBy(graph::commit)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(g.V("namur").hasNext()).isFalse();
  }

  /** MurmurHash3 makes the same 128 bits of the two keys. */
  @Test
  void tellsPartitionKeysWithTheSamePositionApart() {
    GraphTraversalSource g = fixture.committing().traversal();
    String mine = "the first of two colliding keys";
    String theirs = "othersmtpaaxejz=_OYM[|DNSqGP~.L";
    for (String country : List.of(mine, theirs)) {
      g.addV("city").property("id", "a").property("country", country).iterate();
      g.addV("city").property("id", "b").property("country", country).iterate();
      g.V()
          .has("country", country)
          .hasId("a")
          .as("a")
          .V()
          .has("country", country)
          .hasId("b")
          .addE("road")
          .to("a")
          .property("of", country)
          .iterate();
    }
    assertThat(g.V().has("country", mine).count().next()).isEqualTo(2L);
    assertThat(g.V().has("country", mine).hasLabel("city").values("country").toSet())
        .containsExactly(mine);
    assertThat(g.V().has("country", mine).hasId("a").inE("road").values("of").toList())
        .containsExactly(mine);
    assertThat(g.V().has("country", mine).bothE().count().next()).isEqualTo(2L);
    g.V().has("country", mine).drop().iterate();
    assertThat(g.V().has("country", theirs).count().next()).isEqualTo(2L);
    assertThat(g.E().values("of").toList()).containsExactly(theirs);
  }

  @Test
  void comesToTermsWithAContainerThatWasNotMadeAsAGraph() {
    var container =
        fixture
            .engine
            .containers()
            .createContainer(
                fixture.store.container().record().database(),
                ContainerDefinition.of(
                    "plain", new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/country"))),
                null);
    var items = fixture.documents.items(container);
    var _ = items.create(null, json("{'id':'a','label':'city','country':'X'}"));
    var _ = items.create(null, json("{'id':'b','label':'city','country':'Y'}"));
    var _ =
        items.create(
            null,
            json(
                "{'id':'e','label':'road','country':'X','_isEdge':true,'_vertexId':'a',"
                    + "'_sink':'b','_sinkPartition':'Y'}"));

    GraphTraversalSource plain =
        Graphs.traversable(fixture.graphs.open(container), GraphOptions.committing()).traversal();

    assertThat(plain.V("a").out().id().toList()).containsExactly("b");
    assertThat(plain.V("b").in().id().toList()).containsExactly("a");
    assertThat(plain.V().count().next()).isEqualTo(2L);
    fixture.engine.housekeeping().round();
    assertThat(fixture.graphs.open(container).isIndexed()).isTrue();
    assertThat(plain.V("a").out().id().toList()).containsExactly("b");
    assertThat(plain.V("b").in().id().toList()).containsExactly("a");
  }

  @Test
  void followsIdsThatAreLongerThanTheIndexHolds() {
    String id = "v".repeat(300);
    g.addV("city").property("id", id).property("country", "NL").iterate();
    g.V(id).as("a").V("ghent").addE("road").from("a").iterate();
    g.V("ghent").as("a").V(id).addE("road").from("a").iterate();

    assertThat(g.V(id).out().id().toList()).containsExactly("ghent");
    assertThat(g.V("ghent").in("road").id().toList()).containsExactly(id);
    assertThat(g.V("ghent").out("road").id().toList())
        .containsExactlyInAnyOrder("bruges", "lille", id);
  }

  @Test
  void aTraversalReplacesWhatItHasRemoved() {
    PartitaGraph graph = fixture.collecting();
    GraphTraversalSource own = graph.traversal();
    own.V("ghent")
        .drop()
        .fold()
        .addV("town")
        .property(T.id, "ghent")
        .property("country", "BE")
        .iterate();
    own.V("ghent").addE("road").to(__.V("paris")).property(T.id, "r").iterate();
    Consumer<GraphTraversalSource> replaced =
        each -> {
          assertThat(each.V("ghent").label().toList()).containsExactly("town");
          assertThat(each.V("ghent").values("people").toList()).isEmpty();
          assertThat(each.V("ghent").both().id().toList()).containsExactly("paris");
        };
    replaced.accept(own);
    replaced.accept(committed(graph));

    own.E("r").drop().iterate();
    own.V("ghent").addE("path").to(__.V("bruges")).property(T.id, "r").iterate();
    Consumer<GraphTraversalSource> moved =
        each -> {
          assertThat(each.E("r").label().toList()).containsExactly("path");
          assertThat(each.V("ghent").out().id().toList()).containsExactly("bruges");
          assertThat(each.V("paris").in("road").id().toList()).containsExactly("lille");
        };
    moved.accept(own);
    moved.accept(committed(graph));

    own.E("r").drop().iterate();
    own.V("ghent").addE("path").to(__.V("paris")).property(T.id, "r").iterate();
    own.E("r").property("km", 5).drop().iterate();
    assertThat(committed(graph).E("r").toList()).isEmpty();
  }

  @Test
  void verticesAreFoundAmongAnyNumberOfChosenKeys() {
    for (int partitions : new int[] {1, 7, 100_000}) {
      GraphOptions options = GraphOptions.collecting().withPartitions(partitions);
      PartitaGraph graph = Graphs.traversable(fixture.store, options);
      String prefix = partitions + "-";
      for (int i = 0; i < 100; i++) {
        graph.addVertex(T.id, prefix + i);
      }
      graph.commit();
      for (PartitaGraph each : List.of(graph, graph, Graphs.traversable(fixture.store, options))) {
        for (int i = 0; i < 100; i++) {
          assertThat(each.vertices(prefix + i)).toIterable().hasSize(1);
        }
        assertThat(each.vertices(prefix + 100)).isExhausted();
      }
    }
  }

  @Test
  void anEdgeLeadsToAVertexWithoutAPartitionKey() {
    fixture
        .items()
        .create(null, JsonObject.builder().put("id", "nowhere").put("label", "city").build());
    g.V("ghent").addE("road").to(__.V("nowhere")).iterate();
    g.V("nowhere").addE("road").to(__.V("ghent")).iterate();
    assertThat(g.V("ghent").out("road").id().toList()).contains("nowhere");
    assertThat(g.V("nowhere").both("road").id().toList()).containsExactly("ghent", "ghent");
  }

  private GraphTraversalSource committed(PartitaGraph graph) {
    graph.commit();
    return fixture.committing().traversal();
  }
}
