package dev.partita.nosql.hybridrow;

import org.jspecify.annotations.Nullable;

/**
 * An operation of a batch.
 *
 * @param type its name in the protocol, such as {@code Create}
 * @param partitionKey as the header has it
 * @param body JSON text
 * @param minimal whether its sender does without the item in the result
 */
public record BatchOperationRow(
    String type,
    @Nullable String partitionKey,
    @Nullable String id,
    byte @Nullable [] body,
    @Nullable String ifMatch,
    @Nullable String ifNoneMatch,
    boolean minimal) {}
