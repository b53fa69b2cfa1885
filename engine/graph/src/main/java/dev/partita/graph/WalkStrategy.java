package dev.partita.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.NoOpBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * Has walks along edges read them as the index has them, to the vertices whose ids are asked for
 * right after, if they are; and where nobody asks which way was taken, but only where it ends or
 * how many ways there are, makes one step of several walks.
 */
final class WalkStrategy
    extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
    implements TraversalStrategy.ProviderOptimizationStrategy {

  static final WalkStrategy INSTANCE = new WalkStrategy();

  private static final long serialVersionUID = 1L;

  /** A traverser that carries one of these is not exchangeable for another in the same place. */
  private static final Set<TraverserRequirement> OWN =
      EnumSet.of(
          TraverserRequirement.PATH,
          TraverserRequirement.LABELED_PATH,
          TraverserRequirement.SACK,
          TraverserRequirement.SINGLE_LOOP,
          TraverserRequirement.NESTED_LOOP,
          TraverserRequirement.ONE_BULK);

  private WalkStrategy() {}

  @Override
  public Set<Class<? extends TraversalStrategy.ProviderOptimizationStrategy>> applyPrior() {
    return Set.of(SelectionStrategy.class);
  }

  @Override
  public void apply(Traversal.Admin<?, ?> traversal) {
    if (!(traversal.getGraph().orElse(null) instanceof PartitaGraph)) {
      return;
    }
    boolean exchangeable =
        TraversalHelper.getRootTraversal(traversal).getTraverserRequirements().stream()
            .noneMatch(OWN::contains);
    // By identity, since steps that say the same are equal.
    Set<VertexStep<?>> merged = Collections.newSetFromMap(new IdentityHashMap<>());
    for (VertexStep<?> step : List.copyOf(walks(traversal))) {
      if (!merged.contains(step)) {
        List<VertexStep<?>> chain = exchangeable ? chain(step) : List.of();
        if (chain.isEmpty()) {
          replace(traversal, step);
        } else {
          merged.addAll(chain);
          merge(traversal, chain);
        }
      }
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // TinkerPop finds steps by raw classes.
  private static List<VertexStep<?>> walks(Traversal.Admin<?, ?> traversal) {
    return (List) TraversalHelper.getStepsOfClass(VertexStep.class, traversal);
  }

  private static <E extends Element> void replace(
      Traversal.Admin<?, ?> traversal, VertexStep<E> step) {
    HasStep<?> named = step.getNextStep() instanceof HasStep<?> has ? has : null;
    Set<String> ids =
        named == null || !step.returnsVertex() || !step.getLabels().isEmpty() ? null : ids(named);
    NeighbourStep<E> walk = new NeighbourStep<>(step, ids);
    TraversalHelper.replaceStep(step, walk, traversal);
    if (named != null && ids != null) {
      named.getLabels().forEach(walk::addLabel);
      traversal.removeStep(named);
    }
  }

  /** The ids that are all a condition asks for; null if it asks for anything else. */
  private static @Nullable Set<String> ids(HasStep<?> step) {
    List<HasContainer> conditions = step.getHasContainers();
    if (conditions.size() != 1 || !T.id.getAccessor().equals(conditions.getFirst().getKey())) {
      return null;
    }
    Set<Object> values = Predicates.values(conditions.getFirst().getPredicate());
    if (values == null) {
      return null;
    }
    Set<String> ids = new HashSet<>();
    for (Object value : values) {
      if (!(value instanceof String id)) {
        return null;
      }
      ids.add(id);
    }
    return ids;
  }

  /** The walks from here on that end in a count, or in different vertices; none if they do not. */
  private static List<VertexStep<?>> chain(VertexStep<?> first) {
    List<VertexStep<?>> chain = new ArrayList<>();
    Step<?, ?> next = first;
    while (true) {
      if (next instanceof NoOpBarrierStep<?> && next.getLabels().isEmpty()) {
        next = next.getNextStep();
      } else if (next instanceof VertexStep<?> walk && walk.getLabels().isEmpty()) {
        chain.add(walk);
        next = walk.getNextStep();
        if (!walk.returnsVertex()) {
          break;
        }
      } else {
        break;
      }
    }
    boolean counted = next instanceof CountGlobalStep<?>;
    boolean different =
        next instanceof DedupGlobalStep<?> dedup
            && dedup.getScopeKeys().isEmpty()
            && dedup.getLocalChildren().isEmpty()
            && chain.getLast().returnsVertex();
    return counted || different ? chain : List.of();
  }

  private static void merge(Traversal.Admin<?, ?> traversal, List<VertexStep<?>> chain) {
    boolean counted = end(chain.getLast()) instanceof CountGlobalStep<?>;
    HopsStep hops = new HopsStep(traversal, chain, counted);
    VertexStep<?> first = chain.getFirst();
    int start = TraversalHelper.stepIndex(first, traversal);
    int end = TraversalHelper.stepIndex(chain.getLast(), traversal);
    for (int i = end; i > start; i--) {
      traversal.removeStep(i);
    }
    while (first.getNextStep() instanceof NoOpBarrierStep<?>) {
      traversal.removeStep(start + 1);
    }
    replaceWith(traversal, first, hops);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // A count takes what it is given.
  private static void replaceWith(Traversal.Admin<?, ?> traversal, Step first, Step hops) {
    TraversalHelper.replaceStep(first, hops, traversal);
  }

  private static Step<?, ?> end(Step<?, ?> last) {
    Step<?, ?> next = last.getNextStep();
    while (next instanceof NoOpBarrierStep<?>) {
      next = next.getNextStep();
    }
    return next;
  }
}
