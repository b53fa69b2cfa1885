package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.UnreadObject;
import dev.partita.partition.StoredRecord;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored: docs/formats/records.md. A view of the bytes that the store returned.
 * Immutable.
 */
public final class StoredItem {

  /** Where the JSON begins in the record's bytes. */
  public static final int JSON_OFFSET = StoredRecord.PAYLOAD_OFFSET + 21;

  private static final int FORMAT_OFFSET = StoredRecord.PAYLOAD_OFFSET;
  private static final int TTL_OFFSET = FORMAT_OFFSET + 1;
  private static final int TICKS_OFFSET = TTL_OFFSET + 4;
  private static final int ITEM_OFFSET = TICKS_OFFSET + 8;
  private static final byte FORMAT = 2;
  private static final long TICKS_PER_SECOND = 10_000_000;

  private final StoredRecord record;
  private final SystemProperties properties;

  private StoredItem(StoredRecord record, SystemProperties properties) {
    this.record = record;
    this.properties = properties;
  }

  static @Nullable StoredItem of(@Nullable StoredRecord record, SystemProperties properties) {
    if (record == null) {
      return null;
    }
    requireFormat(record.bytes(), record.sizeBytes(), properties);
    return new StoredItem(record, properties);
  }

  /**
   * Checks an item of which the beginning is known, at least up to its JSON.
   *
   * @param length of the whole record
   * @throws DatabaseException CORRUPT
   */
  static void requireFormat(byte[] beginning, int length, SystemProperties properties) {
    StoredRecord.requireFormat(beginning, length);
    if (length < JSON_OFFSET + properties.length() || beginning[FORMAT_OFFSET] != FORMAT) {
      throw new DatabaseException(ErrorCode.CORRUPT, "An item has an unknown format.")
          .with("lsn", StoredRecord.lsn(beginning))
          .with("bytes", length);
    }
  }

  /** Completes what {@link ItemBody} laid out; the record's own head is the partition's. */
  static void stamp(byte[] bytes, int ttlSeconds, long ticks, long item) {
    bytes[FORMAT_OFFSET] = FORMAT;
    Bytes.writeInt(bytes, TTL_OFFSET, ttlSeconds);
    Bytes.writeLong(bytes, TICKS_OFFSET, ticks);
    Bytes.writeLong(bytes, ITEM_OFFSET, item);
  }

  StoredRecord record() {
    return record;
  }

  public long lsn() {
    return record.lsn();
  }

  /** The entity tag, with its quotes. */
  public String etag() {
    return properties.etag(record.bytes());
  }

  static long seconds(long ticks) {
    return ticks / TICKS_PER_SECOND;
  }

  /**
   * When it was last written, in ticks of 100 ns since 1970. No two versions of an item have the
   * same time.
   */
  public long ticks() {
    return ticks(record.bytes());
  }

  /** The same of an item of which the beginning is known. */
  static long ticks(byte[] beginning) {
    return Bytes.readLong(beginning, TICKS_OFFSET);
  }

  /** When it was last written, in seconds since 1970: the item's {@code _ts}. */
  public long seconds() {
    return seconds(ticks());
  }

  /** Its own time to live: -1 for ever, 0 if it has none and the container's default counts. */
  int ttlSeconds() {
    return Bytes.readInt(record.bytes(), TTL_OFFSET);
  }

  /** Its number within the container: of those that a partition created, later ones have higher. */
  public long item() {
    return Bytes.readLong(record.bytes(), ITEM_OFFSET);
  }

  boolean isExpired(OptionalInt defaultTtlSeconds, long nowMillis) {
    return isExpired(record.bytes(), defaultTtlSeconds, nowMillis);
  }

  /** The same of an item of which the beginning is known. */
  static boolean isExpired(byte[] beginning, OptionalInt defaultTtlSeconds, long nowMillis) {
    if (defaultTtlSeconds.isEmpty()) {
      return false;
    }
    int own = Bytes.readInt(beginning, TTL_OFFSET);
    int ttl = own != 0 ? own : defaultTtlSeconds.getAsInt();
    long seconds = seconds(Bytes.readLong(beginning, TICKS_OFFSET));
    return ttl > 0 && (seconds + ttl) * 1000 <= nowMillis;
  }

  public int jsonBytes() {
    return record.sizeBytes() - JSON_OFFSET;
  }

  /** The item's JSON with its system properties. */
  public byte[] json() {
    return Arrays.copyOfRange(record.bytes(), JSON_OFFSET, record.sizeBytes());
  }

  /**
   * The bytes whose part from {@link #jsonOffset} on is the JSON, without a copy. Not to be
   * modified.
   */
  public byte[] backing() {
    return record.bytes();
  }

  public int jsonOffset() {
    return JSON_OFFSET;
  }

  /** The item with its system properties, for those who may not look into it. */
  public JsonObject unread() {
    return new UnreadObject(record.bytes(), JSON_OFFSET, jsonBytes());
  }

  /**
   * The item with its system properties.
   *
   * @throws DatabaseException if the stored JSON is damaged
   */
  public JsonObject document() {
    return (JsonObject) JsonReader.DEFAULT.read(record.bytes(), JSON_OFFSET, jsonBytes());
  }
}
