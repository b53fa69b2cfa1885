package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.graph.VertexData.PropertyData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * A vertex. Its item is read when something is asked that its name does not tell: walking from
 * vertex to vertex reads none. Two are equal if partition key and id are. Used by the thread that
 * uses its graph.
 */
public final class PartitaVertex implements Vertex {

  private final PartitaGraph graph;
  private final Node node;
  private @Nullable VertexData data;
  private int dataEra;
  private boolean removed;

  PartitaVertex(PartitaGraph graph, Node node) {
    this.graph = graph;
    this.node = node;
  }

  PartitaVertex(PartitaGraph graph, Node node, VertexData data) {
    this(graph, node);
    this.data = data;
    this.dataEra = graph.era();
  }

  Node node() {
    return node;
  }

  public ElementKey key() {
    return node.key();
  }

  boolean isRemoved() {
    return removed;
  }

  @Override
  public String id() {
    return node.key().id();
  }

  @Override
  public String label() {
    String known = node.label();
    if (known != null) {
      return known;
    }
    VertexData read = graph.data(node);
    return read == null ? VertexShape.DEFAULT_LABEL : read.label();
  }

  @Override
  public Graph graph() {
    return graph;
  }

  /** What its item says, read once for a commit. */
  private VertexData data() {
    VertexData known = data;
    if (known == null
        || dataEra != graph.era()
        || graph.autoCommit()
        || !graph.writes().isEmpty()) {
      known = graph.data(node);
      if (known == null) {
        known = new VertexData(VertexShape.DEFAULT_LABEL, List.of());
      }
      data = known;
      dataEra = graph.era();
    }
    return known;
  }

  @Override
  public <V> Iterator<VertexProperty<V>> properties(String... keys) {
    if (removed) {
      return Collections.emptyIterator();
    }
    List<PropertyData> all = data().properties();
    List<VertexProperty<V>> found = new ArrayList<>(keys.length == 0 ? all.size() : keys.length);
    for (PropertyData property : all) {
      if (ElementHelper.keyExists(property.key(), keys)) {
        found.add(new PartitaVertexProperty<>(this, property));
      }
    }
    return found.iterator();
  }

  @Override
  public <V> VertexProperty<V> property(String key) {
    PropertyData single = null;
    if (!removed) {
      for (PropertyData property : data().properties()) {
        if (property.key().equals(key)) {
          if (single != null) {
            throw Vertex.Exceptions.multiplePropertiesExistForProvidedKey(key);
          }
          single = property;
        }
      }
    }
    return single == null ? VertexProperty.empty() : new PartitaVertexProperty<>(this, single);
  }

  @Override
  public <V> VertexProperty<V> property(
      VertexProperty.Cardinality cardinality,
      String key,
      @Nullable V value,
      @Nullable Object... keyValues) {
    requirePresent();
    ElementHelper.legalPropertyKeyValueArray(keyValues);
    if (ElementHelper.getIdValue(keyValues).isPresent()) {
      throw VertexProperty.Exceptions.userSuppliedIdsNotSupported();
    }
    if (key != null && key.equals(graph.keyName())) {
      requireSamePartition(value);
      return property(key);
    }
    if (value == null) {
      GraphEditor.requireName(key);
      if (cardinality == VertexProperty.Cardinality.single) {
        graph.editor().edit(this, properties -> without(properties, key));
      }
      return VertexProperty.empty();
    }
    GraphEditor.requireProperty(key, value);
    Map<String, Object> meta = new LinkedHashMap<>();
    for (int i = 0; i < keyValues.length; i += 2) {
      Object metaValue = keyValues[i + 1];
      if (keyValues[i] instanceof String name && metaValue != null) {
        GraphEditor.requireProperty(name, metaValue);
        meta.put(name, Objects.requireNonNull(Values.toJava(Values.toJson(metaValue))));
      }
    }
    PropertyData fresh = graph.editor().newProperty(key, value, meta);
    List<PropertyData> result = new ArrayList<>(1);
    graph.editor().edit(this, properties -> with(cardinality, properties, fresh, result));
    return new PartitaVertexProperty<>(this, result.getFirst());
  }

