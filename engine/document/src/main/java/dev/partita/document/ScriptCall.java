package dev.partita.document;

import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonArray;
import org.jspecify.annotations.Nullable;

/**
 * A run of scripts on the items of one partition key, in one transaction. The layer that has the
 * scripts carries it out, where the partition in charge is. Immutable.
 */
public sealed interface ScriptCall {

  PartitionKey key();

  /**
   * A stored procedure.
   *
   * @param procedure its id within the container
   * @param logging whether what it logs is wanted
   */
  record Procedure(PartitionKey key, String procedure, JsonArray arguments, boolean logging)
      implements ScriptCall {}

  /**
   * A write of one item with what runs before and after it.
   *
   * @param before the id of a trigger; null if nothing runs before
   * @param after the id of a trigger; null if nothing runs after
   */
  record TriggeredWrite(
      PartitionKey key, ItemOperation write, @Nullable String before, @Nullable String after)
      implements ScriptCall {}
}
