package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.FoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupCountStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TreeStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.AggregateStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.CollectingBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * Counts what goes into steps that hold all they are given before they go on, and ends a traversal
 * that would hold too much; a traversal of a few letters can otherwise fill any memory.
 */
final class BoundStrategy
    extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
    implements TraversalStrategy.ProviderOptimizationStrategy {

  static final BoundStrategy INSTANCE = new BoundStrategy();

  private static final long serialVersionUID = 1L;

  private BoundStrategy() {}

  @Override
  public Set<Class<? extends TraversalStrategy.ProviderOptimizationStrategy>> applyPrior() {
    return Set.of(PrefetchStrategy.class);
  }

  @Override
  public void apply(Traversal.Admin<?, ?> traversal) {
    if (traversal.getGraph().orElse(null) instanceof PartitaGraph graph && graph.heldMax() > 0) {
      for (Step<?, ?> step : List.copyOf(traversal.getSteps())) {
        if (holds(step)) {
          TraversalHelper.insertBeforeStep(
              new BoundStep<>(traversal, graph.heldMax()), step, traversal);
        }
      }
    }
  }

  private static boolean holds(Step<?, ?> step) {
    return step instanceof CollectingBarrierStep<?>
        || step instanceof FoldStep<?, ?>
        || step instanceof GroupStep<?, ?, ?>
        || step instanceof GroupCountStep<?, ?>
        || step instanceof TreeStep<?>
        || step instanceof DedupGlobalStep<?>
        || step instanceof AggregateStep<?>;
  }

  /** Counts what passes. Used by one thread. */
  private static final class BoundStep<E> extends AbstractStep<E, E> {

    private static final long serialVersionUID = 1L;

    private final int most;
    private int passed;

    BoundStep(Traversal.Admin<?, ?> traversal, int most) {
      super(traversal);
      this.most = most;
    }

    @Override
    protected Traverser.Admin<E> processNextStart() throws NoSuchElementException {
      Traverser.Admin<E> next = starts.next();
      if (++passed > most) {
        throw new DatabaseException(
                ErrorCode.TOO_LARGE,
                "A step of the traversal has to hold more than it may. Narrow the traversal.")
            .with("limit", most);
      }
      return next;
    }

    @Override
    public void reset() {
      super.reset();
      passed = 0;
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return super.equals(other);
    }
  }
}
