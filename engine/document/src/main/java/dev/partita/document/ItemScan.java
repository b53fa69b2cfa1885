package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items of a range in the order of their keys: by position, partition key and id. Expired ones
 * are passed over. Not for use by several threads.
 */
public final class ItemScan implements AutoCloseable {

  private final Container container;
  private final ItemSettings settings;
  private final Cursor cursor;
  private final long nowMillis;
  private final byte @Nullable [] after;
  private boolean started;
  private @Nullable StoredItem item;

  /**
   * @param after a key that {@link #key} gave; the scan goes on behind it
   */
  ItemScan(Items items, Reader reader, KeyRange records, byte @Nullable [] after) {
    this.container = items.container();
    this.settings = items.settings();
    this.nowMillis = container.engine().clock().millis();
    this.after = after;
    this.cursor = reader.scan(Family.ITEMS, records);
  }

  /** To the next item; tells whether there is one. */
  public boolean next() {
    while (advance()) {
      StoredItem found =
          Objects.requireNonNull(
              StoredItem.of(StoredRecord.read(cursor.value()), settings.properties()));
      if (!found.isExpired(settings.defaultTtlSeconds(), nowMillis)) {
        item = found;
        return true;
      }
    }
    item = null;
    return false;
  }

  public StoredItem item() {
    return Objects.requireNonNull(item, "The scan stands on no item.");
  }

  /** Where the scan stands: a key that a later scan can go on from. */
  public byte[] key() {
    return cursor.key();
  }

  /** The name of the item that the scan stands on. */
  public RecordKey name() {
    return container.keys().parseRecord(cursor.key());
  }

  @Override
  public void close() {
    cursor.close();
  }

  private boolean advance() {
    if (started || after == null) {
      started = true;
      return cursor.next();
    }
    started = true;
    // The smallest key behind a key is the key with a zero added.
    return cursor.seek(Bytes.concat(after, new byte[1]));
  }
}
