package dev.partita.document.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.check.CheckedContainer;
import dev.partita.document.ItemFormat;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The check that items and the index entries for their values agree. Every item is asked for its
 * entries; if these are as many as there are in all, none is too many, and only otherwise every
 * entry is followed to its item, which takes far longer. Used by one thread.
 */
final class ValueEntryCheck {

  private final CheckedContainer container;
  private final ItemFormat format;
  private long accounted;
  private long seen;

  ValueEntryCheck(CheckedContainer container, ItemFormat format) {
    this.container = container;
    this.format = format;
  }

  /** Looks for the entries of an item. */
  void item(RecordKey key, StoredItem item, JsonObject document) {
    Map<byte[], Boolean> expected = format.valueEntries(container.keys(), key, item, document);
    List<byte[]> keys = new ArrayList<>(expected.keySet());
    List<byte @Nullable []> values = container.store().getAll(Family.INDEX, keys);
    for (int i = 0; i < keys.size(); i++) {
      if (values.get(i) != null) {
        accounted++;
      } else if (Boolean.TRUE.equals(expected.get(keys.get(i)))) {
        container.report(
            container
                .finding(ItemProblem.VALUE_ENTRY_MISSING, key)
                .with("entry", Bytes.hex(suffix(keys.get(i)))));
      }
    }
  }

  void entry() {
    seen++;
  }

  void finish() {
    if (seen == accounted) {
      return;
    }
    try (Cursor cursor = container.store().scan(Family.INDEX, container.keys().all())) {
      while (cursor.next()) {
        byte[] suffix = suffix(cursor.key());
        if (format.isValueEntry(suffix)) {
          follow(cursor.key(), suffix);
        }
      }
    }
  }

  private void follow(byte[] key, byte[] suffix) {
    RecordKey target;
    try {
      target = format.valueTarget(suffix);
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(ItemProblem.INDEX_ENTRY_UNREADABLE)
              .with("entry", Bytes.hex(suffix))
              .with("value", ""));
      return;
    }
    if (!leads(key, target)) {
      container.report(
          container
              .finding(ItemProblem.INDEX_ENTRY_STRAY, target)
              .with("entry", Bytes.hex(suffix)));
    }
  }

  /** An unreadable item is reported elsewhere; nobody knows what entries it should have. */
  private boolean leads(byte[] key, RecordKey target) {
    byte[] bytes =
        container.store().get(Family.ITEMS, container.keys().record(target.logical(), target.id()));
    try {
      StoredRecord record = StoredRecord.read(bytes);
      if (record == null) {
        return false;
      }
      StoredItem item = format.item(record);
      return format.valueEntries(container.keys(), target, item, item.document()).containsKey(key);
    } catch (DatabaseException | ClassCastException e) {
      return true;
    }
  }

  private static byte[] suffix(byte[] key) {
    return Arrays.copyOfRange(key, Integer.BYTES, key.length);
  }
}
