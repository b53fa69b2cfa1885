package dev.partita.graph;

import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.PropertiesHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddVertexStepContract;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.AddPropertyStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;

/**
 * Gives a vertex that is added its partition key, id and label at once. TinkerPop sets properties
 * whose cardinality is said when the vertex is there; without these there is none.
 */
final class AddedVertexStrategy
    extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
    implements TraversalStrategy.ProviderOptimizationStrategy {

  static final AddedVertexStrategy INSTANCE = new AddedVertexStrategy();

  private static final long serialVersionUID = 1L;

  private AddedVertexStrategy() {}

  @Override
  public void apply(Traversal.Admin<?, ?> traversal) {
    if (traversal.getGraph().orElse(null) instanceof PartitaGraph graph) {
      Set<String> names = Set.of(graph.keyName(), "id", "label");
      for (Step<?, ?> step : List.copyOf(traversal.getSteps())) {
        if (step instanceof AddVertexStepContract<?>) {
          fold(traversal, step, names);
        }
      }
    }
  }

  private static void fold(Traversal.Admin<?, ?> traversal, Step<?, ?> added, Set<String> names) {
    Step<?, ?> next = added.getNextStep();
    while (next instanceof AddPropertyStep<?> property) {
      next = property.getNextStep();
      if (property.getKey() instanceof String name
          && names.contains(name)
          && property.getCardinality() == Cardinality.single
          && property.getProperties().isEmpty()) {
        ((PropertiesHolder) added).addProperty(name, property.getValue());
        TraversalHelper.copyLabels(property, property.getPreviousStep(), false);
        traversal.removeStep(property);
      }
    }
  }
}
