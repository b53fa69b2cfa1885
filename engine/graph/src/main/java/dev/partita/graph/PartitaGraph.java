package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * A graph as traversals see it: what is committed, and on top of that what has been changed through
 * it. Used by one thread at a time; making one costs nothing.
 */
@Graph.OptIn(Graph.OptIn.SUITE_STRUCTURE_STANDARD)
@Graph.OptIn(Graph.OptIn.SUITE_PROCESS_EMBEDDED_STANDARD)
public final class PartitaGraph implements Graph {

  static {
    ProviderStrategies.register();
  }

  /** How many of the keys that are chosen for vertices are kept. */
  private static final int CHOSEN_KEYS_MAX = 4096;

  private final GraphStore store;
  private final GraphOptions options;
  private final @Nullable PartitionKey[] chosenKeys;
  private final Writes writes = new Writes();
  private final GraphEditor editor;
  private final Configuration configuration = new BaseConfiguration();
  private Traffic traffic;
  private Neighbours neighbours;
  private long epoch;

  PartitaGraph(GraphStore store, GraphOptions options) {
    this.store = store;
    this.options = options;
    this.chosenKeys = new PartitionKey[Math.min(options.partitions(), CHOSEN_KEYS_MAX)];
    this.editor = new GraphEditor(this, options, writes);
    this.traffic = new Traffic(store.container());
    this.neighbours = new Neighbours(store, traffic);
    configuration.setProperty(Graph.GRAPH, PartitaGraph.class.getName());
    configuration.setProperty("container", store.container().record().name());
  }

  public GraphStore store() {
    return store;
  }

  /** The name of the property that is the partition key. */
  public String keyName() {
    return store.keyName();
  }

  /** What has been asked of the partitions since the last {@link #settle}. */
  public Traffic traffic() {
    return traffic;
  }

  /** Ends the account of what was read: it is charged to the partitions. */
  public void settle() {
    traffic.settle();
    traffic = new Traffic(store.container());
    neighbours = new Neighbours(store, traffic);
  }

  /** Makes what others have committed since visible. */
  public void refresh() {
    epoch = store.cache().refresh();
  }

  /**
   * Commits what has been changed: by logical partition, each as a whole. No edge is left without
   * its vertices, whatever others commit at the same time.
   *
   * @throws DatabaseException what kept a partition from being changed; others may have been
   */
  public void commit() {
    if (writes.isEmpty()) {
      return;
    }
    LooseEnds ends = new LooseEnds(writes);
    try {
      commitChanges();
    } catch (DatabaseException e) {
      ends.removeAfter(e, this);
      throw e;
    }
    ends.remove(this);
  }

  private void commitChanges() {
    Writes.Committed committed = null;
    try {
      committed = writes.commit(store.items());
      traffic.written(committed.charge());
    } finally {
      epoch = store.cache().refresh(committed);
    }
  }

  /** Forgets what has been changed and not committed. */
  public void rollback() {
    writes.clear();
  }

  int heldMax() {
    return options.heldMax();
  }

  boolean autoCommit() {
    return options.autoCommit();
  }

  // Reading

  Node node(ElementKey key) {
    return store.cache().node(key);
  }

  /** An id for an element or a property that was given none. */
  String newId() {
    return NewIds.next(store.container().engine().clock());
  }

  /** The value of a partition key, for a vertex whose id is all that is known; null if it is. */
  @Nullable PartitionKey partitionOf(String id) {
    int partitions = options.partitions();
    return partitions == 0 ? null : chosenKey(Math.floorMod(id.hashCode(), partitions));
  }

  /** Kept, since whoever loads a graph asks for one with every vertex and every edge. */
  private PartitionKey chosenKey(int number) {
    PartitionKey known = number < chosenKeys.length ? chosenKeys[number] : null;
    if (known == null) {
      known = PartitionKey.of("p" + number);
      if (number < chosenKeys.length) {
        chosenKeys[number] = known;
      }
    }
    return known;
  }

  /** What is known of a vertex; null if there is no such vertex. */
  @Nullable VertexData data(Node node) {
    ElementKey key = node.key();
    if (!writes.isEmpty()) {
      Writes.Change change = writes.of(key);
      if (change != null) {
        JsonObject document = change.document();
        return document == null ? null : VertexShape.read(document);
      }
    }
    Node.Known known = known(node);
    traffic.item(key.partition(), known.sizeBytes());
    return known.data();
  }

  /** What has been committed of a vertex. */
  Node.Known known(Node node) {
    Node.Known known = store.cache().known(node);
    return known == null ? remember(node, store.read(node.key())) : known;
  }

  private Node.Known remember(Node node, @Nullable StoredItem item) {
    Node.Known known =
        item == null
            ? Node.Known.of(null, 0, epoch)
            : Node.Known.of(item.document(), item.jsonBytes(), epoch);
    if (!store.mayExpire()) {
      store.cache().keep(node, known);
    }
    return known;
  }

