package dev.partita.tinkerpop;

import dev.partita.graph.PartitaGraph;
import io.cucumber.java.Scenario;
import org.apache.tinkerpop.gremlin.LoadGraphWith.GraphData;
import org.apache.tinkerpop.gremlin.features.World;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/** Provider of Partita's graphs for the scenarios. */
public final class PartitaWorld implements World {

  private @Nullable PartitaGraph empty;

  @Override
  public GraphTraversalSource getGraphTraversalSource(@Nullable GraphData data) {
    if (data != null) {
      return TestGraphs.of(data).traversal();
    }
    PartitaGraph own = empty;
    if (own == null) {
      own = TestGraphs.empty();
      empty = own;
    }
    return own.traversal();
  }

  @Override
  public void beforeEachScenario(Scenario scenario) {
    afterEachScenario();
  }

  @Override
  public void afterEachScenario() {
    if (empty != null) {
      TestGraphs.delete(empty);
      empty = null;
    }
  }

  @Override
  public String convertIdToScript(Object id, Class<? extends Element> type) {
    return "\"" + id + "\"";
  }
}
