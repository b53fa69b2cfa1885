package dev.partita.gremlin;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.SubgraphStrategy;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Differences of the dialect from TinkerPop, and their meaning. */
final class DialectTest {

  private final Endpoint endpoint = Endpoint.withGraph();
  private RawConnection connection;

  @BeforeEach
  void people() throws InterruptedException {
    connection = RawConnection.authenticated(endpoint);
    for (String[] person :
        new String[][] {{"ada", "uk", "36"}, {"bob", "uk", "17"}, {"eve", "fr", "64"}}) {
      String answer =
          connection.ask(
              "g.addV('person').property('id','%s').property('country','%s').property('age',%s)"
                  .formatted((Object[]) person));
      assertThat(answer).contains("\"code\":200");
    }
    String edge = connection.ask("g.V('ada').addE('knows').to(V('eve')).property('since', 1)");
    assertThat(edge).contains("\"code\":200");
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private void assertFinds(String script, String data) throws InterruptedException {
    assertThat(connection.ask(script)).as(script).contains("\"data\":" + data);
  }

  private void assertRefuses(String script) throws InterruptedException {
    assertThat(connection.ask(script)).as(script).contains("\"code\":597");
  }

  @Test
  void everyPropertyOfANewVertexMayHaveItsCardinality() throws Exception {
    assertFinds(
        "g.addV('person').property(single,'country','fr').property(single,'id','max')"
            + ".property(single,'age',5).property(list,'tag','a').property(list,'tag','b').id()",
        "[\"max\"]");
    assertFinds("g.V(['fr','max']).values('age','tag')", "[5,\"a\",\"b\"]");
    assertFinds(
        "g.inject(0).coalesce(V('none'), addV('x').property(single,'age',1)"
            + ".property(single,'country','fr')).values('country')",
        "[\"fr\"]");
    assertFinds(
        "g.addV('x').property(single,'country','fr').as('v').property(single,'age',7).as('w')"
            + ".select('v','w').by('age')",
        "[{\"v\":7,\"w\":7}]");
    assertFinds(
        "g.addV('x').property(single,'country',constant('be')).values('country')", "[\"be\"]");
    assertRefuses("g.addV('x').property(list,'country','fr')");
  }

  @Test
  void bytecodeHasThatAsWell() {
    Cluster cluster =
        Cluster.build("localhost")
            .port(endpoint.port())
            .credentials(Endpoint.USER, Endpoint.KEY)
            .minConnectionPoolSize(1)
            .maxConnectionPoolSize(1)
            .create();
    try {
      GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
      assertThat(
              g.addV("x")
                  .property(Cardinality.single, "country", "nl")
                  .property(Cardinality.single, "id", "n1")
                  .id()
                  .next())
          .isEqualTo("n1");
      assertThat(
              g.withStrategies(SubgraphStrategy.build().vertices(__.has("age", 36)).create())
                  .V()
                  .id()
                  .toList())
          .containsExactly("ada");
    } finally {
      cluster.close();
    }
  }

  @Test
  void hasTakesATraversalOverTheValue() throws Exception {
    assertFinds("g.V().has('age', is(gt(30))).id().order()", "[\"ada\",\"eve\"]");
    assertFinds("g.V().hasLabel('person').has('age', is(17)).id()", "[\"bob\"]");
    assertFinds("g.V().has('id', is('eve')).values('age')", "[64]");
    assertFinds("g.V().has(label, is('person')).count()", "[3]");
    assertFinds("g.V().where(has('age', is(lt(20)))).id()", "[\"bob\"]");
    assertRefuses("g.V().has('person', 'age', is(gt(30)))");
    assertRefuses("g.V().has(is(1))");
  }

  @Test
  void idsMayBeNamedByAPredicate() throws Exception {
    assertFinds("g.V(within('ada','eve')).id().order()", "[\"ada\",\"eve\"]");
    assertFinds("g.V(within(['ada','bob'])).id().order()", "[\"ada\",\"bob\"]");
    assertFinds("g.V(within(['uk','ada'],['fr','eve'])).id().order()", "[\"ada\",\"eve\"]");
    assertFinds("g.V(eq('eve')).id()", "[\"eve\"]");
    assertFinds("g.V(within([])).count()", "[0]");
    assertRefuses("g.V(without('ada'))");
    assertRefuses("g.V(gt('ada'))");
    assertRefuses("g.V(within('ada').or(eq('b')))");
  }

  @Test
  void strategiesAreWrittenAsTinkerPopHasThem() throws Exception {
    assertFinds(
        "g.withStrategies(new PartitionStrategy(partitionKey: 'country', readPartitions: ['fr']))"
            + ".V().id()",
        "[\"eve\"]");
    assertFinds(
        "g.withStrategies(new PartitionStrategy(partitionKey: 'country', writePartition: 'fr',"
            + " readPartitions: {'fr'})).addV('x').property('id','y').values('country')",
        "[\"fr\"]");
    assertFinds(
        "g.withStrategies(new SubgraphStrategy(vertices: has('age', gt(20)),"
            + " edges: hasLabel('knows'))).V().hasLabel('person').id().order()",
        "[\"ada\",\"eve\"]");
    assertFinds(
        "g.withStrategies(SubgraphStrategy.build().vertices(hasLabel('none')).create()).V().count()",
        "[0]");
    assertFinds("g.withStrategies(ReadOnlyStrategy).V().hasLabel('person').count()", "[3]");
    assertFinds("g.withStrategies(new ReadOnlyStrategy()).V().hasLabel('person').count()", "[3]");
    assertFinds(
        "g.withStrategies(ReadOnlyStrategy, new SeedStrategy(seed: 5)).V('ada').id()", "[\"ada\"]");
    assertFinds("g.withoutStrategies(LazyBarrierStrategy).V('ada').id()", "[\"ada\"]");
  }

  @Test
  void whatStrategiesForbidOrLackIsRefused() throws Exception {
    assertRefuses("g.withStrategies(ReadOnlyStrategy).addV('x').property('country','x')");
    assertRefuses("g.withStrategies(new PartitionStrategy(partition: 'x')).V()");
    assertRefuses("g.withStrategies(new PartitionStrategy()).V()");
    assertRefuses("g.withStrategies(new NoSuchStrategy()).V()");
    assertRefuses("g.withStrategies(new SubgraphStrategy(vertices: call('x'))).V()");
    assertRefuses("g.withStrategies(new SubgraphStrategy(vertices: 5)).V()");
    assertRefuses("g.withStrategies(new SeedStrategy(seed: 'x')).V()");
    assertRefuses("g.withoutStrategies(StandardVerificationStrategy).V()");
  }

  @Test
  void whatChooseHasNoOptionForPassesOn() throws Exception {
    assertFinds(
        "g.V('ada','bob').order().by('age').values('age').choose(identity())"
            + ".option(17, constant('young'))",
        "[\"young\",36]");
    assertFinds(
        "g.V('ada','bob').order().by('age').values('age').choose(identity())"
            + ".option(17, constant('young')).option(none, constant('old'))",
        "[\"young\",\"old\"]");
  }
}
