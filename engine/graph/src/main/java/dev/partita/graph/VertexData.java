package dev.partita.graph;

import dev.partita.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an item says of a vertex. It may be left as it is until somebody asks for a property: many
 * vertices are only connected and walked through. Immutable to those who look at it, and safe for
 * use by any number of threads.
 */
final class VertexData {

  /** One value of a vertex property, with its own id and properties. */
  record PropertyData(String key, String id, Object value, Map<String, Object> meta) {}

  /** About what a property takes, and what a member of a document does that has not been read. */
  private static final int PROPERTY_BYTES = 120;

  private static final int MEMBER_BYTES = 400;

  private final String label;
  private volatile @Nullable List<PropertyData> properties;

  /** Null once it has been read. Under the lock. */
  private @Nullable JsonObject unread;

  VertexData(String label, List<PropertyData> properties) {
    this.label = label;
    this.properties = properties;
  }

  VertexData(String label, JsonObject unread) {
    this.label = label;
    this.unread = unread;
  }

  String label() {
    return label;
  }

  List<PropertyData> properties() {
    List<PropertyData> known = properties;
    return known == null ? readProperties() : known;
  }

  private synchronized List<PropertyData> readProperties() {
    JsonObject document = unread;
    if (document != null) {
      properties = VertexShape.properties(document);
      unread = null;
    }
    return Objects.requireNonNull(properties);
  }

  boolean has(String key) {
    for (PropertyData property : properties()) {
      if (property.key().equals(key)) {
        return true;
      }
    }
    return false;
  }

  /** About how much memory this takes now. */
  synchronized long memoryBytes() {
    return unread == null
        ? (long) PROPERTY_BYTES * properties().size()
        : (long) MEMBER_BYTES * unread.size();
  }
}
