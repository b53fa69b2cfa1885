package dev.partita.document;

import dev.partita.container.key.PartitionKey;
import dev.partita.partition.Change;
import java.util.Optional;

/**
 * A change as a feed shows it.
 *
 * @param previousLsn of the version before; 0 if there was none
 * @param current the item as it became; empty after a delete
 * @param previous the item as it was, in a feed of all versions
 */
public record FeedChange(
    long lsn,
    Change.Kind kind,
    long timeMillis,
    long previousLsn,
    PartitionKey partitionKey,
    String id,
    Optional<StoredItem> current,
    Optional<StoredItem> previous) {}
