package dev.partita.graph;

import dev.partita.graph.VertexData.PropertyData;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** One value of a vertex property. Used by the thread that uses its graph. */
final class PartitaVertexProperty<V> implements VertexProperty<V> {

  private final PartitaVertex vertex;
  private PropertyData data;
  private boolean removed;

  PartitaVertexProperty(PartitaVertex vertex, PropertyData data) {
    this.vertex = vertex;
    this.data = data;
  }

  @Override
  public String key() {
    return data.key();
  }

  @Override
  @SuppressWarnings("unchecked") // What a property holds is for its reader to know.
  public V value() {
    return (V) data.value();
  }

  @Override
  public boolean isPresent() {
    return true;
  }

  @Override
  public PartitaVertex element() {
    return vertex;
  }

  @Override
  public Object id() {
    return data.id();
  }

  @Override
  public Set<String> keys() {
    return Set.copyOf(data.meta().keySet());
  }

  @Override
  public <U> Iterator<Property<U>> properties(String... keys) {
    List<Property<U>> found = new ArrayList<>();
    data.meta()
        .forEach(
            (key, value) -> {
              if (ElementHelper.keyExists(key, keys)) {
                found.add(new PartitaProperty<>(this, key, value, () -> edit(key, null)));
              }
            });
    return found.iterator();
  }

  @Override
  public <U> Property<U> property(String key, @Nullable U value) {
    if (removed) {
      throw GraphStore.removed(VertexProperty.class, id());
    }
    if (value == null) {
      GraphEditor.requireName(key);
      edit(key, null);
      return Property.empty();
    }
    GraphEditor.requireProperty(key, value);
    Object stored = Objects.requireNonNull(Values.toJava(Values.toJson(value)));
    edit(key, stored);
    return new PartitaProperty<>(this, key, stored, () -> edit(key, null));
  }

  private void edit(String key, @Nullable Object value) {
    Map<String, Object> meta = new LinkedHashMap<>(data.meta());
    if (value == null) {
      meta.remove(key);
    } else {
      meta.put(key, value);
    }
    PropertyData changed = new PropertyData(data.key(), data.id(), data.value(), meta);
    vertex
        .owner()
        .editor()
        .edit(
            vertex,
            properties -> {
              properties.replaceAll(other -> other.id().equals(data.id()) ? changed : other);
              return properties;
            });
    data = changed;
  }

  @Override
  public void remove() {
    if (removed) {
      return;
    }
    if (data.key().equals(vertex.owner().keyName())) {
      vertex.requireSamePartition(null);
    }
    vertex
        .owner()
        .editor()
        .edit(
            vertex,
            properties -> {
              properties.removeIf(other -> other.id().equals(data.id()));
              return properties;
            });
    removed = true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return ElementHelper.areEqual(this, other);
  }

  @Override
  public int hashCode() {
    return ElementHelper.hashCode((org.apache.tinkerpop.gremlin.structure.Element) this);
  }

  @Override
  public String toString() {
    return StringFactory.propertyString(this);
  }
}
