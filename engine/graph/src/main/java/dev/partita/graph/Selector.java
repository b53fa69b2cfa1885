package dev.partita.graph;

import dev.partita.container.key.PartitionKey;
import dev.partita.document.StoredItem;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.partition.RecordKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * Finds the elements of selections: named ones where they lie, others through the index that leads
 * to fewest, in the partitions that were asked for. Used by the thread that uses its graph.
 */
final class Selector {

  private final PartitaGraph graph;
  private final GraphStore store;

  Selector(PartitaGraph graph) {
    this.graph = graph;
    this.store = graph.store();
  }

  Iterator<Vertex> vertices(Selection selection) {
    graph.traffic().selects(selection);
    if (selection.byId()) {
      return narrowed(
          IteratorUtils.filter(
              IteratorUtils.map(
                  named(selection, true).iterator(),
                  key -> new PartitaVertex(graph, graph.node(key))),
              this::exists),
          selection.conditions());
    }
    graph.reads().selection(selection, true);
    Access access = Access.toVertices(graph, selection);
    Iterator<Vertex> stored =
        IteratorUtils.filter(
            new SelectedPages<>(graph, access, this::vertex),
            vertex -> graph.writes().of(((PartitaVertex) vertex).key()) == null);
    return met(PartitaVertex.both(stored, changedVertices(selection)), access.conditions());
  }

  Iterator<Edge> edges(Selection selection) {
    graph.traffic().selects(selection);
    if (selection.byId()) {
      List<Edge> found = new ArrayList<>();
      for (ElementKey key : named(selection, false)) {
        PartitaEdge edge = edge(key);
        if (edge != null) {
          found.add(edge);
        }
      }
      return narrowed(found.iterator(), selection.conditions());
    }
    graph.reads().selection(selection, false);
    Access access = Access.toEdges(graph, selection);
    Iterator<Edge> stored =
        IteratorUtils.filter(
            new SelectedPages<>(graph, access, this::edge),
            edge -> graph.writes().of(((PartitaEdge) edge).key()) == null);
    return met(PartitaVertex.both(stored, changedEdges(selection)), access.conditions());
  }

  /** Those of a selection that was searched for: what was looked at in vain is not of it. */
  private <E extends Element> Iterator<E> met(Iterator<E> found, List<HasContainer> conditions) {
    return conditions.isEmpty()
        ? found
        : IteratorUtils.filter(found, element -> isMet(element, conditions));
  }

  private boolean isMet(Element element, List<HasContainer> conditions) {
    Reads reads = graph.reads();
    reads.pause(true);
    try {
      if (!HasContainer.testAll(element, conditions)) {
        return false;
      }
    } finally {
      reads.pause(false);
    }
    ElementKey key =
        element instanceof PartitaVertex vertex ? vertex.key() : ((PartitaEdge) element).key();
    if (graph.writes().of(key) == null) {
      reads.element(key, true);
    }
    return true;
  }

