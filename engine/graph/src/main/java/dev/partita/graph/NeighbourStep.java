package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import java.util.Iterator;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** A walk along edges, or to them, in a traversal that has begun. Used by one thread. */
final class NeighbourStep<E extends Element> extends VertexStep<E> {

  private static final long serialVersionUID = 1L;

  /**
   * A traverser that stands for more ways than this walks no further. Where traversers meet,
   * TinkerPop adds up their ways without looking whether there is a number for the sum.
   */
  private static final long WAYS_MAX = 1L << 56;

  // Steps are serializable to TinkerPop; nobody does it to these.
  private final transient @Nullable Set<String> ids;

  /**
   * @param ids of the vertices to walk to; null for all
   */
  NeighbourStep(VertexStep<E> original, @Nullable Set<String> ids) {
    super(
        original.getTraversal(),
        original.getReturnClass(),
        original.getDirection(),
        original.getEdgeLabels());
    original.getLabels().forEach(this::addLabel);
    this.ids = ids;
    if (original.getDirection() == null) {
      throw DatabaseException.badRequest("A walk has a direction: in, out or both.");
    }
  }

  @Override
  public void close() {
    // Its iterators hold nothing.
  }

  @Override
  @SuppressWarnings("unchecked") // The class to return says which elements these are.
  protected Iterator<E> flatMap(Traverser.Admin<Vertex> traverser) {
    if (!(traverser.get() instanceof PartitaVertex vertex)) {
      return super.flatMap(traverser);
    }
    requireCountable(traverser);
    return returnsVertex()
        ? (Iterator<E>) vertex.walkVertices(getDirection(), ids, getEdgeLabels())
        : (Iterator<E>) vertex.walkEdges(getDirection(), getEdgeLabels());
  }

  static void requireCountable(Traverser.Admin<?> traverser) {
    if (traverser.bulk() > WAYS_MAX || traverser.bulk() < 0) {
      throw HopsStep.tooManyWays();
    }
  }
}
