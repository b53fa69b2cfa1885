package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.StoredItem;
import dev.partita.graph.VertexData.PropertyData;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * A graph as traversals see it: what is committed, and on top of that what has been changed through
 * it. Used by one thread at a time; making one costs nothing.
 */
@Graph.OptIn(Graph.OptIn.SUITE_STRUCTURE_STANDARD)
@Graph.OptIn(Graph.OptIn.SUITE_PROCESS_EMBEDDED_STANDARD)
public final class PartitaGraph implements Graph {

  private static final String[] NO_LABELS = new String[0];

  static {
    ProviderStrategies.register();
  }

  private final GraphStore store;
  private final GraphOptions options;
  private final Writes writes = new Writes();
  private final Configuration configuration = new BaseConfiguration();
  private Traffic traffic;
  private Neighbours neighbours;
  private long epoch;

  PartitaGraph(GraphStore store, GraphOptions options) {
    this.store = store;
    this.options = options;
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
   * Commits what has been changed: by logical partition, each as a whole.
   *
   * @throws DatabaseException what kept a partition from being changed; others may have been
   */
  public void commit() {
    if (!writes.isEmpty()) {
      try {
        traffic.written(writes.commit(store.items()));
      } finally {
        refresh();
      }
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

  /** The value of a partition key, for a vertex whose id is all that is known; null if it is. */
  @Nullable PartitionKey partitionOf(String id) {
    int partitions = options.partitions();
    return partitions == 0 ? null : PartitionKey.of("p" + Math.floorMod(id.hashCode(), partitions));
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
    Node.Known known = store.cache().known(node);
    if (known == null) {
      known = remember(node, store.read(key));
    }
    traffic.item(key.partition(), known.sizeBytes());
    return known.data();
  }

  private Node.Known remember(Node node, @Nullable StoredItem item) {
    VertexData data = null;
    int sizeBytes = 0;
    if (item != null) {
      JsonObject document = item.document();
      sizeBytes = item.jsonBytes();
      data = VertexShape.isVertex(document) ? VertexShape.read(document) : null;
      if (data != null) {
        node.label(data.label());
      }
    }
    Node.Known known = new Node.Known(data, sizeBytes, epoch);
    if (!store.mayExpire()) {
      store.cache().keep(node, known);
    }
    return known;
  }

  /** Reads vertices at one go whose properties are going to be asked for. */
  public void prefetch(List<? extends Object> elements) {
    List<Node> missing = new ArrayList<>();
    List<ElementKey> keys = new ArrayList<>();
    for (Object element : elements) {
      if (element instanceof PartitaVertex vertex
          && writes.of(vertex.key()) == null
          && store.cache().known(vertex.node()) == null) {
        missing.add(vertex.node());
        keys.add(vertex.key());
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
      } else if (change.document() != null) {
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

  // Writing

  @Override
  public Vertex addVertex(Object... keyValues) {
    requireWritable();
    ElementHelper.legalPropertyKeyValueArray(keyValues);
    Object idValue = null;
    String label = Vertex.DEFAULT_LABEL;
    JsonValue partition = null;
    List<PropertyData> properties = new ArrayList<>();
    for (int i = 0; i < keyValues.length; i += 2) {
      Object key = keyValues[i];
      Object value = keyValues[i + 1];
      if (T.id.equals(key) || "id".equals(key)) {
        idValue = value;
      } else if (T.label.equals(key) || "label".equals(key)) {
        label = label(value);
      } else if (value == null) {
        requireName((String) key);
      } else if (keyName().equals(key)) {
        partition = Values.partitionValue(value);
      } else {
        addProperty(properties, (String) key, value);
      }
    }
    String id = id(idValue, true);
    PartitionKey owner = owner(id, partition);
    ElementKey key = new ElementKey(owner, id);
    JsonObject document = VertexShape.create(id, label, keyName(), owner.components().getFirst());
    if (exists(key)) {
      throw Graph.Exceptions.vertexWithIdAlreadyExists(id);
    }
    write(
        new Writes.Change(
            key, null, null, VertexShape.withProperties(document, properties, keyName())));
    Node node = node(key);
    node.label(label);
    return new PartitaVertex(this, node);
  }

  private static void addProperty(List<PropertyData> properties, String key, Object value) {
    requireProperty(key, value);
    properties.removeIf(property -> property.key().equals(key));
    properties.add(newProperty(key, value, Map.of()));
  }

  static PropertyData newProperty(String key, @Nullable Object value, Map<String, Object> meta) {
    Object stored = Values.toJava(Values.toJson(value));
    if (stored == null) {
      throw new IllegalStateException("What can be stored can be read.");
    }
    return new PropertyData(key, UUID.randomUUID().toString(), stored, meta);
  }

  static void requireProperty(String key, Object value) {
    ElementHelper.validateProperty(key, value);
    requireName(key);
    JsonValue _ = Values.toJson(value);
  }

  /** To give a property no value is to have none; but its name must be one. */
  static void requireName(String key) {
    ElementHelper.validateProperty(key, "");
    if (VertexShape.isHidden(key) || key.equals("id") || key.equals("label")) {
      throw new IllegalArgumentException("A property cannot have this name: " + key);
    }
  }

  private PartitionKey owner(String id, @Nullable JsonValue partition) {
    if (partition != null) {
      return PartitionKey.of(partition);
    }
    PartitionKey chosen = partitionOf(id);
    if (chosen == null) {
      throw DatabaseException.badRequest(
              "Cannot add a vertex where the partition key property has value 'null'. Give the"
                  + " vertex the property that is the graph's partition key.")
          .with("partitionKey", keyName());
    }
    return chosen;
  }

  /** In a collecting graph a taken id is noticed by the commit, unless it is taken here. */
  private boolean exists(ElementKey key) {
    Writes.Change change = writes.of(key);
    return change != null ? change.document() != null : autoCommit() && store.read(key) != null;
  }

  PartitaEdge addEdge(PartitaVertex source, String label, Vertex target, Object... keyValues) {
    requireWritable();
    ElementHelper.validateLabel(label);
    ElementHelper.legalPropertyKeyValueArray(keyValues);
    PartitaVertex sink = own(target);
    Object idValue = null;
    Map<String, Object> properties = new LinkedHashMap<>();
    for (int i = 0; i < keyValues.length; i += 2) {
      Object key = keyValues[i];
      Object value = keyValues[i + 1];
      if (T.id.equals(key) || "id".equals(key)) {
        idValue = value;
      } else if (key instanceof String name) {
        if (name.equals(keyName())) {
          source.requireSamePartition(value);
        } else if (value == null) {
          requireName(name);
        } else {
          requireProperty(name, value);
          properties.put(name, value);
        }
      }
    }
    ElementKey key = new ElementKey(source.key().partition(), id(idValue, false));
    if (exists(key)) {
      throw Graph.Exceptions.edgeWithIdAlreadyExists(key.id());
    }
    EdgeShape.Ends ends =
        new EdgeShape.Ends(source.key(), source.label(), sink.key(), sink.label());
    JsonObject document =
        EdgeShape.withProperties(
            EdgeShape.create(key.id(), label, keyName(), ends), properties, keyName());
    write(new Writes.Change(key, ends, null, document));
    return new PartitaEdge(this, key, label, source.node(), sink.node(), null);
  }

  private PartitaVertex own(@Nullable Vertex target) {
    if (target == null) {
      throw Graph.Exceptions.argumentCanNotBeNull("vertex");
    }
    if (target instanceof PartitaVertex vertex) {
      if (vertex.isRemoved()) {
        throw GraphStore.removed(Vertex.class, target.id());
      }
      return vertex;
    }
    Iterator<Vertex> found = vertices(target.id());
    if (!found.hasNext()) {
      throw GraphStore.notFound("vertex", target.id());
    }
    return (PartitaVertex) found.next();
  }

  /** Changes the properties of a vertex. */
  void edit(PartitaVertex vertex, UnaryOperator<List<PropertyData>> edit) {
    requireWritable();
    Version version = version(vertex.key(), Vertex.class);
    List<PropertyData> properties =
        new ArrayList<>(VertexShape.read(version.document).properties());
    JsonObject changed =
        VertexShape.withProperties(version.document, edit.apply(properties), keyName());
    write(new Writes.Change(vertex.key(), null, version.etag, changed));
  }

  /** Changes the properties of an edge. */
  void edit(PartitaEdge edge, UnaryOperator<Map<String, Object>> edit) {
    requireWritable();
    Version version = version(edge.key(), Edge.class);
    Map<String, Object> properties =
        new LinkedHashMap<>(EdgeShape.read(version.document, keyName()).properties());
    JsonObject changed =
        EdgeShape.withProperties(version.document, edit.apply(properties), keyName());
    EdgeShape.Ends ends = EdgeShape.ends(version.document, edge.key().partition());
    write(new Writes.Change(edge.key(), ends, version.etag, changed));
  }

  /** Removes a vertex with all its edges. */
  void remove(PartitaVertex vertex) {
    requireWritable();
    for (boolean outgoing : new boolean[] {true, false}) {
      Iterator<Link> links = links(vertex.node(), outgoing, NO_LABELS);
      List<ElementKey> edges = new ArrayList<>();
      links.forEachRemaining(link -> edges.add(edgeKey(vertex.node(), outgoing, link)));
      edges.forEach(this::removeEdge);
    }
    removeItem(vertex.key());
    committed();
  }

  void remove(PartitaEdge edge) {
    requireWritable();
    removeEdge(edge.key());
    committed();
  }

  private void removeEdge(ElementKey key) {
    Writes.Change change = writes.of(key);
    if (change != null) {
      writes.put(new Writes.Change(key, change.ends(), change.etag(), null));
      return;
    }
    StoredItem item = store.read(key);
    if (item != null) {
      EdgeShape.Ends ends = EdgeShape.ends(item.document(), key.partition());
      writes.put(new Writes.Change(key, ends, item.etag(), null));
    }
  }

  private void removeItem(ElementKey key) {
    Writes.Change change = writes.of(key);
    if (change != null) {
      writes.put(new Writes.Change(key, null, change.etag(), null));
      return;
    }
    StoredItem item = store.read(key);
    if (item != null) {
      writes.put(new Writes.Change(key, null, item.etag(), null));
    }
  }

  private record Version(JsonObject document, @Nullable String etag) {}

  private Version version(ElementKey key, Class<? extends Element> kind) {
    Writes.Change change = writes.of(key);
    if (change != null) {
      JsonObject document = change.document();
      if (document == null) {
        throw GraphStore.removed(kind, key.id());
      }
      return new Version(document, change.etag());
    }
    StoredItem item = store.read(key);
    if (item == null) {
      throw GraphStore.removed(kind, key.id());
    }
    return new Version(item.document(), item.etag());
  }

  private void write(Writes.Change change) {
    writes.put(change);
    if (writes.size() > options.changesMax()) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE,
              "A traversal changes more elements than it may. Divide it into several.")
          .with("limit", options.changesMax());
    }
    committed();
  }

  private void committed() {
    if (autoCommit()) {
      commit();
    } else if (writes.size() > options.changesMax()) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE,
              "A traversal changes more elements than it may. Divide it into several.")
          .with("limit", options.changesMax());
    }
  }

  private void requireWritable() {
    if (options.readOnly()) {
      throw new DatabaseException(
          ErrorCode.FORBIDDEN, "The key allows reading only; the traversal changes the graph.");
    }
  }

  private static String label(@Nullable Object value) {
    if (!(value instanceof String label)) {
      throw Element.Exceptions.labelCanNotBeNull();
    }
    ElementHelper.validateLabel(label);
    return label;
  }

  private static String id(@Nullable Object given, boolean vertex) {
    return switch (given) {
      case null -> UUID.randomUUID().toString();
      case String text -> text;
      default ->
          throw vertex
              ? Vertex.Exceptions.userSuppliedIdsOfThisTypeNotSupported()
              : Edge.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
    };
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
