package dev.partita.server.cluster;

import dev.partita.cluster.NodeEntry;
import dev.partita.cluster.NodeLabels;
import dev.partita.container.catalogue.NodeRecord;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.Locale;
import java.util.Optional;

/** What a node's record in the catalogue says of it: docs/formats/catalogue.md. Pure functions. */
final class NodeProperties {

  private static final String ADDRESS = "address";
  private static final String REGION = "region";
  private static final String ZONE = "zone";
  private static final String RACK = "rack";
  private static final String CORES = "cores";
  private static final String STATE = "state";

  /** The state of a node that was removed; its record stays, so that its number does. */
  private static final String STRUCK = "struck";

  private NodeProperties() {}

  static JsonObject of(NodeEntry node) {
    return JsonObject.builder()
        .put(ADDRESS, node.address())
        .put(REGION, node.labels().region())
        .put(ZONE, node.labels().zone())
        .put(RACK, node.labels().rack())
        .put(CORES, node.cores())
        .put(STATE, node.state().name().toLowerCase(Locale.ROOT))
        .build();
  }

  /** Those of a node of which nothing but its address is known yet. */
  static JsonObject joining(String name, String address) {
    return of(new NodeEntry(1, name, address, NodeLabels.NONE, 1, NodeEntry.State.SERVING));
  }

  static JsonObject struck(NodeRecord record) {
    return record.properties().with(STATE, JsonString.of(STRUCK));
  }

  static boolean isStruck(NodeRecord record) {
    return text(record.properties(), STATE).equals(STRUCK);
  }

  /** The node of a record; empty if it was removed. */
  static Optional<NodeEntry> read(NodeRecord record) {
    JsonObject properties = record.properties();
    if (isStruck(record)) {
      return Optional.empty();
    }
    return Optional.of(
        new NodeEntry(
            record.number(),
            record.name(),
            text(properties, ADDRESS),
            new NodeLabels(
                text(properties, REGION), text(properties, ZONE), text(properties, RACK)),
            properties.at(CORES) instanceof JsonNumber cores ? (int) cores.longValue() : 1,
            NodeEntry.State.valueOf(text(properties, STATE).toUpperCase(Locale.ROOT))));
  }

  private static String text(JsonObject properties, String name) {
    return properties.at(name) instanceof JsonString(String text) ? text : "";
  }
}
