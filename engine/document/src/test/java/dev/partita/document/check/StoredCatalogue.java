package dev.partita.document.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Problem;
import dev.partita.partition.Change;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionState;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** The catalogue as it lies in the store, for damage that leaves sizes and logs right. */
final class StoredCatalogue {

  static final KeySpace KEYS = new KeySpace(Catalogue.CONTAINER);
  static final LogicalKey ROOT = new LogicalKey(Bytes.EMPTY, Bytes.EMPTY);

  private final Sample sample;

  StoredCatalogue(Sample sample) {
    this.sample = sample;
  }

  /** Changes the text of a record, and the sizes with it. */
  List<Finding> change(String id, UnaryOperator<String> change, Problem... expected) {
    byte[] key = KEYS.record(ROOT, id(id));
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    String before = new String(record.payload(), StandardCharsets.UTF_8);
    String after = change.apply(before);
    byte[] changed = bytes(record, after);
    Batch batch = new Batch().put(Family.ITEMS, key, changed);
    resize(batch, changed.length - record.sizeBytes(), 0);
    return sample.damage(batch, expected);
  }

  /** Puts a record in the place of another, as if it had always been there. */
  Batch rename(String from, String to, String json) {
    byte[] key = KEYS.record(ROOT, id(from));
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    byte[] changed = bytes(record, json);
    byte[] newKey = KEYS.record(ROOT, id(to));
    byte[] logKey = KEYS.logEntry(0, record.lsn(), record.sequence());
    Change change = Change.decode(logKey, sample.value(Family.LOG, logKey));
    Batch batch =
        new Batch()
            .delete(Family.ITEMS, key)
            .put(Family.ITEMS, newKey, changed)
            .put(
                Family.LOG,
                logKey,
                new Change(
                        change.lsn(),
                        change.sequence(),
                        change.kind(),
                        change.timeMillis(),
                        change.previousLsn(),
                        new RecordKey(ROOT, id(to)),
                        null,
                        null)
                    .encode());
    resize(batch, changed.length + newKey.length - record.sizeBytes() - key.length, 0);
    return batch;
  }

  Batch remove(String recordId) {
    byte[] key = KEYS.record(ROOT, id(recordId));
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    Batch batch =
        new Batch()
            .delete(Family.ITEMS, key)
            .delete(Family.LOG, KEYS.logEntry(0, record.lsn(), record.sequence()));
    resize(batch, -record.sizeBytes() - key.length, -1);
    return batch;
  }

  private void resize(Batch batch, long bytes, long records) {
    byte[] stateKey = KEYS.partitionState(0);
    PartitionState state = PartitionState.decode(sample.value(Family.STATE, stateKey));
    byte[] sizeKey = KEYS.logicalState(ROOT);
    LogicalSize size = LogicalSize.decode(sample.value(Family.STATE, sizeKey));
    batch
        .put(
            Family.STATE,
            stateKey,
            new PartitionState(
                    state.lsn(),
                    state.timeMillis(),
                    state.serial(),
                    state.sizeBytes() + bytes,
                    state.recordCount() + records)
                .encode())
        .put(Family.STATE, sizeKey, size.plus(bytes, records).encode());
  }

  /** The JSON of a record. */
  String text(String id) {
    byte[] key = KEYS.record(ROOT, id(id));
    return new String(
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key))).payload(),
        StandardCharsets.UTF_8);
  }

  private static byte[] bytes(StoredRecord record, String text) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[StoredRecord.PAYLOAD_OFFSET + payload.length];
    System.arraycopy(payload, 0, bytes, StoredRecord.PAYLOAD_OFFSET, payload.length);
    return StoredRecord.stamp(bytes, record.lsn(), record.sequence());
  }

  private static byte[] id(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
