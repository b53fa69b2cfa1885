package dev.partita.execution;

import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Items one after the other, in the order of their keys. Not for use by several threads. */
interface ItemCursor extends AutoCloseable {

  /** To the next item; tells whether there is one. */
  boolean next();

  /** The key of the item's record. */
  byte[] key();

  /** The item, unless it is passed over. */
  StoredItem item();

  /** Whether the filter is known to let no row of the item through. */
  default boolean isPassedOver() {
    return false;
  }

  /** How long the item is as text. */
  default int jsonBytes() {
    return item().jsonBytes();
  }

  /** What the query needs of the item, if it was read already; null if not. */
  default @Nullable JsonObject document() {
    return null;
  }

  @Override
  void close();
}
