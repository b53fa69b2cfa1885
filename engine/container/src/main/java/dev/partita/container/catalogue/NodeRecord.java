package dev.partita.container.catalogue;

import dev.partita.json.JsonObject;

/**
 * A node of the cluster as the catalogue knows it.
 *
 * @param number from 1, never used again
 * @param properties what is known of it besides, such as its addresses; the engine does not read it
 * @param version grows with every change
 */
public record NodeRecord(int number, String name, JsonObject properties, long version) {

  public NodeRecord {
    ResourceName.requireOfPart(name);
  }

  public NodeRecord withProperties(JsonObject changed) {
    return new NodeRecord(number, name, changed, version);
  }

  NodeRecord withVersion(long stored) {
    return new NodeRecord(number, name, properties, stored);
  }
}
