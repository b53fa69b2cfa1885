package dev.partita.graph;

import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A property of an edge or of a vertex property. Used by the thread that uses its graph. */
final class PartitaProperty<V> implements Property<V> {

  private final Element element;
  private final String key;
  private final Object value;
  private final Runnable removal;
  private boolean removed;

  PartitaProperty(Element element, String key, Object value, Runnable removal) {
    this.element = element;
    this.key = key;
    this.value = value;
    this.removal = removal;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  @SuppressWarnings("unchecked") // What a property holds is for its reader to know.
  public V value() {
    return (V) value;
  }

  @Override
  public boolean isPresent() {
    return true;
  }

  @Override
  public Element element() {
    return element;
  }

  @Override
  public void remove() {
    if (!removed) {
      removal.run();
      removed = true;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return ElementHelper.areEqual(this, other);
  }

  @Override
  public int hashCode() {
    return ElementHelper.hashCode(this);
  }

  @Override
  public String toString() {
    return StringFactory.propertyString(this);
  }
}
