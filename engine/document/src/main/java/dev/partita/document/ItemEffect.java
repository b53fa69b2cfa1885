package dev.partita.document;

import dev.partita.throughput.RequestCharge;
import org.jspecify.annotations.Nullable;

/** What one operation did within a transaction. */
record ItemEffect(
    ItemResult.Kind kind, @Nullable StoredItem item, String etag, RequestCharge charge) {}
