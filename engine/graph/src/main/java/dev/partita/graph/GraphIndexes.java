package dev.partita.graph;

import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The two indexes that make a container a graph. Their entries hold all that is known of an edge's
 * ends, so that walking along edges reads no items:
 *
 * <pre>
 *   out   partition key │ source │ label │ sink's partition │ sink │ sink's label
 *   in    sink's partition │ sink │ label │ source │ source's label       (partition key: the item's)
 * </pre>
 *
 * The edges that leave a vertex are one range within its logical partition; those that arrive are
 * one range for each physical partition. Immutable.
 */
public final class GraphIndexes {

  private final CompositeIndex out;
  private final CompositeIndex in;

  GraphIndexes(String keyName) {
    out =
        composite(
            keyName,
            EdgeShape.SOURCE,
            "label",
            EdgeShape.SINK_PARTITION,
            EdgeShape.SINK,
            EdgeShape.SINK_LABEL);
    in =
        composite(
            EdgeShape.SINK_PARTITION,
            EdgeShape.SINK,
            "label",
            EdgeShape.SOURCE,
            EdgeShape.SOURCE_LABEL);
  }

  /** The property that a path of one name leads to. */
  static String nameOf(JsonPath path) {
    return path.toString().substring(1).replace("\"", "");
  }

  CompositeIndex out() {
    return out;
  }

  CompositeIndex in() {
    return in;
  }

  boolean areIn(List<CompositeIndex> composites) {
    return composites.contains(out) && composites.contains(in);
  }

  /** The policy of a container that is made as a graph. */
  IndexingPolicy policy() {
    JsonArray excluded =
        JsonArray.of(
            Stream.of(EdgeShape.SOURCE_LABEL, EdgeShape.SINK_LABEL, EdgeShape.SINK_PARTITION)
                .map(name -> JsonObject.builder().put("path", "/" + name + "/?").build())
                .toList());
    return withGraph(
        IndexingPolicy.fromJson(JsonObject.builder().put("excludedPaths", excluded).build()));
  }

  /** A policy with these indexes added. */
  IndexingPolicy withGraph(IndexingPolicy policy) {
    List<JsonValue> composites = new ArrayList<>();
    JsonObject base = policy.isOn() ? policy.toJson() : IndexingPolicy.DEFAULT.toJson();
    if (base.at("compositeIndexes") instanceof JsonArray given) {
      given.forEach(composites::add);
    }
    for (CompositeIndex index : List.of(out, in)) {
      if (!policy.composites().contains(index)) {
        composites.add(json(index));
      }
    }
    return IndexingPolicy.fromJson(base.with("compositeIndexes", JsonArray.of(composites)));
  }

  private static JsonValue json(CompositeIndex index) {
    return JsonArray.of(
        index.columns().stream()
            .map(
                column ->
                    JsonObject.builder()
                        .put("path", column.path().toString())
                        .put("order", "ascending")
                        .build())
            .toList());
  }

  private static CompositeIndex composite(String... names) {
    return new CompositeIndex(
        Stream.of(names)
            .map(name -> new CompositeIndex.Column(IndexPath.of(name), false))
            .toList());
  }
}
