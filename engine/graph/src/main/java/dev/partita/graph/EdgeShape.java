package dev.partita.graph;

import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * How an edge is written as an item, in the logical partition of the vertex it leaves:
 *
 * <pre>
 *   {"id": "e7", "label": "road", "_isEdge": true,
 *    "_vertexId": "c1", "_vertexLabel": "city",
 *    "_sink": "c2", "_sinkLabel": "city", "_sinkPartition": "FR",
 *    "country": "BE", "km": 12}
 * </pre>
 */
final class EdgeShape {

  static final String DEFAULT_LABEL = "edge";
  static final String IS_EDGE = "_isEdge";
  static final String SOURCE = "_vertexId";
  static final String SOURCE_LABEL = "_vertexLabel";
  static final String SINK = "_sink";
  static final String SINK_LABEL = "_sinkLabel";
  static final String SINK_PARTITION = "_sinkPartition";

  private static final Set<String> NO_PROPERTIES = Set.of("id", "label");

  private static final String[] NAMES = {
    "id", "label", IS_EDGE, SOURCE, SOURCE_LABEL, SINK, SINK_LABEL
  };

  private EdgeShape() {}

  /** Both ends of an edge, as its item names them. */
  record Ends(ElementKey source, String sourceLabel, ElementKey sink, String sinkLabel) {}

  static Ends ends(JsonObject document, PartitionKey partition) {
    return new Ends(
        new ElementKey(partition, text(document.at(SOURCE), "")),
        text(document.at(SOURCE_LABEL), VertexShape.DEFAULT_LABEL),
        ElementKey.of(document.at(SINK_PARTITION), text(document.at(SINK), "")),
        text(document.at(SINK_LABEL), VertexShape.DEFAULT_LABEL));
  }

  /** The document of a new edge, for its properties to be added. */
  static JsonObject.Builder begin(String id, String label, String keyName, Ends ends) {
    return JsonObject.builder(
            NAMES,
            JsonString.of(id),
            JsonString.of(label),
            JsonBoolean.TRUE,
            JsonString.of(ends.source().id()),
            JsonString.of(ends.sourceLabel()),
            JsonString.of(ends.sink().id()),
            JsonString.of(ends.sinkLabel()))
        .put(SINK_PARTITION, ends.sink().partition().components().getFirst())
        .put(keyName, ends.source().partition().components().getFirst());
  }

  static EdgeData read(JsonObject document, String keyName) {
    JsonObject.Builder plain = document.toBuilder();
    NO_PROPERTIES.forEach(plain::remove);
    plain.remove(keyName);
    return new EdgeData(text(document.at("label"), DEFAULT_LABEL), plainValues(plain.build()));
  }

  /** The document with these properties in the place of those that it has. */
  static JsonObject withProperties(
      JsonObject document, Map<String, Object> properties, String keyName) {
    JsonObject.Builder changed = JsonObject.builder();
    for (JsonObject.Member member : document) {
      String name = member.name();
      if (NO_PROPERTIES.contains(name)
          || VertexShape.isHidden(name)
          || name.equals(keyName)
          || Values.toJava(member.value()) == null) {
        changed.put(name, member.value());
      }
    }
    properties.forEach((name, value) -> changed.put(name, Values.toJson(value)));
    return changed.build();
  }

  static Map<String, Object> plainValues(JsonObject object) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (JsonObject.Member member : object) {
      Object plain = Values.toJava(member.value());
      if (plain != null && !VertexShape.isHidden(member.name())) {
        values.put(member.name(), plain);
      }
    }
    return values;
  }

  static String text(JsonValue value, String otherwise) {
    return value instanceof JsonString(String text) ? text : otherwise;
  }
}
