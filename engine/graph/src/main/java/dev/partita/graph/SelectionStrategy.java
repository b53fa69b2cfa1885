package dev.partita.graph;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.HasContainerHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.NoOpBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.Element;

/**
 * Folds what follows {@code V()} or {@code E()} into it: ids, partition keys, labels and
 * properties, and a count of what the index alone can count.
 */
final class SelectionStrategy
    extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
    implements TraversalStrategy.ProviderOptimizationStrategy {

  static final SelectionStrategy INSTANCE = new SelectionStrategy();

  private static final long serialVersionUID = 1L;

  private SelectionStrategy() {}

  @Override
  public void apply(Traversal.Admin<?, ?> traversal) {
    if (!(traversal.getGraph().orElse(null) instanceof PartitaGraph)) {
      return;
    }
    for (GraphStep<?, ?> step : List.copyOf(graphSteps(traversal))) {
      fold(traversal, step);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // TinkerPop finds steps by raw classes.
  private static List<GraphStep<?, ?>> graphSteps(Traversal.Admin<?, ?> traversal) {
    return (List) TraversalHelper.getStepsOfClass(GraphStep.class, traversal);
  }

  private static <S, E extends Element> void fold(
      Traversal.Admin<?, ?> traversal, GraphStep<S, E> original) {
    SelectionStep<S, E> selection = new SelectionStep<>(original);
    TraversalHelper.replaceStep(original, selection, traversal);
    Step<?, ?> next = selection.getNextStep();
    while (next instanceof HasStep<?> || next instanceof NoOpBarrierStep<?>) {
      Step<?, ?> after = next.getNextStep();
      if (next instanceof HasStep<?> has) {
        for (HasContainer condition : ((HasContainerHolder<?, ?>) has).getHasContainers()) {
          if (!GraphStep.processHasContainerIds(selection, condition)) {
            selection.addHasContainer(condition);
          }
        }
        TraversalHelper.copyLabels(has, has.getPreviousStep(), false);
        traversal.removeStep(has);
      }
      next = after;
    }
    if (next instanceof CountGlobalStep<?>
        && selection.isStartStep()
        && selection.getLabels().isEmpty()) {
      selection.countIfPossible();
    }
  }
}
