package dev.partita.document;

import dev.partita.container.key.PartitionKey;
import java.util.List;

/**
 * What is asked of the partition in charge of a partition key: complete, and data alone. Immutable.
 */
public sealed interface ItemRequest {

  PartitionKey key();

  /** One operation by itself. */
  record Single(PartitionKey key, ItemOperation operation) implements ItemRequest {}

  /**
   * A transactional batch: all operations or none.
   *
   * @param reads what must not have been changed since it was read
   */
  record Batch(
      PartitionKey key, List<ItemOperation> operations, BatchLimits limits, Unchanged reads)
      implements ItemRequest {

    public Batch {
      operations = List.copyOf(operations);
    }

    public Batch(PartitionKey key, List<ItemOperation> operations, BatchLimits limits) {
      this(key, operations, limits, Unchanged.NOTHING);
    }
  }

  /** Deletes all items of the partition key, in as many transactions as it takes. */
  record DeleteAll(PartitionKey key) implements ItemRequest {}
}
