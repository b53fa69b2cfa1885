package dev.partita.collection.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.bson.BsonDocument;
import dev.partita.collection.DocumentFormat;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.check.CheckedContainer;
import dev.partita.container.check.Layer;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The check of one collection's documents. Every document is asked for its entries; if these are as
 * many as there are in all, none is too many, and only otherwise every entry is followed to its
 * document, which takes far longer. Used by one thread.
 */
final class CollectionCheck implements Layer.Part {

  private final CheckedContainer container;
  private final DocumentFormat format;
  private long accounted;
  private long seen;

  CollectionCheck(ContainerRecord record, CheckedContainer container) {
    this.container = container;
    this.format = new DocumentFormat(record);
  }

  @Override
  public void record(RecordKey key, StoredRecord record) {
    BsonDocument document = document(key, record);
    if (document != null && checkName(key, document)) {
      checkEntries(key, document);
    }
  }

  @Override
  public void version(RecordKey key, StoredRecord version) {
    BsonDocument document = document(key, version);
    if (document != null) {
      var _ = checkName(key, document);
    }
  }

  private @Nullable BsonDocument document(RecordKey key, StoredRecord record) {
    try {
      return format.document(record);
    } catch (DatabaseException e) {
      unreadable(key, e);
      return null;
    }
  }

  private void unreadable(RecordKey key, DatabaseException e) {
    container.report(
        container
            .finding(CollectionProblem.DOCUMENT_UNREADABLE, key)
            .with("reason", Reasons.of(e)));
  }

  /** Whether the document lies where it belongs. */
  private boolean checkName(RecordKey key, BsonDocument document) {
    try {
      boolean sound = true;
      if (!Arrays.equals(format.id(document), key.id())) {
        container.report(container.finding(CollectionProblem.DOCUMENT_ID, key));
        sound = false;
      }
      LogicalKey expected = format.logical(document);
      if (!key.logical().equals(expected)) {
        container.report(
            container
                .finding(CollectionProblem.DOCUMENT_KEY, key)
                .with("stored", key.logical())
                .with("expected", expected));
        sound = false;
      }
      return sound;
    } catch (DatabaseException e) {
      unreadable(key, e);
      return false;
    }
  }

  private void checkEntries(RecordKey key, BsonDocument document) {
    List<DocumentFormat.Entry> expected;
    try {
      expected = format.entries(key, document);
    } catch (DatabaseException e) {
      unreadable(key, e);
      return;
    }
    List<byte @Nullable []> found =
        container
            .store()
            .getAll(
                Family.INDEX,
                expected.stream().map(entry -> container.keys().index(entry.suffix())).toList());
    for (int i = 0; i < expected.size(); i++) {
      DocumentFormat.Entry entry = expected.get(i);
      byte[] value = found.get(i);
      if (value != null && Arrays.equals(value, entry.value())) {
        accounted++;
      } else if (entry.required()) {
        container.report(
            container
                .finding(
                    value == null
                        ? CollectionProblem.INDEX_KEY_MISSING
                        : CollectionProblem.UNIQUE_KEY_OTHER,
                    key)
                .with("entry", Bytes.hex(entry.suffix())));
      }
    }
  }

  @Override
  public boolean indexEntry(byte[] suffix, byte[] value) {
    if (format.isOfDocument(suffix)) {
      seen++;
      return true;
    }
    boolean sound = format.isLeftAlone(suffix);
    if (sound && suffix[0] == DocumentFormat.STATEMENT && !format.isStatement(suffix, value)) {
      container.report(
          container
              .finding(CollectionProblem.STATEMENT_UNREADABLE)
              .with("entry", Bytes.hex(suffix)));
    }
    return sound;
  }

  @Override
  public void finish() {
    if (seen == accounted) {
      return;
    }
    try (Cursor cursor = container.store().scan(Family.INDEX, container.keys().all())) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        byte[] suffix = Arrays.copyOfRange(key, Integer.BYTES, key.length);
        if (suffix.length > 0 && format.isOfDocument(suffix)) {
          follow(suffix, cursor.value());
        }
      }
    }
  }

  private void follow(byte[] suffix, byte[] value) {
    RecordKey target;
    try {
      target = format.target(suffix, value);
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(CollectionProblem.INDEX_KEY_UNREADABLE)
              .with("entry", Bytes.hex(suffix))
              .with("value", Bytes.hex(value)));
      return;
    }
    if (!leads(suffix, target)) {
      container.report(
          container
              .finding(CollectionProblem.INDEX_KEY_STRAY, target)
              .with("entry", Bytes.hex(suffix)));
    }
  }

  /** An unreadable document is reported elsewhere; nobody knows what entries it should have. */
  private boolean leads(byte[] suffix, RecordKey target) {
    byte[] bytes =
        container.store().get(Family.ITEMS, container.keys().record(target.logical(), target.id()));
    try {
      StoredRecord record = StoredRecord.read(bytes);
      return record != null
          && format.entries(target, format.document(record)).stream()
              .anyMatch(entry -> Arrays.equals(entry.suffix(), suffix));
    } catch (DatabaseException e) {
      return true;
    }
  }
}
