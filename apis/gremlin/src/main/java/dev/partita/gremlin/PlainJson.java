package dev.partita.gremlin;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.Tree;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/**
 * Results in the plain JSON that the service writes for clients that ask for GraphSON 1 or 2. Pure
 * functions.
 */
final class PlainJson {

  private static final int DEPTH_MAX = 100;

  private PlainJson() {}

  static JsonValue of(@Nullable Object value) {
    return of(value, 0);
  }

  private static JsonValue of(@Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalStateException("The result is nested too deeply.");
    }
    return switch (value) {
      case null -> JsonNull.NULL;
      case String text -> JsonString.of(text);
      case Boolean truth -> JsonBoolean.of(truth);
      case Number number -> number(number);
      case Vertex vertex -> vertex(vertex);
      case Edge edge -> edge(edge);
      case VertexProperty<?> property -> vertexProperty(property, true);
      case Property<?> property ->
          JsonObject.builder()
              .put("key", property.key())
              .put("value", of(property.value(), depth + 1))
              .build();
      case Path path ->
          JsonObject.builder()
              .put("labels", list(path.labels(), depth))
              .put("objects", list(path.objects(), depth))
              .build();
      case Tree<?> tree -> tree(tree, depth);
      case Traverser<?> traverser -> of(traverser.get(), depth);
      case Map<?, ?> map -> map(map, depth);
      case Map.Entry<?, ?> entry ->
          JsonObject.builder().put(key(entry.getKey()), of(entry.getValue(), depth + 1)).build();
      case Collection<?> several -> list(several, depth);
      case T token -> JsonString.of(name(token));
      default -> JsonString.of(value.toString());
    };
  }

  private static JsonValue number(Number number) {
    return switch (number) {
      case Double real when !Double.isFinite(real) -> JsonString.of(real.toString());
      case Float real when !Float.isFinite(real) -> JsonString.of(real.toString());
      case Double real -> JsonNumber.of(real);
      case Float real -> JsonNumber.of(Double.parseDouble(real.toString()));
      case BigDecimal exact -> JsonNumber.of(exact.doubleValue());
      case BigInteger whole when whole.bitLength() >= Long.SIZE ->
          JsonNumber.of(whole.doubleValue());
      default -> JsonNumber.of(number.longValue());
    };
  }

  private static JsonValue list(Iterable<?> several, int depth) {
    List<JsonValue> values = new ArrayList<>();
    several.forEach(each -> values.add(of(each, depth + 1)));
    return JsonArray.of(values);
  }

  private static JsonObject map(Map<?, ?> map, int depth) {
    JsonObject.Builder object = JsonObject.builder();
    map.forEach((key, value) -> object.put(key(key), of(value, depth + 1)));
    return object.build();
  }

  private static String key(@Nullable Object key) {
    return switch (key) {
      case T token -> name(token);
      case Element element -> String.valueOf(element.id());
      case null -> "null";
      default -> key.toString();
    };
  }

  private static String name(T token) {
    return token.name();
  }

  private static JsonValue vertex(Vertex vertex) {
    JsonObject.Builder properties = JsonObject.builder();
    Map<String, List<JsonValue>> byKey = new LinkedHashMap<>();
    vertex
        .properties()
        .forEachRemaining(
            property ->
                byKey
                    .computeIfAbsent(property.key(), _ -> new ArrayList<>())
                    .add(vertexProperty(property, false)));
    byKey.forEach((key, values) -> properties.put(key, JsonArray.of(values)));
    JsonObject.Builder object =
        JsonObject.builder()
            .put("id", String.valueOf(vertex.id()))
            .put("label", vertex.label())
            .put("type", "vertex");
    JsonObject found = properties.build();
    return (found.isEmpty() ? object : object.put("properties", found)).build();
  }

  private static JsonValue vertexProperty(VertexProperty<?> property, boolean alone) {
    JsonObject.Builder object =
        JsonObject.builder()
            .put("id", String.valueOf(property.id()))
            .put("value", of(property.value(), 1));
    if (alone) {
      object.put("label", property.key());
    }
    JsonObject meta = properties(property.properties());
    return (meta.isEmpty() ? object : object.put("properties", meta)).build();
  }

  private static JsonValue edge(Edge edge) {
    JsonObject.Builder object =
        JsonObject.builder()
            .put("id", String.valueOf(edge.id()))
            .put("label", edge.label())
            .put("type", "edge")
            .put("inVLabel", edge.inVertex().label())
            .put("outVLabel", edge.outVertex().label())
            .put("inV", String.valueOf(edge.inVertex().id()))
            .put("outV", String.valueOf(edge.outVertex().id()));
    JsonObject properties = properties(edge.properties());
    return (properties.isEmpty() ? object : object.put("properties", properties)).build();
  }

  private static <V> JsonObject properties(Iterator<Property<V>> properties) {
    JsonObject.Builder object = JsonObject.builder();
    properties.forEachRemaining(property -> object.put(property.key(), of(property.value(), 1)));
    return object.build();
  }

  private static JsonValue tree(Tree<?> tree, int depth) {
    JsonObject.Builder object = JsonObject.builder();
    tree.forEach(
        (key, below) ->
            object.put(
                key(key),
                JsonObject.builder()
                    .put("key", of(key, depth + 1))
                    .put("value", of(below, depth + 2))
                    .build()));
    return object.build();
  }
}
