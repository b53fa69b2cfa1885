package dev.partita.graph;

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
    return returnsVertex()
        ? (Iterator<E>) vertex.walkVertices(getDirection(), ids, getEdgeLabels())
        : (Iterator<E>) vertex.walkEdges(getDirection(), getEdgeLabels());
  }
}
