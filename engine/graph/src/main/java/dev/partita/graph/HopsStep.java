package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/**
 * Several walks in a row from one vertex at a time: each vertex on the way is walked from once,
 * with the number of ways that lead to it. What comes out are different vertices, each as often as
 * there are ways; or, where only their number counts, one for all. Used by one thread.
 */
final class HopsStep extends AbstractStep<Vertex, Vertex> {

  private static final long serialVersionUID = 1L;

  /** As many vertices may be held on the way. */
  private static final int HELD_MAX = 4_000_000;

  /** Stands for as many ways and more: where only different ends are asked for, it is enough. */
  private static final long MANY_WAYS = Long.MAX_VALUE;

  private record Hop(Direction direction, String[] labels) {}

  /** How many ways lead to a vertex. */
  private static final class Ways {
    private long count;
  }

  // Steps are serializable to TinkerPop; nobody does it to these.
  private final transient List<Hop> hops;
  private final boolean counted;
  private transient Iterator<Traverser.Admin<Vertex>> ends = Collections.emptyIterator();

  HopsStep(Traversal.Admin<?, ?> traversal, List<VertexStep<?>> walks, boolean counted) {
    super(traversal);
    this.counted = counted;
    List<Hop> found = new ArrayList<>();
    for (VertexStep<?> walk : walks) {
      found.add(new Hop(walk.getDirection(), Neighbours.known(walk.getEdgeLabels())));
    }
    this.hops = found;
  }

  @Override
  public Set<TraverserRequirement> getRequirements() {
    return Set.of(TraverserRequirement.OBJECT, TraverserRequirement.BULK);
  }

  @Override
  protected Traverser.Admin<Vertex> processNextStart() throws NoSuchElementException {
    while (!ends.hasNext()) {
      ends = walk(starts.next());
    }
    return ends.next();
  }

  private Iterator<Traverser.Admin<Vertex>> walk(Traverser.Admin<Vertex> start) {
    if (!(start.get() instanceof PartitaVertex vertex)) {
      throw new IllegalStateException("A walk begins at a vertex of the graph.");
    }
    PartitaGraph graph = vertex.owner();
    Map<Node, Ways> here = new HashMap<>();
    add(here, vertex.node(), start.bulk());
    int last = counted ? hops.size() - 1 : hops.size();
    for (int i = 0; i < last; i++) {
      Map<Node, Ways> next = new HashMap<>();
      for (Map.Entry<Node, Ways> from : here.entrySet()) {
        go(graph, hops.get(i), from.getKey(), from.getValue().count, next);
      }
      here = next;
    }
    return counted ? total(graph, here, start) : arrivals(graph, here, start);
  }

  static DatabaseException tooManyWays() {
    return new DatabaseException(
        ErrorCode.TOO_LARGE, "There are more ways than can be counted. Narrow the traversal.");
  }

  private static void go(PartitaGraph graph, Hop hop, Node node, long ways, Map<Node, Ways> next) {
    interruptible();
    if (hop.direction() != Direction.IN) {
      go(graph, node, true, hop.labels(), ways, next);
    }
    if (hop.direction() != Direction.OUT) {
      go(graph, node, false, hop.labels(), ways, next);
    }
    if (next.size() > HELD_MAX) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE,
              "The traversal meets more vertices than it may hold. Narrow it, or divide it.")
          .with("limit", HELD_MAX);
    }
  }

  private static void go(
      PartitaGraph graph,
      Node node,
      boolean outgoing,
      String[] labels,
      long ways,
      Map<Node, Ways> next) {
    Link[] links = labels.length > 1 ? null : graph.linksAtHand(node, outgoing);
    if (links == null) {
      graph.links(node, outgoing, labels).forEachRemaining(link -> add(next, link.other(), ways));
      return;
    }
    int from = labels.length == 0 ? 0 : Neighbours.bound(links, labels[0], false);
    int to = labels.length == 0 ? links.length : Neighbours.bound(links, labels[0], true);
    graph.countLinks(node, outgoing, to - from);
    for (int i = from; i < to; i++) {
      add(next, links[i].other(), ways);
    }
  }

  private static void add(Map<Node, Ways> frontier, Node node, long ways) {
    Ways known = frontier.get(node);
    if (known == null) {
      known = new Ways();
      frontier.put(node, known);
    }
    long sum = known.count + ways;
    known.count = sum < 0 ? MANY_WAYS : sum;
  }

  private Iterator<Traverser.Admin<Vertex>> total(
      PartitaGraph graph, Map<Node, Ways> here, Traverser.Admin<Vertex> start) {
    Hop hop = hops.getLast();
    long total = 0;
    for (Map.Entry<Node, Ways> from : here.entrySet()) {
      interruptible();
      long degree = 0;
      if (hop.direction() != Direction.IN) {
        degree += degree(graph, from.getKey(), true, hop.labels());
      }
      if (hop.direction() != Direction.OUT) {
        degree += degree(graph, from.getKey(), false, hop.labels());
      }
      long ways = from.getValue().count;
      if (degree > 0 && ways >= (MANY_WAYS - total) / degree) {
        throw tooManyWays();
      }
      total += degree * ways;
    }
    if (total == 0) {
      return Collections.emptyIterator();
    }
    Traverser.Admin<Vertex> all = start.split(start.get(), this);
    all.setBulk(total);
    return Collections.singletonList(all).iterator();
  }

  private static long degree(PartitaGraph graph, Node node, boolean outgoing, String[] labels) {
    Link[] links = labels.length > 1 ? null : graph.linksAtHand(node, outgoing);
    if (links != null) {
      int degree =
          labels.length == 0
              ? links.length
              : Neighbours.bound(links, labels[0], true)
                  - Neighbours.bound(links, labels[0], false);
      graph.countLinks(node, outgoing, degree);
      return degree;
    }
    long degree = 0;
    for (Iterator<Link> each = graph.links(node, outgoing, labels); each.hasNext(); each.next()) {
      degree++;
    }
    return degree;
  }

  private Iterator<Traverser.Admin<Vertex>> arrivals(
      PartitaGraph graph, Map<Node, Ways> here, Traverser.Admin<Vertex> start) {
    Iterator<Map.Entry<Node, Ways>> each = here.entrySet().iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public Traverser.Admin<Vertex> next() {
        Map.Entry<Node, Ways> arrival = each.next();
        Traverser.Admin<Vertex> one =
            start.split(new PartitaVertex(graph, arrival.getKey()), HopsStep.this);
        one.setBulk(arrival.getValue().count);
        return one;
      }
    };
  }

  private static void interruptible() {
    if (Thread.currentThread().isInterrupted()) {
      throw new TraversalInterruptedException();
    }
  }

  @Override
  public void reset() {
    super.reset();
    ends = Collections.emptyIterator();
  }

  @Override
  public HopsStep clone() {
    HopsStep copy = (HopsStep) super.clone();
    copy.ends = Collections.emptyIterator();
    return copy;
  }

  @Override
  public int hashCode() {
    return super.hashCode() ^ hops.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public String toString() {
    return StringFactory.stepString(
        this,
        hops.stream().map(hop -> hop.direction() + List.of(hop.labels()).toString()).toList());
  }
}
