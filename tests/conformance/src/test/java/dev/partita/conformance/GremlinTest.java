package dev.partita.conformance;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.MessageSerializer;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV2;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONUntypedMessageSerializerV1;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs through Apache TinkerPop's Java driver, and the same graphs through the NoSQL API. */
final class GremlinTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private final String database = RunningServer.name("database");
  private final String graph = RunningServer.name("graph");
  private final List<Cluster> clusters = new ArrayList<>();
  private Cluster cluster = connect(RunningServer.KEY, new GraphSONMessageSerializerV2());

  @BeforeEach
  void create() {
    var _ = SERVER.client().createDatabase(database);
    var _ = SERVER.client().getDatabase(database).createContainer(graph, "/country");
  }

  @AfterEach
  void close() {
    clusters.forEach(Cluster::close);
  }

  private Cluster connect(String key, MessageSerializer<?> serializer) {
    return connect(graph, key, serializer);
  }

  private Cluster connect(String to, String key, MessageSerializer<?> serializer) {
    Cluster connected =
        Cluster.build("localhost")
            .port(SERVER.partita().uri("gremlin").getPort())
            .credentials("/dbs/" + database + "/colls/" + to, key)
            .serializer(serializer)
            .create();
    clusters.add(connected);
    return connected;
  }

  private static List<Result> submit(Client client, String script, Map<String, Object> bindings) {
    return all(client.submit(script, bindings));
  }

  private static List<Result> all(ResultSet results) {
    try {
      return results.all().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Result> submit(String script) {
    return submit(cluster.connect(), script, Map.of());
  }

  private ResponseException refusal(String script) {
    Throwable failure = catchThrowableOfType(RuntimeException.class, () -> submit(script));
    while (!(failure instanceof ResponseException) && failure.getCause() != null) {
      failure = failure.getCause();
    }
    return (ResponseException) failure;
  }

  private void cities() {
    Client client = cluster.connect();
    for (String city : List.of("ghent BE", "bruges BE", "lille FR", "paris FR")) {
      String[] words = city.split(" ", -1);
      var _ =
          submit(
              client,
              "g.addV('city').property('id', id).property('country', country).property('name', id)",
              Map.of("id", words[0], "country", words[1]));
    }
    for (String road : List.of("ghent bruges 50", "ghent lille 75", "lille paris 225")) {
      String[] words = road.split(" ", -1);
      var _ =
          submit(
              client,
              "g.V(from).addE('road').to(g.V(to)).property('km', km)",
              Map.of("from", words[0], "to", words[1], "km", Integer.parseInt(words[2])));
    }
  }

  @Test
  @Shows({
    "Graphs: Drivers: gremlin-driver for Java",
    "Graphs: Scripts with bindings",
    "Graphs: Vertices and edges as documents of the NoSQL API"
  })
  void sharesItsDocumentsWithTheNosqlApi() {
    cities();
    CosmosContainer container = SERVER.client().getDatabase(database).getContainer(graph);

    List<String> names =
        container
            .queryItems(
                "SELECT VALUE c.name[0]._value FROM c WHERE NOT IS_DEFINED(c._isEdge) AND c.label ="
                    + " 'city' ORDER BY c.id",
                new CosmosQueryRequestOptions(),
                String.class)
            .stream()
            .toList();
    JsonNode road =
        container
            .queryItems(
                "SELECT * FROM c WHERE c._isEdge = true AND c._vertexId = 'lille'",
                new CosmosQueryRequestOptions(),
                JsonNode.class)
            .stream()
            .findFirst()
            .orElseThrow();

    assertThat(names).containsExactly("bruges", "ghent", "lille", "paris");
    assertThat(road.get("country").asText()).isEqualTo("FR");
    assertThat(road.get("_sink").asText()).isEqualTo("paris");
    assertThat(road.get("_sinkPartition").asText()).isEqualTo("FR");
    assertThat(road.get("km").asInt()).isEqualTo(225);
    Map<String, Object> rail = new HashMap<>();
    rail.put("id", "r1");
    rail.put("label", "rail");
    rail.put("country", "FR");
    rail.put("_isEdge", true);
    rail.put("_vertexId", "paris");
    rail.put("_vertexLabel", "city");
    rail.put("_sink", "ghent");
    rail.put("_sinkLabel", "city");
    rail.put("_sinkPartition", "BE");
    var _ = container.createItem(rail);
    assertThat(submit("g.V('paris').out('rail').values('name')").getFirst().getString())
        .isEqualTo("ghent");
    assertThat(submit("g.V('ghent').in('rail').id()").getFirst().getString()).isEqualTo("paris");
  }

  @Test
  @Shows("Graphs: Selections that go straight to partitions")
  void takesEveryFormOfSelection() {
    cities();
    String edge = submit("g.V('lille').outE().id()").getFirst().getString();

    for (String script :
        List.of(
            "g.V('ghent').has('country','BE').executionProfile()",
            "g.V(['BE','ghent']).executionProfile()",
            "g.V(['BE','ghent'],['BE','bruges']).executionProfile()",
            "g.V('ghent','bruges').has('country', within('BE')).executionProfile()",
            "g.withStrategies(PartitionStrategy.build().partitionKey('country')"
                + ".readPartitions('BE').create()).V().executionProfile()",
            "g.E(['FR','" + edge + "']).executionProfile()")) {
      Object profile = submit(script).getFirst().getObject();
      assertThat(profile.toString()).as(script).contains("fanoutFactor=1").contains("Get");
    }
    assertThat(submit("g.V(['BE','ghent'],['FR','paris']).id()"))
        .extracting(Result::getString)
        .containsExactlyInAnyOrder("ghent", "paris");
  }

  static Stream<MessageSerializer<?>> typedFormats() {
    return Stream.of(
        new GraphBinaryMessageSerializerV1(),
        new GraphSONMessageSerializerV3(),
        new GraphSONMessageSerializerV2());
  }

  @ParameterizedTest
  @MethodSource("typedFormats")
  @Shows({"Graphs: Bytecode, the fluent API", "Graphs: GraphSON 3 and GraphBinary"})
  void servesTheFluentApi(MessageSerializer<?> format) {
    cities();
    Cluster typed = connect(RunningServer.KEY, format);
    GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(typed, "g"));

    assertThat(g.V("ghent").out("road").values("name").toList())
        .containsExactlyInAnyOrder("bruges", "lille");
    assertThat(g.V().has("country", "FR").count().next()).isEqualTo(2L);
    assertThat(
            g.V("ghent")
                .repeat(__.out("road"))
                .until(__.hasId("paris"))
                .path()
                .by("name")
                .next()
                .objects())
        .containsExactly("ghent", "lille", "paris");
    assertThat(g.E().has("km", P.gt(60)).count().next()).isEqualTo(2L);
    Vertex added = g.addV("city").property("country", "NL").property("name", "delft").next();
    assertThat(added.value("name").toString()).isEqualTo("delft");
    Edge edge = g.V("ghent").addE("road").to(__.V(added.id())).property("km", 190).next();
    assertThat(edge.inVertex().id()).isEqualTo(added.id());
    g.V(added.id()).drop().iterate();
    assertThat(g.V("ghent").out("road").count().next()).isEqualTo(2L);
  }

  @Test
  @Shows({"Graphs: GraphSON 1 and 2, in the service's plain JSON", "Graphs: Response attributes"})
  void answersAsTheServiceDoes() throws Exception {
    cities();
    for (MessageSerializer<?> format :
        List.of(new GraphSONUntypedMessageSerializerV1(), new GraphSONMessageSerializerV2())) {
      ResultSet results =
          connect(RunningServer.KEY, format).connect().submit("g.V('ghent').has('country','BE')");

      Map<?, ?> vertex = all(results).getFirst().get(Map.class);
      assertThat(vertex.get("type")).isEqualTo("vertex");
      assertThat(vertex.get("label")).isEqualTo("city");
      assertThat(vertex.get("properties")).asString().contains("value=ghent");
      assertThat(results.statusAttributes().get())
          .containsEntry("x-ms-status-code", 200)
          .containsKeys(
              "x-ms-request-charge",
              "x-ms-total-request-charge",
              "x-ms-server-time-ms",
              "x-ms-total-server-time-ms",
              "x-ms-activity-id")
          .hasEntrySatisfying("host", host -> assertThat(host).asString().contains("127.0.0.1:"));
    }
  }

  @Test
  @Shows("Graphs: Errors with the service's codes")
  void tellsWhatIsWrong() {
    cities();

    ResponseException unknown = refusal("g.V().oout()");
    assertThat(unknown.getResponseStatusCode().getValue()).isEqualTo(597);
    assertThat(unknown.getStatusAttributes().orElseThrow()).containsEntry("x-ms-status-code", 400);
    assertThat(unknown.getMessage()).contains("GraphCompileException", "oout", "line 1");
    ResponseException taken =
        refusal("g.addV('city').property('id','ghent').property('country','BE')");
    assertThat(taken.getStatusAttributes().orElseThrow()).containsEntry("x-ms-status-code", 409);
    ResponseException keyless = refusal("g.addV('city').property('id','x')");
    assertThat(keyless.getMessage()).contains("partition key property has value 'null'");
    ResponseException moved = refusal("g.V('ghent').property('country','NL')");
    assertThat(moved.getMessage()).contains("cannot be changed");
    assertThat(submit("g.V().count()").getFirst().getInt()).isEqualTo(4);
  }

  @Test
  @Shows("Graphs: Transactions, one for each partition of a traversal")
  void commitsAPartitionWholeOrNotAtAll() {
    cities();

    ResponseException refused =
        refusal(
            "g.addV('city').property('id','namur').property('country','BE')"
                + ".addV('city').property('id','ghent').property('country','BE')");

    assertThat(refused.getStatusAttributes().orElseThrow()).containsEntry("x-ms-status-code", 409);
    assertThat(submit("g.V('namur').count()").getFirst().getInt()).isZero();
  }

  @Test
  @Shows("Graphs: Graph containers, and keys that cannot be theirs")
  void refusesContainersThatCannotBeGraphs() {
    String other = RunningServer.name("graph");
    var _ = SERVER.client().getDatabase(database).createContainer(other, "/id");
    cluster = connect(other, RunningServer.KEY, new GraphSONMessageSerializerV2());

    assertThat(refusal("g.V()").getMessage()).contains("/id or /label");
  }

  @Test
  @Shows("Graphs: SASL PLAIN with the path of the graph and a key")
  void refusesAWrongKey() {
    cluster = connect("d3Jvbmc=", new GraphSONMessageSerializerV2());

    Throwable failure = catchThrowableOfType(RuntimeException.class, () -> submit("g.V()"));

    assertThat(failure).hasStackTraceContaining("Unauthorized");
  }
}
