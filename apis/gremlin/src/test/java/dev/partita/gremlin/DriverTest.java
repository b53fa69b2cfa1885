package dev.partita.gremlin;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.HaltedTraverserStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.FilterRankingStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.LazyBarrierStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.StandardVerificationStrategy;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.MessageSerializer;
import org.apache.tinkerpop.gremlin.util.function.Lambda;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV2;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests through TinkerPop's Java driver. */
final class DriverTest {

  private final Endpoint endpoint = Endpoint.withGraph();
  private final List<Cluster> clusters = new ArrayList<>();
  private final GraphTraversalSource g =
      source(cluster(Endpoint.KEY, new GraphBinaryMessageSerializerV1()));

  @AfterEach
  void close() {
    clusters.forEach(Cluster::close);
    endpoint.close();
  }

  private Cluster cluster(String key, MessageSerializer<?> serializer) {
    Cluster cluster =
        Cluster.build("localhost")
            .port(endpoint.port())
            .credentials(Endpoint.USER, key)
            .serializer(serializer)
            .minConnectionPoolSize(1)
            .maxConnectionPoolSize(2)
            .create();
    clusters.add(cluster);
    return cluster;
  }

  private static GraphTraversalSource source(Cluster cluster) {
    return traversal().with(DriverRemoteConnection.using(cluster, "g"));
  }

  private void people(int number) {
    for (int i = 0; i < number; i++) {
      g.addV("person").property(T.id, "p" + i).property("country", "c" + i % 7).iterate();
    }
  }

  @Test
  void addsWalksChangesAndDrops() {
    people(2);
    Edge knows = g.V("p0").addE("knows").to(__.V("p1")).property("since", 1843).next();
    assertThat(knows.outVertex().id()).isEqualTo("p0");
    assertThat(g.V("p0").out("knows").id().toList()).containsExactly("p1");
    assertThat(g.V("p1").inE().values("since").toList()).containsExactly(1843);
    assertThat(g.V("p0").property("name", "Ada").next()).isInstanceOf(Vertex.class);
    assertThat(g.V("p0").elementMap("name").next()).containsEntry("name", "Ada");
    g.V("p1").drop().iterate();
    assertThat(g.E().count().next()).isZero();
  }

  @Test
  void streamsManyResults() {
    people(300);
    for (MessageSerializer<?> serializer :
        List.of(
            new GraphBinaryMessageSerializerV1(),
            new GraphSONMessageSerializerV3(),
            new GraphSONMessageSerializerV2())) {
      ResultSet results =
          cluster(Endpoint.KEY, serializer)
              .connect()
              .submit("g.V().id()", RequestOptions.build().batchSize(7).create());
      assertThat(results.stream().map(Result::getString).distinct()).hasSize(300);
    }
  }

  @Test
  void heedsWhatATraversalSaysOfItself() throws Exception {
    people(3);
    Client client = cluster(Endpoint.KEY, new GraphBinaryMessageSerializerV1()).connect();
    String names = "g.with('materializeProperties', 'tokens').V('p0')";
    Vertex whole = client.submit("g.V('p0')").all().get().getFirst().getVertex();
    Vertex named = client.submit(names).all().get().getFirst().getVertex();
    assertThat(whole.properties().hasNext()).isTrue();
    assertThat(named.properties().hasNext()).isFalse();
    assertThatThrownBy(
            () ->
                client
                    .submit(
                        "g.with('evaluationTimeout', 50).inject(1).repeat(identity())"
                            + ".until(constant(1).is(2))")
                    .all()
                    .get())
        .hasMessageContaining("50 ms");
  }

  @Test
  @SuppressWarnings("unchecked") // TinkerPop declares an array of raw classes of strategies.
  void doesWithoutStrategiesAndWithThoseThatOnlyMakeItQuicker() {
    people(3);
    assertThat(
            g.withoutStrategies(LazyBarrierStrategy.class, HaltedTraverserStrategy.class)
                .V()
                .count()
                .next())
        .isEqualTo(3);
    assertThat(g.withStrategies(FilterRankingStrategy.instance()).V().count().next()).isEqualTo(3);
    assertThatThrownBy(
            () -> g.withStrategies(HaltedTraverserStrategy.detached()).V().count().next())
        .hasMessageContaining("not allowed");
    assertThatThrownBy(
            () -> g.withoutStrategies(StandardVerificationStrategy.class).V().count().next())
        .hasMessageContaining("not allowed");
  }

