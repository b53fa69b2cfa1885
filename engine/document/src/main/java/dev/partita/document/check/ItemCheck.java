package dev.partita.document.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.check.CheckedContainer;
import dev.partita.container.check.Layer;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ItemFormat;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Family;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The check of one container's items. Used by one thread. */
final class ItemCheck implements Layer.Part {

  private final CheckedContainer container;
  private final PartitionScheme scheme;
  private final ItemFormat format;
  private final ValueEntryCheck valueEntries;

  ItemCheck(ContainerRecord record, CheckedContainer container) {
    this.container = container;
    this.scheme = record.definition().scheme();
    this.format = new ItemFormat(record);
    this.valueEntries = new ValueEntryCheck(container, format);
  }

  @Override
  public void record(RecordKey key, StoredRecord record) {
    StoredItem item = item(key, record);
    JsonObject document = item == null ? null : document(key, item);
    if (item == null || document == null) {
      return;
    }
    checkName(key, document);
    checkHead(key, item, document);
    checkUniqueEntries(key, document);
    Optional<byte[]> expiry = format.expiryEntry(key, item);
    if (expiry.isPresent() && indexed(expiry.get()) == null) {
      report(ItemProblem.EXPIRY_ENTRY_MISSING, key);
    }
    valueEntries.item(key, item, document);
  }

  @Override
  public void version(RecordKey key, StoredRecord version) {
    StoredItem item = item(key, version);
    JsonObject document = item == null ? null : document(key, item);
    if (document != null) {
      checkName(key, document);
    }
  }

  @Override
  public boolean indexEntry(byte[] suffix, byte[] value) {
    if (format.isValueEntry(suffix) && value.length == 0) {
      valueEntries.entry();
      return true;
    }
    Optional<RecordKey> target;
    try {
      target = format.target(suffix, value);
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(ItemProblem.INDEX_ENTRY_UNREADABLE)
              .with("entry", Bytes.hex(suffix))
              .with("value", Bytes.hex(value)));
      return true;
    }
    target.ifPresent(
        key -> {
          if (!leads(suffix, key)) {
            container.report(
                container
                    .finding(ItemProblem.INDEX_ENTRY_STRAY, key)
                    .with("entry", Bytes.hex(suffix)));
          }
        });
    return target.isPresent();
  }

  @Override
  public void finish() {
    valueEntries.finish();
  }

  private void checkName(RecordKey key, JsonObject document) {
    if (!(document.at("id") instanceof JsonString(String id)) || !id.equals(key.idText())) {
      container.report(
          container.finding(ItemProblem.ITEM_ID, key).with("found", document.at("id")));
    }
    LogicalKey expected = logicalKey(key, document);
    if (!key.logical().equals(expected)) {
      container.report(
          container
              .finding(ItemProblem.ITEM_KEY, key)
              .with("stored", key.logical())
              .with("expected", expected == null ? "none" : expected));
    }
  }

  /** Where the document belongs; a container that finds no key in documents goes by the key. */
  private @Nullable LogicalKey logicalKey(RecordKey key, JsonObject document) {
    try {
      return scheme.logicalKey(
          scheme instanceof PartitionScheme.Hashed(var definition)
              ? definition.extract(document)
              : scheme.partitionKey(key.logical()));
    } catch (DatabaseException e) {
      return null;
    }
  }

  private void checkHead(RecordKey key, StoredItem item, JsonObject document) {
    boolean agrees;
    try {
      agrees = format.agreesOnTtl(item, document);
    } catch (DatabaseException e) {
      agrees = false;
    }
    if (!agrees) {
      report(ItemProblem.ITEM_TTL, key);
    }
    // Of an LSN that nobody gave there is a finding already.
    if (container.writer(key.logical().position(), item.lsn()).isPresent()
        && !format.endsWithProperties(item)) {
      report(ItemProblem.ITEM_PROPERTIES, key);
    }
    long given = container.state(format.creator(item)).map(state -> state.serial()).orElse(0L);
    if (format.serial(item) < 1 || format.serial(item) > given) {
      container.report(
          container
              .finding(ItemProblem.ITEM_NUMBER, key)
              .with("creator", format.creator(item))
              .with("serial", format.serial(item))
              .with("lastGivenOut", given));
    }
  }

  private void checkUniqueEntries(RecordKey key, JsonObject document) {
    for (byte[] entry : format.uniqueEntries(key.logical(), document)) {
      byte[] holder = indexed(entry);
      if (holder == null) {
        report(ItemProblem.UNIQUE_ENTRY_MISSING, key);
      } else if (!Arrays.equals(holder, key.id())) {
        container.report(
            container
                .finding(ItemProblem.UNIQUE_ENTRY_OTHER, key)
                .with("other", new RecordKey(key.logical(), holder).idText()));
      }
    }
  }

  /**
   * Whether an entry is one that the item should have; an unreadable item is reported elsewhere.
   */
  private boolean leads(byte[] suffix, RecordKey key) {
    byte[] bytes =
        container.store().get(Family.ITEMS, container.keys().record(key.logical(), key.id()));
    if (bytes == null) {
      return false;
    }
    try {
      StoredRecord record = StoredRecord.read(bytes);
      return record == null
          || format.entries(key, format.item(record)).stream()
              .anyMatch(entry -> Arrays.equals(entry, suffix));
    } catch (DatabaseException | ClassCastException e) {
      return true;
    }
  }

  private @Nullable StoredItem item(RecordKey key, StoredRecord record) {
    try {
      return format.item(record);
    } catch (DatabaseException e) {
      unreadable(key, e);
      return null;
    }
  }

  private @Nullable JsonObject document(RecordKey key, StoredItem item) {
    try {
      return item.document();
    } catch (DatabaseException | ClassCastException e) {
      unreadable(key, e);
      return null;
    }
  }

  private void unreadable(RecordKey key, RuntimeException e) {
    container.report(
        container.finding(ItemProblem.ITEM_UNREADABLE, key).with("reason", Reasons.of(e)));
  }

  private byte @Nullable [] indexed(byte[] suffix) {
    return container.store().get(Family.INDEX, container.keys().index(suffix));
  }

  private void report(ItemProblem problem, RecordKey key) {
    container.report(container.finding(problem, key));
  }
}