  /** Reads vertices at one go whose properties are going to be asked for. */
  public void prefetch(List<? extends Object> elements) {
    List<Node> nodes = new ArrayList<>();
    for (Object element : elements) {
      if (element instanceof PartitaVertex vertex && writes.of(vertex.key()) == null) {
        nodes.add(vertex.node());
      }
    }
    fetch(nodes);
  }

  /** Reads at one go what is not known of vertices. */
  void fetch(Collection<Node> nodes) {
    List<Node> missing = new ArrayList<>();
    List<ElementKey> keys = new ArrayList<>();
    for (Node node : nodes) {
      if (store.cache().known(node) == null) {
        missing.add(node);
        keys.add(node.key());
      }
    }
    if (keys.size() > 1 && !store.mayExpire()) {
      List<@Nullable StoredItem> items = store.readAll(keys);
      for (int i = 0; i < keys.size(); i++) {
        Node.Known _ = remember(missing.get(i), items.get(i));
      }
    }
  }

  EdgeData data(PartitaEdge edge, @Nullable Link link) {
    Writes.Change change = writes.isEmpty() ? null : writes.of(edge.key());
    if (change != null) {
      JsonObject document = change.document();
      return document == null
          ? new EdgeData(edge.label(), Map.of())
          : EdgeShape.read(document, keyName());
    }
    EdgeData known = link == null ? null : link.data();
    if (known == null) {
      StoredItem item = store.read(edge.key());
      traffic.item(edge.key().partition(), item == null ? 0 : item.jsonBytes());
      known =
          item == null
              ? new EdgeData(edge.label(), Map.of())
              : EdgeShape.read(item.document(), keyName());
      if (link != null) {
        link.data(known);
      }
    } else {
      traffic.item(edge.key().partition(), 0);
    }
    return known;
  }

  /** The edges of a vertex, with those that have been changed. */
  Iterator<Link> links(Node node, boolean outgoing, String[] labels) {
    Iterator<Link> stored = neighbours.links(node, outgoing, labels, epoch);
    if (writes.isEmpty()) {
      return stored;
    }
    List<Link> all = new ArrayList<>();
    while (stored.hasNext()) {
      Link link = stored.next();
      Writes.Change change = writes.of(edgeKey(node, outgoing, link));
      if (change == null) {
        all.add(link);
      } else if (change.document() != null && !change.isNew()) {
        all.add(new Link(link.id(), link.label(), link.other()));
      }
    }
    for (Writes.Change change : writes.connected(node.key(), outgoing)) {
      JsonObject document = change.document();
      EdgeShape.Ends ends = change.ends();
      if (document == null || ends == null) {
        continue;
      }
      String label = EdgeShape.text(document.at("label"), EdgeShape.DEFAULT_LABEL);
      if (Neighbours.isWanted(label, labels)) {
        all.add(new Link(change.key().id(), label, node(outgoing ? ends.sink() : ends.source())));
      }
    }
    return all.iterator();
  }

  /** All edges of a vertex if they are at hand as they are stored; else null. */
  Link @Nullable [] linksAtHand(Node node, boolean outgoing) {
    return writes.isEmpty() ? neighbours.atHand(node, outgoing, epoch) : null;
  }

  void countLinks(Node node, boolean outgoing, int entries) {
    neighbours.count(node, outgoing, entries);
  }

  static ElementKey edgeKey(Node node, boolean outgoing, Link link) {
    return new ElementKey((outgoing ? node : link.other()).key().partition(), link.id());
  }

  PartitaEdge edge(Node node, boolean outgoing, Link link) {
    return new PartitaEdge(
        this,
        edgeKey(node, outgoing, link),
        link.label(),
        outgoing ? node : link.other(),
        outgoing ? link.other() : node,
        link);
  }

  /** The edges of vertices for the graph's own purposes, which nobody pays for. */
  Neighbours uncharged() {
    return new Neighbours(store, new Traffic(store.container()));
  }

  long epoch() {
    return epoch;
  }

  Writes writes() {
    return writes;
  }

  @Override
  public Iterator<Vertex> vertices(Object... ids) {
    refresh();
    return new Selector(this).vertices(Selection.of(this, ids, List.of()));
  }

  @Override
  public Iterator<Edge> edges(Object... ids) {
    refresh();
    return new Selector(this).edges(Selection.of(this, ids, List.of()));
  }

  @Override
  public Vertex addVertex(Object... keyValues) {
    return editor.addVertex(keyValues);
  }

  GraphEditor editor() {
    return editor;
  }

  // The rest of what a graph is to TinkerPop

  @Override
  public <C extends GraphComputer> C compute(Class<C> kind) {
    throw Graph.Exceptions.graphComputerNotSupported();
  }

  @Override
  public GraphComputer compute() {
    throw Graph.Exceptions.graphComputerNotSupported();
  }

  @Override
  public Transaction tx() {
    throw Graph.Exceptions.transactionsNotSupported();
  }

  @Override
  public void close() {
    commit();
  }

  @Override
  public Variables variables() {
    throw Graph.Exceptions.variablesNotSupported();
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public Features features() {
    return PartitaFeatures.INSTANCE;
  }

  @Override
  public String toString() {
    return StringFactory.graphString(this, "container:" + store.container().record().name());
  }
}
