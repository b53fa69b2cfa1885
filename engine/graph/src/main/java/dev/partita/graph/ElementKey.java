package dev.partita.graph;

import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonValue;

/**
 * The name of a vertex or an edge: ids are unique within a partition key only. Immutable.
 *
 * <p>To clients an element's id is the id alone, and so is the text of this.
 */
public record ElementKey(PartitionKey partition, String id) {

  public static ElementKey of(JsonValue partition, String id) {
    return new ElementKey(PartitionKey.of(partition), id);
  }

  @Override
  public String toString() {
    return id;
  }
}
