package dev.partita.document;

import dev.partita.throughput.RequestCharge;
import org.jspecify.annotations.Nullable;

/**
 * What one operation did within a transaction.
 *
 * @param version of the item as it is now or, if there is none to be shown, as it was
 */
record ItemEffect(ItemResult.Kind kind, StoredItem version, RequestCharge charge) {

  /** As it is now; null after a delete and for a read that found what its sender has. */
  @Nullable StoredItem item() {
    return kind.showsItem() ? version : null;
  }
}
