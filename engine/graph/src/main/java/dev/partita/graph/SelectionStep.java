package dev.partita.graph;

import dev.partita.json.JsonNull;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.HasContainerHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.Mutating;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/** {@code V()} or {@code E()} with the conditions that follow it. Used by one thread. */
final class SelectionStep<S, E extends Element> extends GraphStep<S, E>
    implements HasContainerHolder<S, E> {

  private static final long serialVersionUID = 1L;

  // Not final since a copy of the step has conditions of its own.
  private ArrayList<HasContainer> conditions = new ArrayList<>();
  private boolean counting;
  private transient boolean counted;

  SelectionStep(GraphStep<S, E> original) {
    super(
        original.getTraversal(),
        original.getReturnClass(),
        original.isStartStep(),
        original.getIds());
    original.getLabels().forEach(this::addLabel);
    setIteratorSupplier(this::select);
  }

  /** Its elements are only counted: where the index can, one stands for all. */
  void countIfPossible() {
    counting = true;
  }

  private PartitaGraph graph() {
    return (PartitaGraph) getTraversal().getGraph().orElseThrow();
  }

  private Iterator<E> select() {
    PartitaGraph graph = graph();
    if (isStartStep()) {
      graph.refresh();
    }
    // An empty list of ids that was given asks for nothing, and not for everything.
    if (ids == null) {
      return Collections.emptyIterator();
    }
    Selection selection = Selection.of(graph, ids, conditions);
    Selector selector = new Selector(graph);
    Iterator<? extends Element> found =
        returnsVertex() ? selector.vertices(selection) : selector.edges(selection);
    if (graph.autoCommit()
        && TraversalHelper.hasStepOfAssignableClassRecursively(
            Mutating.class, TraversalHelper.getRootTraversal(getTraversal()))) {
      // What the traversal adds must not be met by itself.
      List<Element> all = new ArrayList<>();
      found.forEachRemaining(all::add);
      found = all.iterator();
    }
    return cast(found);
  }

  @SuppressWarnings("unchecked") // The class to return says which elements these are.
  private Iterator<E> cast(Iterator<? extends Element> found) {
    return (Iterator<E>) found;
  }

  @Override
  protected Traverser.Admin<E> processNextStart() {
    if (counting && !counted) {
      counted = true;
      PartitaGraph graph = graph();
      graph.refresh();
      long count =
          ids == null
              ? 0
              : new Selector(graph).count(Selection.of(graph, ids, conditions), returnsVertex());
      if (count >= 0) {
        setIteratorSupplier(Collections::emptyIterator);
      }
      if (count > 0) {
        return standIn(graph, count);
      }
    }
    return super.processNextStart();
  }

  /** One traverser in the place of many that are only counted; nobody looks at what it carries. */
  @SuppressWarnings("unchecked")
  private Traverser.Admin<E> standIn(PartitaGraph graph, long count) {
    Element any = new PartitaVertex(graph, graph.node(ElementKey.of(JsonNull.NULL, "")));
    Step<E, ?> self = (Step<E, ?>) (Step<?, ?>) this;
    return getTraversal().getTraverserGenerator().generate((E) any, self, count);
  }

  @Override
  public List<HasContainer> getHasContainers() {
    return Collections.unmodifiableList(conditions);
  }

  @Override
  public void addHasContainer(HasContainer condition) {
    conditions.add(condition);
  }

  @Override
  public void removeHasContainer(HasContainer condition) {
    conditions.remove(condition);
  }

  @Override
  public void reset() {
    super.reset();
    if (counted) {
      counted = false;
      setIteratorSupplier(this::select);
    }
  }

  @Override
  public SelectionStep<S, E> clone() {
    @SuppressWarnings("unchecked")
    SelectionStep<S, E> copy = (SelectionStep<S, E>) super.clone();
    copy.conditions = new ArrayList<>();
    conditions.forEach(condition -> copy.conditions.add(condition.clone()));
    copy.setIteratorSupplier(copy::select);
    return copy;
  }

  @Override
  public int hashCode() {
    return super.hashCode() ^ conditions.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public String toString() {
    return StringFactory.stepString(
        this,
        getReturnClass().getSimpleName().toLowerCase(Locale.ROOT),
        ids == null ? List.of() : List.of(ids),
        conditions);
  }
}