  /** How many there are, if the index alone can tell; else -1. */
  long count(Selection selection, boolean ofVertices) {
    if (selection.byId() || store.mayExpire() || !graph.writes().isEmpty()) {
      return -1;
    }
    Access access =
        ofVertices ? Access.toVertices(graph, selection) : Access.toEdges(graph, selection);
    if (!access.isExact() || !access.conditions().isEmpty()) {
      return -1;
    }
    graph.reads().selection(selection, ofVertices);
    long count = 0;
    for (IndexScan scan : access.scans()) {
      try (IndexCursor cursor = store.index().open(scan)) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    access.charge(graph.traffic(), count);
    return count;
  }

  private boolean exists(Vertex vertex) {
    return graph.data(((PartitaVertex) vertex).node()) != null;
  }

  private static <E extends Element> Iterator<E> narrowed(
      Iterator<E> found, List<HasContainer> conditions) {
    return conditions.isEmpty()
        ? found
        : IteratorUtils.filter(found, element -> HasContainer.testAll(element, conditions));
  }

  /** The elements that were asked for by their ids, each where it lies. */
  private List<ElementKey> named(Selection selection, boolean ofVertices) {
    List<ElementKey> keys = new ArrayList<>(selection.keys());
    for (String id : selection.ids()) {
      PartitionKey partition = ofVertices ? graph.partitionOf(id) : null;
      if (partition != null) {
        keys.add(new ElementKey(partition, id));
      } else {
        find(id, keys);
      }
    }
    return keys;
  }

  /** The elements with an id, in whatever partition they are. */
  private void find(String id, List<ElementKey> keys) {
    graph.reads().id(id);
    int before = keys.size();
    for (Writes.Change change : graph.writes().all()) {
      if (change.key().id().equals(id) && change.isNew() && !change.isStored()) {
        keys.add(change.key());
      }
    }
    if (!store.usableIndexes().isIndexed(IndexPath.of("id"))) {
      Access.everything(graph, key -> key.id().equals(id)).forEachRemaining(keys::add);
      return;
    }
    IndexScan scan = IndexScan.of(IndexPath.of("id"), TermRange.equalTo(JsonString.of(id)));
    try (IndexCursor cursor = store.index().open(scan)) {
      while (cursor.next()) {
        ElementKey key = key(cursor.item());
        if (key.id().equals(id)) {
          keys.add(key);
        }
      }
    }
    graph.traffic().rangeEverywhere(keys.size() - before);
  }

  static ElementKey key(RecordKey item) {
    return new ElementKey(
        PartitionKey.decode(item.logical().value()), new String(item.id(), StandardCharsets.UTF_8));
  }

  /** The vertex that an entry leads to, if that can be told without its item. */
  private Vertex vertex(Access.Entry entry) {
    Node node = graph.node(entry.key());
    String label = entry.label();
    if (label != null && node.label() == null) {
      node.label(label);
    }
    return new PartitaVertex(graph, node);
  }

  private @Nullable Edge edge(Access.Entry entry) {
    return entry.isComplete()
        ? new PartitaEdge(
            graph,
            entry.key(),
            entry.requireLabel(),
            graph.node(entry.requireSource()),
            graph.node(entry.requireSink()),
            null)
        : edge(entry.key());
  }

  private @Nullable PartitaEdge edge(ElementKey key) {
    Writes.Change change = graph.writes().of(key);
    JsonObject document;
    if (change != null) {
      document = change.document();
    } else {
      StoredItem item = store.read(key);
      graph.reads().element(key, item != null);
      graph.traffic().item(key.partition(), item == null ? 0 : item.jsonBytes());
      document = item == null ? null : item.document();
    }
    return document == null || VertexShape.isVertex(document) ? null : edge(key, document);
  }

  private PartitaEdge edge(ElementKey key, JsonObject document) {
    EdgeShape.Ends ends = EdgeShape.ends(document, key.partition());
    String label = EdgeShape.text(document.at("label"), EdgeShape.DEFAULT_LABEL);
    Node source = graph.node(ends.source());
    Node sink = graph.node(ends.sink());
    Link link = new Link(key.id(), label, sink);
    link.data(EdgeShape.read(document, graph.keyName()));
    return new PartitaEdge(graph, key, label, source, sink, link);
  }

  /** What has been changed and is not stored yet, as of now: what comes later is not looked for. */
  private Iterator<Vertex> changedVertices(Selection selection) {
    List<Vertex> changed = new ArrayList<>();
    for (Writes.Change change : graph.writes().all()) {
      if (change.ends() == null && change.document() != null) {
        PartitaVertex vertex = new PartitaVertex(graph, graph.node(change.key()));
        if (HasContainer.testAll(vertex, selection.conditions())) {
          changed.add(vertex);
        }
      }
    }
    return changed.iterator();
  }

  private Iterator<Edge> changedEdges(Selection selection) {
    List<Edge> changed = new ArrayList<>();
    for (Writes.Change change : graph.writes().all()) {
      JsonObject document = change.document();
      if (change.ends() != null && document != null) {
        PartitaEdge edge = edge(change.key(), document);
        if (HasContainer.testAll(edge, selection.conditions())) {
          changed.add(edge);
        }
      }
    }
    return changed.iterator();
  }
}
