package dev.partita.nosql.hybridrow;

import org.jspecify.annotations.Nullable;

/**
 * What an operation of a batch came to.
 *
 * @param body JSON text of the item; after a failure the text that clients show
 * @param retryAfterMillis 0 if there is nothing to wait for
 */
public record BatchResultRow(
    int status,
    int subStatus,
    @Nullable String etag,
    byte @Nullable [] body,
    long retryAfterMillis,
    double requestCharge) {}