  private static List<PropertyData> without(List<PropertyData> properties, String key) {
    properties.removeIf(property -> property.key().equals(key));
    return properties;
  }

  private static List<PropertyData> with(
      VertexProperty.Cardinality cardinality,
      List<PropertyData> properties,
      PropertyData fresh,
      List<PropertyData> result) {
    PropertyData written = fresh;
    switch (cardinality) {
      case single -> properties.removeIf(other -> other.key().equals(fresh.key()));
      case list -> {}
      case set -> {
        for (PropertyData other : properties) {
          if (other.key().equals(fresh.key()) && other.value().equals(fresh.value())) {
            Map<String, Object> meta = new LinkedHashMap<>(other.meta());
            meta.putAll(fresh.meta());
            written = new PropertyData(other.key(), other.id(), other.value(), meta);
          }
        }
        String id = written.id();
        properties.removeIf(other -> other.id().equals(id));
      }
    }
    properties.add(written);
    result.add(written);
    return properties;
  }

  /** The partition key of an element is fixed. */
  void requireSamePartition(@Nullable Object value) {
    if (value == null || !PartitionKey.of(Values.partitionValue(value)).equals(key().partition())) {
      throw DatabaseException.badRequest(
              "The partition key of a vertex cannot be changed, and its edges have the same. Drop"
                  + " it and add it anew.")
          .with("id", id())
          .with("partitionKey", key().partition().toJson());
    }
  }

  @Override
  public Edge addEdge(String label, Vertex target, Object... keyValues) {
    requirePresent();
    return graph.editor().addEdge(this, label, target, keyValues);
  }

  @Override
  public Iterator<Edge> edges(Direction direction, String... labels) {
    graph.refresh();
    return walkEdges(direction, labels);
  }

  @Override
  public Iterator<Vertex> vertices(Direction direction, String... labels) {
    graph.refresh();
    return walkVertices(direction, null, labels);
  }

  /** The edges, in a traversal that has begun. */
  Iterator<Edge> walkEdges(Direction direction, String... labels) {
    return removed
        ? Collections.emptyIterator()
        : switch (direction) {
          case OUT -> edges(true, labels);
          case IN -> edges(false, labels);
          case BOTH -> both(edges(true, labels), edges(false, labels));
        };
  }

  @SuppressWarnings("unchecked") // Iterators are what the array is for.
  static <E> Iterator<E> both(Iterator<E> first, Iterator<E> second) {
    return IteratorUtils.concat(first, second);
  }

  private Iterator<Edge> edges(boolean outgoing, String... labels) {
    return IteratorUtils.map(
        graph.links(node, outgoing, Neighbours.known(labels)),
        link -> graph.edge(node, outgoing, link));
  }

  /**
   * The neighbours, in a traversal that has begun.
   *
   * @param ids only those with one of these; null for all
   */
  Iterator<Vertex> walkVertices(Direction direction, @Nullable Set<String> ids, String... labels) {
    return removed
        ? Collections.emptyIterator()
        : switch (direction) {
          case OUT -> vertices(true, ids, labels);
          case IN -> vertices(false, ids, labels);
          case BOTH -> both(vertices(true, ids, labels), vertices(false, ids, labels));
        };
  }

  private Iterator<Vertex> vertices(boolean outgoing, @Nullable Set<String> ids, String... labels) {
    Iterator<Link> links = graph.links(node, outgoing, Neighbours.known(labels));
    return IteratorUtils.map(
        ids == null
            ? links
            : IteratorUtils.filter(links, link -> ids.contains(link.other().key().id())),
        link -> new PartitaVertex(graph, link.other()));
  }

  @Override
  public void remove() {
    requirePresent();
    graph.editor().remove(this);
    removed = true;
  }

  private void requirePresent() {
    if (removed) {
      throw GraphStore.removed(Vertex.class, id());
    }
  }

  PartitaGraph owner() {
    return graph;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PartitaVertex vertex
        ? node.equals(vertex.node)
        : ElementHelper.areEqual(this, other);
  }

  @Override
  public int hashCode() {
    return node.idHash();
  }

  @Override
  public String toString() {
    return StringFactory.vertexString(this);
  }
}
