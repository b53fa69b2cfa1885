package dev.partita.graph;

import dev.partita.graph.VertexData.PropertyData;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a vertex is written as an item:
 *
 * <pre>
 *   {"id": "c1", "label": "city", "country": "BE",
 *    "name": [{"id": "5f6c…", "_value": "Ghent"}],
 *    "tags": [{"id": "77ab…", "_value": "a", "_meta": {"since": 2019}}]}
 * </pre>
 *
 * Id, label, partition key and time to live are plain, everything else is a list of values. Plain
 * values under other names, which only other APIs write, are read as properties with one value.
 */
final class VertexShape {

  static final String DEFAULT_LABEL = "vertex";
  static final String VALUE = "_value";
  static final String META = "_meta";
  static final String TTL = "ttl";

  private static final Set<String> NO_PROPERTIES = Set.of("id", "label");

  private static final Set<String> RESERVED =
      Set.of(
          "_rid",
          "_self",
          "_etag",
          "_attachments",
          "_ts",
          "_lsn",
          GraphOptions.HIDDEN_KEY,
          EdgeShape.IS_EDGE,
          "_isPkEdgeProperty",
          EdgeShape.SOURCE,
          EdgeShape.SOURCE_LABEL,
          EdgeShape.SINK,
          EdgeShape.SINK_LABEL,
          EdgeShape.SINK_PARTITION,
          "_src",
          "_srcLabel",
          "_srcPartition");

  private VertexShape() {}

  static boolean isVertex(JsonObject document) {
    return !document.has(EdgeShape.IS_EDGE);
  }

  static VertexData read(JsonObject document) {
    return new VertexData(label(document), properties(document));
  }

  /** The same, but its properties are read when they are asked for. */
  static VertexData unread(JsonObject document) {
    return new VertexData(label(document), document);
  }

  private static String label(JsonObject document) {
    return EdgeShape.text(document.at("label"), DEFAULT_LABEL);
  }

  static List<PropertyData> properties(JsonObject document) {
    String id = EdgeShape.text(document.at("id"), "");
    List<PropertyData> properties = new ArrayList<>();
    for (JsonObject.Member member : document) {
      String name = member.name();
      if (NO_PROPERTIES.contains(name) || isHidden(name)) {
        continue;
      }
      if (member.value() instanceof JsonArray values) {
        values.forEach(value -> readValue(name, value, properties));
      } else {
        Object plain = Values.toJava(member.value());
        if (plain != null) {
          properties.add(new PropertyData(name, id + "|" + name, plain, Map.of()));
        }
      }
    }
    return List.copyOf(properties);
  }

  private static void readValue(String name, JsonValue value, List<PropertyData> properties) {
    if (value instanceof JsonObject object) {
      Object plain = Values.toJava(object.at(VALUE));
      if (plain != null) {
        Map<String, Object> meta = Map.of();
        if (object.at(META) instanceof JsonObject metas) {
          meta = EdgeShape.plainValues(metas);
        }
        properties.add(new PropertyData(name, EdgeShape.text(object.at("id"), name), plain, meta));
      }
    }
  }

  /** Names that belong to the database. */
  static boolean isHidden(String name) {
    return name.startsWith("_") && RESERVED.contains(name);
  }

  static JsonObject value(PropertyData property) {
    JsonObject.Builder json =
        JsonObject.builder().put("id", property.id()).put(VALUE, Values.toJson(property.value()));
    if (!property.meta().isEmpty()) {
      JsonObject.Builder meta = JsonObject.builder();
      property.meta().forEach((name, value) -> meta.put(name, Values.toJson(value)));
      json.put(META, meta.build());
    }
    return json.build();
  }

  /** The document with these properties in the place of those that it has. */
  static JsonObject withProperties(
      JsonObject document, List<PropertyData> properties, String keyName) {
    JsonObject.Builder changed = JsonObject.builder();
    for (JsonObject.Member member : document) {
      String name = member.name();
      boolean kept = NO_PROPERTIES.contains(name) || isHidden(name) || name.equals(keyName);
      if (kept) {
        changed.put(name, member.value());
      }
    }
    Map<String, List<JsonValue>> values = new LinkedHashMap<>();
    for (PropertyData property : properties) {
      String name = property.key();
      if (name.equals(keyName)) {
        continue;
      }
      if (name.equals(TTL)) {
        changed.put(name, Values.toJson(property.value()));
      } else {
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value(property));
      }
    }
    values.forEach((name, list) -> changed.put(name, JsonArray.of(list)));
    return changed.build();
  }

  static JsonObject create(String id, String label, String keyName, JsonValue key) {
    return JsonObject.builder()
        .put("id", JsonString.of(id))
        .put("label", label)
        .put(keyName, key)
        .build();
  }
}
