package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a commit may leave loose: the edges it adds, if others remove their vertices meanwhile, and
 * the vertices it removes, if others add edges to them. No transaction holds both, since they lie
 * in different partitions. So both sides look again when they have committed. Whichever is last
 * finds what the other has done, and removes the edge. Used by one thread.
 */
final class DanglingEdgeRepair {

  private static final String[] ALL_LABELS = new String[0];

  private record Added(ElementKey edge, EdgeShape.Ends ends) {}

  private final List<Added> added = new ArrayList<>();
  private final List<ElementKey> removed = new ArrayList<>();

  /** What the changes may leave loose when they are made. */
  DanglingEdgeRepair(Writes writes) {
    writes.all().forEach(this::add);
  }

  private void add(Writes.Change change) {
    EdgeShape.Ends ends = change.ends();
    if (ends == null && change.document() == null) {
      removed.add(change.key());
    } else if (ends != null && change.isNew()) {
      added.add(new Added(change.key(), ends));
    }
  }

  /**
   * Removes the edges that lack a vertex, once the changes have been made.
   *
   * @throws DatabaseException PRECONDITION_FAILED if an edge was among them that was to be added
   */
  void remove(PartitaGraph graph) {
    for (ElementKey vertex : removed) {
      removeEdges(graph, graph.node(vertex));
    }
    DatabaseException failure = null;
    Set<ElementKey> missing = missing(graph);
    for (Added each : missing.isEmpty() ? List.<Added>of() : added) {
      if (missing.contains(each.ends.source()) || missing.contains(each.ends.sink())) {
        removeEdge(graph, each);
        failure =
            new DatabaseException(
                    ErrorCode.PRECONDITION_FAILED,
                    "A vertex was removed while an edge was being added to it. There is no such"
                        + " edge; run the traversal again if it can do without the vertex.")
                .with("edge", each.edge.id())
                .with("source", each.ends.source().id())
                .with("sink", each.ends.sink().id());
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The same where some of the changes may have been made, and not all. */
  void removeAfter(DatabaseException failure, PartitaGraph graph) {
    try {
      remove(graph);
    } catch (DatabaseException e) {
      failure.addSuppressed(e);
    }
  }

  /** The vertices of added edges that are not there any more. */
  private Set<ElementKey> missing(PartitaGraph graph) {
    Set<Node> doubtful = new LinkedHashSet<>();
    added.forEach(each -> addUnlessKnown(graph, each.ends, doubtful));
    graph.fetch(doubtful);
    Set<ElementKey> missing = new HashSet<>();
    for (Node node : doubtful) {
      if (graph.known(node).data() == null) {
        missing.add(node.key());
      }
    }
    return missing;
  }

  private static void addUnlessKnown(PartitaGraph graph, EdgeShape.Ends ends, Set<Node> doubtful) {
    addUnlessKnown(graph, ends.source(), doubtful);
    addUnlessKnown(graph, ends.sink(), doubtful);
  }

  /** Nearly all vertices that edges are added to have been read before. */
  private static void addUnlessKnown(PartitaGraph graph, ElementKey vertex, Set<Node> doubtful) {
    Node node = graph.node(vertex);
    Node.Known known = graph.store().cache().known(node);
    if (known == null || known.data() == null) {
      doubtful.add(node);
    }
  }

  /** Of a vertex that somebody has added again the edges stay. */
  private static void removeEdges(PartitaGraph graph, Node vertex) {
    List<ElementKey> edges = new ArrayList<>();
    for (boolean outgoing : new boolean[] {true, false}) {
      Iterator<Link> links = graph.uncharged().links(vertex, outgoing, ALL_LABELS, graph.epoch());
      links.forEachRemaining(link -> edges.add(PartitaGraph.edgeKey(vertex, outgoing, link)));
    }
    if (!edges.isEmpty() && graph.store().read(vertex.key()) == null) {
      edges.forEach(edge -> delete(graph, edge));
    }
  }

  /** Unless the id is that of another edge, which was in the way of this one. */
  private static void removeEdge(PartitaGraph graph, Added edge) {
    StoredItem item = graph.store().read(edge.edge);
    if (item != null) {
      EdgeShape.Ends ends = EdgeShape.ends(item.document(), edge.edge.partition());
      if (ends.source().equals(edge.ends.source()) && ends.sink().equals(edge.ends.sink())) {
        delete(graph, edge.edge);
      }
    }
  }

  private static void delete(PartitaGraph graph, ElementKey edge) {
    try {
      graph.store().items().delete(edge.partition(), edge.id(), Precondition.NONE);
    } catch (DatabaseException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
    }
  }
}
