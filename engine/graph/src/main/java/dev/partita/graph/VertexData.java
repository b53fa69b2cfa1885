package dev.partita.graph;

import java.util.List;
import java.util.Map;

/** What an item says of a vertex. Immutable. */
record VertexData(String label, List<PropertyData> properties) {

  /** One value of a vertex property, with its own id and properties. */
  record PropertyData(String key, String id, Object value, Map<String, Object> meta) {}

  boolean has(String key) {
    for (PropertyData property : properties) {
      if (property.key().equals(key)) {
        return true;
      }
    }
    return false;
  }
}
