package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * An edge. Its item is read only when its properties are asked for. Its partition key can be asked
 * for by name, since traversals filter by it; it is not among its properties. Used by the thread
 * that uses its graph.
 */
public final class PartitaEdge implements Edge {

  private final PartitaGraph graph;
  private final ElementKey key;
  private final String label;
  private final Node source;
  private final Node sink;
  private final @Nullable Link link;
  private boolean removed;

  PartitaEdge(
      PartitaGraph graph,
      ElementKey key,
      String label,
      Node source,
      Node sink,
      @Nullable Link link) {
    this.graph = graph;
    this.key = key;
    this.label = label;
    this.source = source;
    this.sink = sink;
    this.link = link;
  }

  public ElementKey key() {
    return key;
  }

  @Override
  public String id() {
    return key.id();
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Graph graph() {
    return graph;
  }

  @Override
  public Iterator<Vertex> vertices(Direction direction) {
    if (removed) {
      return Collections.emptyIterator();
    }
    return switch (direction) {
      case OUT -> IteratorUtils.of(outVertex());
      case IN -> IteratorUtils.of(inVertex());
      case BOTH -> IteratorUtils.of(outVertex(), inVertex());
    };
  }

  @Override
  public Vertex outVertex() {
    return new PartitaVertex(graph, source);
  }

  @Override
  public Vertex inVertex() {
    return new PartitaVertex(graph, sink);
  }

  @Override
  public <V> Iterator<Property<V>> properties(String... keys) {
    if (removed) {
      return Collections.emptyIterator();
    }
    List<Property<V>> found = new ArrayList<>();
    for (String name : keys) {
      Object partition = Values.toJava(key.partition().components().getFirst());
      if (graph.keyName().equals(name) && partition != null) {
        found.add(new PartitaProperty<>(this, name, partition, this::refusePartition));
      }
    }
    if (keys.length == 1 && !found.isEmpty()) {
      return found.iterator();
    }
    graph
        .data(this, link)
        .properties()
        .forEach(
            (name, value) -> {
              if (ElementHelper.keyExists(name, keys)) {
                found.add(held(name, value));
              }
            });
    return found.iterator();
  }

  private <V> Property<V> held(String name, Object value) {
    return new PartitaProperty<>(this, name, value, () -> edit(name, null));
  }

  @Override
  public <V> Property<V> property(String name) {
    Iterator<Property<V>> found = this.<V>properties(name);
    return found.hasNext() ? found.next() : Property.empty();
  }

  @Override
  public <V> Property<V> property(String name, @Nullable V value) {
    if (removed) {
      throw GraphStore.removed(Edge.class, id());
    }
    if (name != null && name.equals(graph.keyName())) {
      new PartitaVertex(graph, source).requireSamePartition(value);
      return property(name);
    }
    if (value == null) {
      GraphEditor.requireName(name);
      edit(name, null);
      return Property.empty();
    }
    GraphEditor.requireProperty(name, value);
    Object stored = Objects.requireNonNull(Values.toJava(Values.toJson(value)));
    edit(name, stored);
    return held(name, stored);
  }

  private void edit(String name, @Nullable Object value) {
    graph
        .editor()
        .edit(
            this,
            (Map<String, Object> properties) -> {
              if (value == null) {
                properties.remove(name);
              } else {
                properties.put(name, value);
              }
              return properties;
            });
    Link known = link;
    if (known != null && known.data() != null && graph.autoCommit()) {
      known.data(graph.data(this, null));
    }
  }

  private void refusePartition() {
    throw DatabaseException.badRequest("The partition key of an edge cannot be removed.")
        .with("id", id());
  }

  @Override
  public void remove() {
    if (removed) {
      throw GraphStore.removed(Edge.class, id());
    }
    graph.editor().remove(this);
    removed = true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PartitaEdge edge
        ? key.equals(edge.key)
        : ElementHelper.areEqual(this, other);
  }

  @Override
  public int hashCode() {
    return ElementHelper.hashCode(this);
  }

  @Override
  public String toString() {
    return StringFactory.edgeString(this);
  }
}
