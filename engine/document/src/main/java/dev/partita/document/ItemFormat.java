package dev.partita.document;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.index.EntryFormat;
import dev.partita.json.JsonObject;
import dev.partita.partition.IndexKind;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How the items of one container and the entries that lead to them are laid out in the store, for
 * those who read it past {@link Items}: docs/formats/records.md. Immutable.
 */
public final class ItemFormat {

  /** All kinds of index entries that containers of items have. */
  public static final List<IndexKind> INDEX_KINDS = indexKinds();

  private final SystemProperties properties;
  private final UniqueIndex uniqueIndex;
  private final ItemIndex index;
  private final EntryFormat entryFormat;

  public ItemFormat(ContainerRecord record) {
    this.properties = new SystemProperties(record, 0);
    this.uniqueIndex = new UniqueIndex(record.definition().uniqueKeys());
    this.index = new ItemIndex(record);
    this.entryFormat = index.format();
  }

  private static List<IndexKind> indexKinds() {
    List<IndexKind> kinds = new ArrayList<>(EntryFormat.KINDS);
    kinds.add(IndexKind.derived(UniqueIndex.KIND, "unique keys"));
    kinds.add(IndexKind.derived(ExpiryIndex.TIMERS.letter(), "expiry times"));
    return List.copyOf(kinds);
  }

  /**
   * @throws DatabaseException CORRUPT if the record is no item
   */
  public StoredItem item(StoredRecord record) {
    return Objects.requireNonNull(StoredItem.of(record, properties));
  }

  /**
   * Whether the item's head says of its time to live what its document says.
   *
   * @throws DatabaseException BAD_REQUEST if the document asks for an impossible one
   */
  public boolean agreesOnTtl(StoredItem item, JsonObject document) {
    return item.ttlSeconds() == ItemBody.ttl(document);
  }

  /** Whether the item ends with the system properties of its version. */
  public boolean endsWithProperties(StoredItem item) {
    StoredRecord record = item.record();
    return properties.areAtEnd(
        record.bytes(), item.item(), record.lsn(), record.sequence(), item.seconds());
  }

  /** The partition that created the item. */
  public int creator(StoredItem item) {
    return ResourceIds.partition(item.item());
  }

  /** Which of the serial numbers of that partition the item has. */
  public long serial(StoredItem item) {
    return ResourceIds.serial(item.item());
  }

  /** The keys of an item's entries for unique keys, without the segment's number. */
  public List<byte[]> uniqueEntries(LogicalKey logical, JsonObject document) {
    return uniqueIndex.entries(logical, document);
  }

  /** The key of the entry for an item's own time to live; empty if it has none. */
  public Optional<byte[]> expiryEntry(RecordKey key, StoredItem item) {
    long seconds = ExpiryIndex.expirySeconds(item);
    return seconds == 0
        ? Optional.empty()
        : Optional.of(ExpiryIndex.entry(key.logical(), key.id(), seconds));
  }

  /**
   * The keys of the entries that an item may have for its values, in the index family, and whether
   * it must have them: while the index is being changed to another policy, there is a difference.
   */
  public Map<byte[], Boolean> valueEntries(
      KeySpace keys, RecordKey key, StoredItem item, JsonObject document) {
    return index.expected(
        keys.prefix(), key.logical(), key.id(), new ItemIndex.Version(document, item.seconds()));
  }

  /** Whether a key of the index family, without the segment's number, is one for values. */
  public boolean isValueEntry(byte[] suffix) {
    return entryFormat.isEntry(suffix);
  }

  /**
   * The item that an entry for values leads to.
   *
   * @throws DatabaseException CORRUPT if it is not of the form of such an entry
   */
  public RecordKey valueTarget(byte[] suffix) {
    return entryFormat.target(suffix);
  }

  /** The keys of the entries that lead to an item otherwise, without the segment's number. */
  public List<byte[]> entries(RecordKey key, StoredItem item) {
    List<byte[]> entries = new ArrayList<>(uniqueEntries(key.logical(), item.document()));
    expiryEntry(key, item).ifPresent(entries::add);
    return entries;
  }

  /**
   * The item that an index entry leads to.
   *
   * @param suffix the key without the segment's number
   * @return empty if the entry is of no known kind
   * @throws DatabaseException CORRUPT if it is not of the form that its kind has
   */
  public Optional<RecordKey> target(byte[] suffix, byte[] value) {
    KeyReader reader = new KeyReader(suffix);
    int kind = reader.u8();
    if (kind == UniqueIndex.KIND) {
      return Optional.of(new RecordKey(LogicalKey.read(reader), value));
    }
    if (kind != ExpiryIndex.TIMERS.letter()) {
      return Optional.empty();
    }
    if (value.length != 0) {
      throw new DatabaseException(ErrorCode.CORRUPT, "An expiry entry has a value.")
          .with("bytes", value.length);
    }
    Timer timer = ExpiryIndex.TIMERS.parse(suffix, value);
    return Optional.of(new RecordKey(timer.logical(), timer.name()));
  }
}
