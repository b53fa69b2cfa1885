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
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.jspecify.annotations.Nullable;

/**
 * What changes a graph: turns changes of elements into changes of their items, and collects them.
 * Used by the thread that uses its graph.
 */
final class GraphEditor {

  private static final String[] NO_LABELS = new String[0];

  private final PartitaGraph graph;
  private final GraphOptions options;
  private final Writes writes;

  GraphEditor(PartitaGraph graph, GraphOptions options, Writes writes) {
    this.graph = graph;
    this.options = options;
    this.writes = writes;
  }

  Vertex addVertex(@Nullable Object... keyValues) {
    requireWritable();
    ElementHelper.legalPropertyKeyValueArray(keyValues);
    Object idValue = null;
    String label = Vertex.DEFAULT_LABEL;
    JsonValue partition = null;
    List<PropertyData> properties = new ArrayList<>();
    for (int i = 0; i < keyValues.length; i += 2) {
      Object key = Objects.requireNonNull(keyValues[i]);
      Object value = keyValues[i + 1];
      if (T.id.equals(key) || "id".equals(key)) {
        idValue = value;
      } else if (T.label.equals(key) || "label".equals(key)) {
        label = label(value);
      } else if (value == null) {
        requireName((String) key);
      } else if (graph.keyName().equals(key)) {
        partition = Values.partitionValue(value);
      } else {
        addProperty(properties, (String) key, value);
      }
    }
    String id = id(idValue, true);
    PartitionKey owner = owner(id, partition);
    ElementKey key = new ElementKey(owner, id);
    JsonObject document =
        VertexShape.create(id, label, graph.keyName(), owner.components().getFirst());
    if (idValue != null && exists(key)) {
      throw Graph.Exceptions.vertexWithIdAlreadyExists(id);
    }
    JsonObject complete = VertexShape.withProperties(document, properties, graph.keyName());
    write(Writes.Change.added(key, null, complete, idValue == null));
    Node node = graph.node(key);
    node.label(label);
    return new PartitaVertex(graph, node);
  }

  private void addProperty(List<PropertyData> properties, String key, Object value) {
    requireProperty(key, value);
    properties.removeIf(property -> property.key().equals(key));
    properties.add(newProperty(key, value, Map.of()));
  }

  PropertyData newProperty(String key, @Nullable Object value, Map<String, Object> meta) {
    Object stored = Values.toJava(Values.toJson(value));
    if (stored == null) {
      throw new IllegalStateException("What can be stored can be read.");
    }
    return new PropertyData(key, graph.newId(), stored, meta);
  }

  static void requireProperty(String key, Object value) {
    JsonValue _ = propertyValue(key, value);
  }

  /** The value of a property as it is stored. */
  private static JsonValue propertyValue(String key, Object value) {
    ElementHelper.validateProperty(key, value);
    requireAllowed(key);
    return Values.toJson(value);
  }

  /** To give a property no value is to have none; but its name must be one. */
  static void requireName(String key) {
    ElementHelper.validateProperty(key, "");
    requireAllowed(key);
  }

  private static void requireAllowed(String key) {
    if (VertexShape.isHidden(key) || key.equals("id") || key.equals("label")) {
      throw new IllegalArgumentException("A property cannot have this name: " + key);
    }
  }

  private PartitionKey owner(String id, @Nullable JsonValue partition) {
    if (partition != null) {
      return PartitionKey.of(partition);
    }
    PartitionKey chosen = graph.partitionOf(id);
    if (chosen == null) {
      throw DatabaseException.badRequest(
              "Cannot add a vertex where the partition key property has value 'null'. Give the"
                  + " vertex the property that is the graph's partition key.")
          .with("partitionKey", graph.keyName());
    }
    return chosen;
  }

  /**
   * Whether an id that was given is taken. In a collecting graph that is noticed by the commit,
   * unless it is taken here. One that was made up is nobody else's.
   */
  private boolean exists(ElementKey key) {
    Writes.Change change = writes.of(key);
    return change != null
        ? change.document() != null
        : graph.autoCommit() && graph.store().read(key) != null;
  }

