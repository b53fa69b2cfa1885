package dev.partita.document;

import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.throughput.RequestCharge;
import org.jspecify.annotations.Nullable;

/**
 * What one operation on an item came to, whichever API it came through: for counts, logs, and
 * advice on keys. Of a batch each operation has its own. Immutable.
 *
 * @param operation what was to be done
 * @param container the number of the container
 * @param partition the number of the physical partition that did it, or was to do it; -1 if the
 *     operation was refused before its partition key was known
 * @param key null if it was refused before it was known
 * @param itemId null if the document has none
 * @param charge what the operation by itself was charged. For a batch that failed all of it stands
 *     with the operation that made it fail
 * @param requestBytes how much of a document it brought, as JSON
 * @param responseBytes how large the item is that its result has, as JSON
 * @param result what happened; null if it failed
 * @param error why it failed; null if it did not. FAILED_DEPENDENCY for the operations of a batch
 *     in which another one failed
 */
public record OperationOutcome(
    ItemOperation.Kind operation,
    int container,
    int partition,
    @Nullable PartitionKey key,
    @Nullable String itemId,
    RequestCharge charge,
    int requestBytes,
    int responseBytes,
    ItemResult.@Nullable Kind result,
    @Nullable ErrorCode error) {

  public boolean succeeded() {
    return error == null;
  }
}
