package dev.partita.graph;

import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ElementMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertiesStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertyMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.EmptyStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/** Has the items of neighbours read many at a time where their properties are asked for next. */
final class PrefetchStrategy
    extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
    implements TraversalStrategy.ProviderOptimizationStrategy {

  static final PrefetchStrategy INSTANCE = new PrefetchStrategy();

  private static final long serialVersionUID = 1L;

  private PrefetchStrategy() {}

  @Override
  public Set<Class<? extends TraversalStrategy.ProviderOptimizationStrategy>> applyPrior() {
    return Set.of(WalkStrategy.class);
  }

  @Override
  public void apply(Traversal.Admin<?, ?> traversal) {
    // A nested traversal is run for one element after the other, so it has only its own to read.
    if (!(traversal.getGraph().orElse(null) instanceof PartitaGraph)
        || !(traversal.getParent().asStep() instanceof EmptyStep<?, ?>)) {
      return;
    }
    for (Step<?, ?> step : List.copyOf(traversal.getSteps())) {
      Step<?, ?> before = step.getPreviousStep();
      if (reads(step) && (before instanceof VertexStep<?> || before instanceof EdgeVertexStep)) {
        TraversalHelper.insertBeforeStep(new PrefetchStep<>(traversal), step, traversal);
      }
    }
  }

  private static boolean reads(Step<?, ?> step) {
    return switch (step) {
      case HasStep<?> has ->
          has.getHasContainers().stream()
              .anyMatch(
                  condition -> condition.getKey() == null || !condition.getKey().startsWith("~"));
      case PropertiesStep<?> _ -> true;
      case PropertyMapStep<?, ?> _ -> true;
      case ElementMapStep<?, ?> _ -> true;
      default -> false;
    };
  }
}