  PartitaEdge addEdge(PartitaVertex source, String label, Vertex target, Object... keyValues) {
    requireWritable();
    ElementHelper.validateLabel(label);
    ElementHelper.legalPropertyKeyValueArray(keyValues);
    PartitaVertex sink = own(target);
    Object idValue = idOf(keyValues);
    ElementKey key = new ElementKey(source.key().partition(), id(idValue, false));
    EdgeShape.Ends ends =
        new EdgeShape.Ends(source.key(), source.label(), sink.key(), sink.label());
    JsonObject.Builder document = EdgeShape.begin(key.id(), label, graph.keyName(), ends);
    for (int i = 0; i < keyValues.length; i += 2) {
      Object value = keyValues[i + 1];
      if (!(keyValues[i] instanceof String name) || name.equals("id")) {
        continue;
      }
      if (name.equals(graph.keyName())) {
        source.requireSamePartition(value);
      } else if (value == null) {
        requireName(name);
      } else {
        document.put(name, propertyValue(name, value));
      }
    }
    if (idValue != null && exists(key)) {
      throw Graph.Exceptions.edgeWithIdAlreadyExists(key.id());
    }
    write(Writes.Change.added(key, ends, document.build(), idValue == null));
    return new PartitaEdge(graph, key, label, source.node(), sink.node(), null);
  }

  private static @Nullable Object idOf(@Nullable Object... keyValues) {
    Object id = null;
    for (int i = 0; i < keyValues.length; i += 2) {
      if (T.id.equals(keyValues[i]) || "id".equals(keyValues[i])) {
        id = keyValues[i + 1];
      }
    }
    return id;
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
    Iterator<Vertex> found = graph.vertices(target.id());
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
        VertexShape.withProperties(version.document, edit.apply(properties), graph.keyName());
    write(new Writes.Change(vertex.key(), null, version.etag, changed));
  }

  /** Changes the properties of an edge. */
  void edit(PartitaEdge edge, UnaryOperator<Map<String, Object>> edit) {
    requireWritable();
    Version version = version(edge.key(), Edge.class);
    Map<String, Object> properties =
        new LinkedHashMap<>(EdgeShape.read(version.document, graph.keyName()).properties());
    JsonObject changed =
        EdgeShape.withProperties(version.document, edit.apply(properties), graph.keyName());
    EdgeShape.Ends ends = EdgeShape.ends(version.document, edge.key().partition());
    write(new Writes.Change(edge.key(), ends, version.etag, changed));
  }

  /** Removes a vertex with all its edges. */
  void remove(PartitaVertex vertex) {
    requireWritable();
    for (boolean outgoing : new boolean[] {true, false}) {
      Iterator<Link> links = graph.links(vertex.node(), outgoing, NO_LABELS);
      List<ElementKey> edges = new ArrayList<>();
      links.forEachRemaining(
          link -> edges.add(PartitaGraph.edgeKey(vertex.node(), outgoing, link)));
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
    StoredItem item = graph.store().read(key);
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
    StoredItem item = graph.store().read(key);
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
    StoredItem item = graph.store().read(key);
    if (item == null) {
      throw graph.autoCommit() ? GraphStore.removed(kind, key.id()) : graph.overtaken(key);
    }
    return new Version(item.document(), item.etag());
  }

  private void write(Writes.Change change) {
    writes.put(change);
    committed();
  }

  private void committed() {
    if (graph.autoCommit()) {
      graph.commit();
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

  private String id(@Nullable Object given, boolean vertex) {
    if (given == null) {
      return graph.newId();
    }
    if (given instanceof String text) {
      return text;
    }
    throw vertex
        ? Vertex.Exceptions.userSuppliedIdsOfThisTypeNotSupported()
        : Edge.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
  }
}
