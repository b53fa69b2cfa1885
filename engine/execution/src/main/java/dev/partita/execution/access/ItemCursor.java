package dev.partita.execution.access;

import dev.partita.document.StoredItem;
import dev.partita.execution.page.ReadSummary;
import dev.partita.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Items one after the other, in the order of their keys. It may stand on several at once, of which
 * it is known that no row is wanted. Not for use by several threads.
 */
public interface ItemCursor extends AutoCloseable {

  /** To the next item or items; tells whether there are any. */
  boolean next();

  /** The key of the item's record, unless some are passed over. */
  byte[] key();

  /** The item, unless some are passed over. */
  StoredItem item();

  /** The items of which the filter is known to let no row through; null if it stands on another. */
  default @Nullable ReadSummary passedOver() {
    return null;
  }

  /** What the query needs of the item, if it was read already; null if not. */
  default @Nullable JsonObject document() {
    return null;
  }

  @Override
  void close();
}
