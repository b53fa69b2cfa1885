package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.bson.BsonDocument;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import dev.partita.partition.StoredRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The documents that a plan leads to, in the order of its ranges, each once. It can be left at a
 * {@link Position} and taken up on a later state of the collection. Not for use by several threads.
 */
final class PlanCursor implements AutoCloseable {

  /**
   * Where a cursor stands.
   *
   * @param range which of the plan's
   * @param key of the record or entry; null before the first of the range
   */
  record Position(int range, byte @Nullable [] key) {
    static final Position START = new Position(0, null);
  }

  private final AccessPlan plan;
  private final SegmentReader reader;
  private final ReadAccount account;
  private int range;
  private byte @Nullable [] key;
  private @Nullable RecordCursor records;
  private @Nullable EntryCursor entry;
  private byte[] place = Bytes.EMPTY;
  private @Nullable BsonDocument document;

  /**
   * @param reader a snapshot, so that entries and records fit
   */
  PlanCursor(AccessPlan plan, SegmentReader reader, ReadAccount account, Position from) {
    this.plan = plan;
    this.reader = reader;
    this.account = account;
    this.range = from.range();
    this.key = from.key();
  }

  boolean next() {
    while (range < plan.ranges().size()) {
      if (plan.entries() ? nextEntry() : nextRecord()) {
        return true;
      }
      close();
      key = null;
      range++;
    }
    return false;
  }

  Position position() {
    return new Position(range, key);
  }

  /** The key of the document's record. */
  byte[] place() {
    return place;
  }

  BsonDocument document() {
    return Objects.requireNonNull(document);
  }

  private KeyRange rest() {
    KeyRange whole = plan.ranges().get(range);
    byte[] last = key;
    // What follows a key is that key with a zero added.
    return last == null ? whole : new KeyRange(Bytes.concat(last, new byte[1]), whole.end());
  }

  private boolean nextRecord() {
    RecordCursor cursor = records;
    if (cursor == null) {
      cursor = reader.scan(rest());
      records = cursor;
    }
    if (!cursor.next()) {
      return false;
    }
    key = cursor.key();
    take(cursor.key(), cursor.record());
    return true;
  }

  private void take(byte[] at, StoredRecord record) {
    place = at;
    document = StoredDocument.document(record);
    account.documentRead(RecordKey.decode(at).logical().position(), record.sizeBytes());
  }

  private boolean nextEntry() {
    EntryCursor cursor = entry;
    if (cursor == null) {
      cursor = reader.entries(rest());
      entry = cursor;
    }
    while (cursor.next()) {
      byte[] found = cursor.key();
      key = found;
      byte[] target = IndexEntries.record(found);
      account.entryRead(RecordKey.decode(target).logical().position());
      KeyRange places = plan.places();
      if (places != null && !places.contains(target)) {
        continue;
      }
      StoredRecord record = reader.get(target);
      if (record == null) {
        continue;
      }
      take(target, record);
      if (!plan.multiple().get(range) || isFirst(found, target)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a document with several keys has none in the plan before this one. */
  private boolean isFirst(byte[] found, byte[] target) {
    IndexSpec index = Objects.requireNonNull(plan.index());
    List<byte[]> all = IndexEntries.scan(index, document(), target);
    for (int i = 0; i <= range; i++) {
      KeyRange each = plan.ranges().get(i);
      for (byte[] candidate : all) {
        if (each.contains(candidate)) {
          // Keys of a document are in order, so this is its first in the first range that has any.
          return Arrays.equals(candidate, found);
        }
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (records != null) {
      records.close();
      records = null;
    }
    if (entry != null) {
      entry.close();
      entry = null;
    }
  }
}
