package dev.partita.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;

/**
 * Lets elements pass some at a time, and reads the items of those together whose properties are
 * going to be asked for. Begins with few, since who asks may want no more. Used by one thread.
 */
final class PrefetchStep<E> extends AbstractStep<E, E> {

  private static final long serialVersionUID = 1L;
  private static final int FIRST = 4;
  private static final int MOST = 1_024;

  private transient ArrayDeque<Traverser.Admin<E>> read = new ArrayDeque<>();
  private int size = FIRST;

  PrefetchStep(Traversal.Admin<?, ?> traversal) {
    super(traversal);
  }

  @Override
  protected Traverser.Admin<E> processNextStart() throws NoSuchElementException {
    if (read.isEmpty()) {
      List<Object> elements = new ArrayList<>();
      read.add(starts.next());
      elements.add(read.getFirst().get());
      while (read.size() < size && starts.hasNext()) {
        read.add(starts.next());
        elements.add(read.getLast().get());
      }
      size = Math.min(MOST, 4 * size);
      if (elements.size() > 1 && getTraversal().getGraph().orElse(null) instanceof PartitaGraph g) {
        g.prefetch(elements);
      }
    }
    return read.removeFirst();
  }

  @Override
  public void reset() {
    super.reset();
    read.clear();
    size = FIRST;
  }

  @Override
  public PrefetchStep<E> clone() {
    @SuppressWarnings("unchecked")
    PrefetchStep<E> copy = (PrefetchStep<E>) super.clone();
    copy.read = new ArrayDeque<>();
    return copy;
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
