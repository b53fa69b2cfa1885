package dev.partita.document;

import dev.partita.throughput.RequestCharge;
import org.jspecify.annotations.Nullable;

/**
 * What one operation did within a transaction.
 *
 * @param version of the item as it is now or, if there is none to be shown, as it was; null only
 *     after {@link ItemResult.Kind#NOT_DUE}
 */
record ItemEffect(ItemResult.Kind kind, @Nullable StoredItem version, RequestCharge charge) {

  /** As it is now; null where the operation shows no item. */
  @Nullable StoredItem item() {
    return kind.showsItem() ? version : null;
  }
}
