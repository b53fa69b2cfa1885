package dev.partita.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One traversal adds edges to a vertex that another removes: no edge is left without a vertex, also
 * if both commit at the same moment, when neither can see what the other does.
 */
class DanglingEdgeRepairTest {

  private final GraphFixture fixture = new GraphFixture();
  private final GraphTraversalSource others = fixture.cities();
  private final PartitaGraph graph = fixture.collecting();
  private final GraphTraversalSource g = graph.traversal();

  @BeforeEach
  void commitRegardless() {
    graph.forgetReads();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void add(GraphTraversalSource g, String from, String to, String id) {
    g.V(from).addE("new").to(__.V(to)).property(T.id, id).iterate();
  }

  private long newEdges() {
    return fixture.committing().traversal().E().hasLabel("new").count().next();
  }

  @ParameterizedTest
  @CsvSource({"ghent,bruges", "bruges,ghent", "ghent,paris", "paris,ghent", "ghent,ghent"})
  void anEdgeIsNotAddedToAVertexThatIsGone(String from, String to) {
    add(g, from, to, "e");
    others.V("ghent").drop().iterate();

    assertThatThrownBy(graph::commit)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED))
        .hasMessageContaining("e")
        .hasMessageContaining("ghent");
    assertThat(newEdges()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"ghent,bruges", "bruges,ghent", "ghent,paris", "paris,ghent", "ghent,ghent"})
  void aVertexIsRemovedWithTheEdgesThatOthersHaveAddedMeanwhile(String from, String to) {
    g.V("ghent").drop().iterate();
    add(others, from, to, "e");

    graph.commit();
    assertThat(newEdges()).isZero();
    assertThat(others.V().id().toList()).containsExactlyInAnyOrder("bruges", "lille", "paris");
  }

  @Test
  void edgesOfAVertexThatWasAddedAgainStay() {
    add(g, "ghent", "paris", "e");
    others.V("ghent").drop().iterate();
    others.addV("city").property("id", "ghent").property("country", "BE").iterate();

    graph.commit();
    assertThat(newEdges()).isOne();
  }

  @Test
  void theEdgeThatWasInTheWayStays() {
    add(g, "ghent", "bruges", "e");
    others.V("bruges").drop().iterate();
    add(others, "ghent", "paris", "e");

    assertThatThrownBy(graph::commit)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(others.E("e").inV().id().toList()).containsExactly("paris");
  }

  @Test
  void nobodyPaysForLookingAgain() {
    add(g, "ghent", "paris", "e");
    g.V("bruges").drop().iterate();
    graph.settle();
    graph.commit();

    assertThat(graph.traffic().seeks()).isZero();
    assertThat(graph.traffic().itemsRead()).isZero();
  }
}
