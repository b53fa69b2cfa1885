package dev.partita.execution;

import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;

/** Items one after the other, in the order of their keys. Not for use by several threads. */
interface ItemCursor extends AutoCloseable {

  /** To the next item; tells whether there is one. */
  boolean next();

  /** The key of the item's record. */
  byte[] key();

  StoredItem item();

  default JsonObject document() {
    return item().document();
  }

  @Override
  void close();
}