  @Test
  void givesTheConsoleTextsThatItCanShow() throws Exception {
    people(1);
    GraphBinaryMessageSerializerV1 texts = new GraphBinaryMessageSerializerV1();
    texts.configure(Map.of("serializeResultToString", true), Map.of());
    Client client = cluster(Endpoint.KEY, texts).connect();
    assertThat(client.submit("g.V().count()").all().get().getFirst().getObject()).isEqualTo("1");
    assertThat(client.submit("g.V()").all().get().getFirst().getObject()).isEqualTo("v[p0]");
    assertThat(client.submit("g.V().out()").all().get()).isEmpty();
    assertThatThrownBy(() -> client.submit("g.V().nonsense()").all().get())
        .hasMessageContaining("nonsense");
  }

  @Test
  void answersManyAtOnceOnOneConnection() throws Exception {
    people(20);
    Client client = cluster(Endpoint.KEY, new GraphSONMessageSerializerV3()).connect();
    List<CompletableFuture<List<Result>>> answers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      answers.add(
          client.submitAsync("g.V(v).id()", Map.of("v", "p" + i % 20)).thenCompose(ResultSet::all));
    }
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).get().getFirst().getString()).isEqualTo("p" + i % 20);
    }
  }

  @Test
  void tellsFailuresAndGoesOn() throws Exception {
    Client client = cluster(Endpoint.KEY, new GraphBinaryMessageSerializerV1()).connect();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.submit("g.V().nonsense()").all().get())
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(ResponseException.class)
          .hasMessageContaining("nonsense");
      assertThat(client.submit("g.V().count()").all().get().getFirst().getLong()).isZero();
    }
  }

  @Test
  void keepsReadersFromChangingAnything() {
    people(1);
    GraphTraversalSource reader =
        source(cluster(Endpoint.READER, new GraphBinaryMessageSerializerV1()));
    assertThat(reader.V().count().next()).isEqualTo(1);
    for (Runnable change :
        List.<Runnable>of(
            () -> reader.addV("person").property("country", "BE").iterate(),
            () -> reader.V("p0").property("name", "x").iterate(),
            () -> reader.V().drop().iterate())) {
      assertThatThrownBy(change::run).rootCause().hasMessageContaining("reading only");
    }
    assertThat(g.V().has("name").count().next()).isZero();
    assertThat(g.V().count().next()).isEqualTo(1);
  }

  @Test
  void changesNothingWhenATraversalFailsHalfWay() {
    people(3);
    assertThatThrownBy(
            () ->
                g.V("p0", "p1", "p2")
                    .property("name", "x")
                    .choose(__.hasId("p2"), __.fail("as the test wants"))
                    .iterate())
        .isInstanceOf(Exception.class);
    assertThat(g.V().has("name", "x").count().next()).isZero();
  }

  @Test
  void refusesLambdasInBytecode() {
    people(1);
    assertThatThrownBy(() -> g.V().map(Lambda.function("it.get()")).toList())
        .rootCause()
        .isInstanceOf(ResponseException.class);
    assertThat(g.V().count().next()).isEqualTo(1);
  }

  @Test
  void leavesPropertiesOutIfTheyAreNotWanted() {
    people(2);
    g.V("p0").addE("knows").to(__.V("p1")).property("since", 1843).iterate();
    GraphTraversalSource names = g.with("materializeProperties", "tokens");
    assertThat(names.V("p0").next().properties().hasNext()).isFalse();
    assertThat(names.V("p0").next().label()).isEqualTo("person");
    assertThat(names.E().next().properties().hasNext()).isFalse();
    assertThat(names.V("p0").out().path().next().<Vertex>get(1).properties().hasNext()).isFalse();
    assertThat(g.V("p0").next().properties().hasNext()).isTrue();
    Client client = cluster(Endpoint.KEY, new GraphSONMessageSerializerV3()).connect();
    Vertex found =
        client
            .submit("g.V('p0')", RequestOptions.build().materializeProperties("tokens").create())
            .one()
            .getVertex();
    assertThat(found.id()).isEqualTo("p0");
    assertThat(found.properties().hasNext()).isFalse();
  }

  @Test
  void hasNoSessions() {
    Client session =
        cluster(Endpoint.KEY, new GraphBinaryMessageSerializerV1()).connect("a session");
    assertThatThrownBy(() -> session.submit("g.V()").all().get())
        .rootCause()
        .hasMessageContaining("no sessions");
  }
}
