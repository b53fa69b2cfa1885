package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.RepeatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CombineStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ConcatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ConjoinStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.FoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.FormatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupCountStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MergeStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ProductStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ReplaceGlobalStep;
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
              new BoundStep<>(traversal, graph.heldMax(), holdsEach(step)), step, traversal);
        }
        if (grows(step)) {
          TraversalHelper.insertAfterStep(
              new SizeStep<>(traversal, graph.heldMax()), step, traversal);
        }
      }
      if (traversal.getParent() instanceof RepeatStep<?>
          && !TraversalHelper.hasStepOfAssignableClass(NeighbourStep.class, traversal)) {
        traversal.addStep(0, new SizeStep<>(traversal, graph.heldMax()));
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

  /** Whether it holds what comes as often as there are ways to it. */
  private static boolean holdsEach(Step<?, ?> step) {
    return step instanceof FoldStep<?, ?> || step instanceof AggregateStep<?>;
  }

  /** Whether what comes out may be longer than what went in, again and again in a repetition. */
  private static boolean grows(Step<?, ?> step) {
    return step instanceof ConcatStep<?>
        || step instanceof ReplaceGlobalStep<?, ?>
        || step instanceof FormatStep<?>
        || step instanceof ConjoinStep<?>
        || step instanceof CombineStep<?, ?>
        || step instanceof ProductStep<?, ?>
        || step instanceof MergeStep<?, ?>;
  }

  /**
   * Looks how long texts and lists have become, and for how many ways a traverser stands. Used by
   * one thread.
   */
  private static final class SizeStep<E> extends AbstractStep<E, E> {

    private static final long serialVersionUID = 1L;

    /** A text may have so many letters for each element that a step may hold. */
    private static final int LETTERS = 4;

    private final int most;

    SizeStep(Traversal.Admin<?, ?> traversal, int most) {
      super(traversal);
      this.most = most;
    }

    @Override
    protected Traverser.Admin<E> processNextStart() throws NoSuchElementException {
      Traverser.Admin<E> next = starts.next();
      NeighbourStep.requireCountable(next);
      boolean tooLong =
          switch (next.get()) {
            case String text -> text.length() / LETTERS > most;
            case Collection<?> several -> several.size() > most;
            case Map<?, ?> map -> map.size() > most;
            case null, default -> false;
          };
      if (tooLong) {
        throw new DatabaseException(
                ErrorCode.TOO_LARGE,
                "A text or a list of the traversal is longer than it may be. Narrow the traversal.")
            .with("limit", most);
      }
      return next;
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

  /** Counts what passes. Used by one thread. */
  private static final class BoundStep<E> extends AbstractStep<E, E> {

    private static final long serialVersionUID = 1L;

    private final int most;
    private final boolean each;
    private long passed;

    BoundStep(Traversal.Admin<?, ?> traversal, int most, boolean each) {
      super(traversal);
      this.most = most;
      this.each = each;
    }

    @Override
    protected Traverser.Admin<E> processNextStart() throws NoSuchElementException {
      Traverser.Admin<E> next = starts.next();
      passed += each ? Math.clamp(next.bulk(), 1, most + 1L) : 1;
      if (passed > most) {
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
