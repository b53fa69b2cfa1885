package dev.partita.graph;

import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The name of a vertex or an edge: ids are unique within a partition key only. Immutable.
 *
 * <p>To clients an element's id is the id alone, and so is the text of this.
 */
public record ElementKey(PartitionKey partition, String id) {

  public static ElementKey of(JsonValue partition, String id) {
    return new ElementKey(PartitionKey.of(partition), id);
  }

  // As records have them, but at a fraction of the cost before all is compiled: a graph that is
  // loaded asks several times for each element.

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ElementKey key
            && id.equals(key.id)
            && partition.equals(key.partition));
  }

  @Override
  public int hashCode() {
    return 31 * partition.hashCode() + id.hashCode();
  }

  @Override
  public String toString() {
    return id;
  }
}
