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
import java.util.function.Supplier;
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

  /** How often work is done before others are said to have been quicker. */
  private static final int ATTEMPTS = 10;

  private final GraphStore store;
  private final GraphOptions options;
  private final @Nullable PartitionKey[] chosenKeys;
  private final Writes writes = new Writes();
  private final GraphEditor editor;
  private final Configuration configuration = new BaseConfiguration();
  private Traffic traffic;
  private Neighbours neighbours;
  private final Reads reads;
  private long epoch;
  private int era;
  private boolean begun;
  private @Nullable PartitionKey overtakenIn;

  PartitaGraph(GraphStore store, GraphOptions options) {
    this.store = store;
    this.options = options;
    this.chosenKeys = new PartitionKey[Math.min(options.partitions(), CHOSEN_KEYS_MAX)];
    this.editor = new GraphEditor(this, options, writes);
    this.traffic = new Traffic(store.container());
    this.neighbours = new Neighbours(store, traffic);
    this.reads = new Reads(store, !options.autoCommit() && !options.readOnly());
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
    begun = true;
    see(store.cache().refresh());
  }

  /** Who holds on to elements reads them for the next commit without selecting them again. */
  private void begin() {
    if (!begun) {
      refresh();
    }
  }

  private void see(GraphCache.Seen seen) {
    epoch = seen.epoch();
    reads.begin(seen);
  }

  /**
   * Does work on the graph and commits what it has changed. If others have changed meanwhile what
   * it has read of the logical partition that it changes, it is done again, as if it had not begun.
   *
   * @param work may be done several times; only what the last one gives counts
   * @throws DatabaseException PRECONDITION_FAILED if others always were quicker, or what {@link
   *     #commit} and the work throw
   */
  public <R> R transact(Supplier<R> work) {
    PartitionKey contended = null;
    for (int attempt = 1; ; attempt++) {
      try (Turns.Turn _ = contended == null ? () -> {} : store.turns().again(contended)) {
        refresh();
        R result = work.get();
        commit();
        return result;
      } catch (RuntimeException | Error e) {
        contended = overtakenIn;
        rollback();
        if (contended == null || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Keeps nothing of what is read from now on: others may change it before a commit. */
  public void forgetReads() {
    reads.off();
  }

  /** For who finds before the commit that others were quicker. */
  DatabaseException overtaken(ElementKey element) {
    overtakenIn = element.partition();
    return new Overtaken(element.partition(), null).failure();
  }

  /**
   * Commits what has been changed: by logical partition, each as a whole, and only if what was read
   * there is as it was. No edge is left without its vertices, whatever others commit at the same
   * time.
   *
   * @throws DatabaseException what kept a partition from being changed; others may have been
   */
  public void commit() {
    overtakenIn = null;
    if (writes.isEmpty()) {
      if (reads.areKept()) {
        end(store.cache().refresh());
      }
      return;
    }
    DanglingEdgeRepair ends = new DanglingEdgeRepair(writes);
    try {
      commitChanges();
    } catch (DatabaseException e) {
      if (overtakenIn == null) {
        ends.removeAfter(e, this);
      }
      throw e;
    }
    ends.remove(this);
  }

  private void commitChanges() {
    Writes.Committed committed = null;
    try (Turns.Turn _ =
        options.autoCommit() ? () -> {} : store.turns().commit(writes.partitions())) {
      committed = writes.commit(store, reads);
      traffic.written(committed.charge());
    } catch (Overtaken e) {
      overtakenIn = e.partition();
      throw e.failure();
    } finally {
      end(store.cache().refresh(committed));
    }
  }

  private void end(GraphCache.Seen seen) {
    reads.clear();
    begun = options.autoCommit();
    era++;
    see(seen);
  }

  /** Which commit is under way: what was read for one is to be read again for the next. */
  int era() {
    return era;
  }

  Reads reads() {
    return reads;
  }

  /** Forgets what has been changed and not committed. */
  public void rollback() {
    writes.clear();
    reads.clear();
    begun = options.autoCommit();
    era++;
    overtakenIn = null;
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
    return NewIds.next(store.items().clock());
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
    begin();
    Node.Known known = known(node);
    reads.element(key, known.data() != null);
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
    begin();
    EdgeData known = link == null ? null : link.data();
    if (known == null) {
      StoredItem item = store.read(edge.key());
      reads.element(edge.key(), item != null);
      traffic.item(edge.key().partition(), item == null ? 0 : item.jsonBytes());
      known =
          item == null
              ? new EdgeData(edge.label(), Map.of())
              : EdgeShape.read(item.document(), keyName());
      if (link != null) {
        link.data(known);
      }
    } else {
      reads.element(edge.key(), true);
      traffic.item(edge.key().partition(), 0);
    }
    return known;
  }

  /** The edges of a vertex, with those that have been changed. */
  Iterator<Link> links(Node node, boolean outgoing, String[] labels) {
    begin();
    reads.side(node.key(), outgoing);
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
    if (!writes.isEmpty()) {
      return null;
    }
    reads.side(node.key(), outgoing);
    return neighbours.atHand(node, outgoing, epoch);
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
