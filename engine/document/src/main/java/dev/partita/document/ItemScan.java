package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonExcerpt;
import dev.partita.json.JsonObject;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items of a range in the order of their keys: by position, partition key and id. Expired ones
 * are passed over. Not for use by several threads.
 */
public final class ItemScan implements AutoCloseable {

  private static final int FIRST_BYTES = 256;
  private static final int NOT_LOADED = -1;
  private static final int SPARE_PART = 8;

  private final ItemSettings settings;
  private final RecordCursor cursor;
  private final long nowMillis;
  private final byte @Nullable [] after;
  private boolean started;

  /** The item that the scan stands on, if it was asked for. */
  private @Nullable StoredItem item;

  /** The first bytes of the record that the scan stands on, if its length is known. */
  private byte[] beginning = new byte[FIRST_BYTES];

  private int length = NOT_LOADED;

  /**
   * @param cursor over records, which is closed with the scan
   * @param after a key that {@link #key} gave; the scan goes on behind it
   */
  ItemScan(ItemSettings settings, RecordCursor cursor, long nowMillis, byte @Nullable [] after) {
    this.settings = settings;
    this.cursor = cursor;
    this.nowMillis = nowMillis;
    this.after = after;
  }

  /** To the next item; tells whether there is one. */
  public boolean next() {
    item = null;
    length = NOT_LOADED;
    while (advance()) {
      if (settings.defaultTtlSeconds().isEmpty()) {
        return true;
      }
      load();
      if (!StoredItem.isExpired(beginning, settings.defaultTtlSeconds(), nowMillis)) {
        return true;
      }
      length = NOT_LOADED;
    }
    return false;
  }

  public StoredItem item() {
    if (item == null) {
      item = Objects.requireNonNull(StoredItem.of(cursor.record(), settings.properties()));
    }
    return item;
  }

  /**
   * The bytes whose part from {@link StoredItem#JSON_OFFSET} on is the JSON of the item, {@link
   * #jsonBytes} long. They lie in a place that the next item takes, for those who are done with one
   * before they go on.
   */
  public byte[] passing() {
    int needed = load();
    if (needed > beginning.length) {
      // Most items are alike, so that the next one will need about as much.
      beginning = new byte[needed + needed / SPARE_PART];
      cursor.copy(beginning);
    }
    return beginning;
  }

  /** When the item was last written, as {@link StoredItem#ticks} tells. */
  public long ticks() {
    load();
    return StoredItem.ticks(beginning);
  }

  /** How long the item is as text. */
  public int jsonBytes() {
    return load() - StoredItem.JSON_OFFSET;
  }

  /** What a reader wants of the item, of which no more is taken from the store than is needed. */
  public JsonObject excerpt(JsonExcerpt.Reader reader) {
    load();
    while (length > beginning.length) {
      JsonObject found =
          reader.readBeginning(
              beginning, StoredItem.JSON_OFFSET, beginning.length - StoredItem.JSON_OFFSET);
      if (found != null) {
        return found;
      }
      // Most items are alike, so that the next one will need as much.
      beginning = new byte[Math.clamp(2L * beginning.length, 0, length)];
      cursor.copy(beginning);
    }
    return reader.read(beginning, StoredItem.JSON_OFFSET, jsonBytes());
  }

  /** Makes sure that the beginning of the record is known; gives the length of all of it. */
  private int load() {
    if (length == NOT_LOADED) {
      int found = cursor.copy(beginning);
      StoredItem.requireFormat(beginning, found, settings.properties());
      length = found;
    }
    return length;
  }

  /** Where the scan stands: a key that a later scan can go on from. */
  public byte[] key() {
    return cursor.key();
  }

  /** The name of the item that the scan stands on. */
  public RecordKey name() {
    return RecordKey.decode(cursor.key());
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
