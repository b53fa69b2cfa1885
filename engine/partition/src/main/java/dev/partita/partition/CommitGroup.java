package dev.partita.partition;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that are evaluated one after the other and committed in one write. Holds the state
 * as it will be once the group is durable. Used by the partition's writer only.
 */
final class CommitGroup {

  /** Stands for a deleted key among the writes. */
  static final byte[] DELETED = new byte[0];

  /** Of what transactions write; sizes and states are the group's own. */
  private static final List<Family> FAMILIES = List.of(Family.ITEMS, Family.LOG, Family.INDEX);

  private final int partition;
  private final KeySpace keys;
  private final Reader store;
  private final Lineage lineage;
  private final PartitionSettings settings;
  private final long trimmedThroughLsn;
  private final long timeMillis;

  private final Map<Slot, byte[]> writes = new LinkedHashMap<>();
  // Writes to the index family that are not read back.
  private final Batch entries = new Batch(0);
  private final Map<LogicalKey, LogicalSize> sizes = new LinkedHashMap<>();
  private long lsn;
  private long serial;
  private long sizeBytes;
  private long recordCount;
  private long writtenBytes;

  CommitGroup(
      int partition,
      KeySpace keys,
      Reader store,
      Lineage lineage,
      PartitionSettings settings,
      PartitionState before,
      long trimmedThroughLsn,
      long nowMillis) {
    this.partition = partition;
    this.keys = keys;
    this.store = store;
    this.lineage = lineage;
    this.settings = settings;
    this.trimmedThroughLsn = trimmedThroughLsn;
    this.timeMillis = Math.max(nowMillis, before.timeMillis());
    this.lsn = before.lsn();
    this.serial = before.serial();
    this.sizeBytes = before.sizeBytes();
    this.recordCount = before.recordCount();
  }

  /** Evaluates one piece of work; if it throws, the group is as it was. */
  <R> Commit<R> evaluate(LogicalKey key, Work<R> work, @Nullable RangeTally tally) {
    Transaction transaction = new Transaction(this, key, lsn + 1);
    R result = work.evaluate(transaction);
    if (transaction.wrote()) {
      lsn++;
      writes.putAll(transaction.writes());
      entries.append(transaction.entries());
      writtenBytes += transaction.writtenBytes();
      long bytes = transaction.addedBytes();
      long records = transaction.addedRecords();
      if (bytes != 0 || records != 0) {
        sizes.put(key, transaction.sizeAfter());
        sizeBytes += bytes;
        recordCount += records;
        if (tally != null) {
          tally.add(key, bytes, records);
        }
      }
    }
    return new Commit<>(result, lsn);
  }

  @SuppressWarnings("ReferenceEquality") // an empty value is a value
  static boolean isDeleted(byte[] written) {
    return written == DELETED;
  }

  boolean isEmpty() {
    return writes.isEmpty() && entries.isEmpty();
  }

  /** About how much there is to write; what is overwritten within the group counts again. */
  long writtenBytes() {
    return writtenBytes;
  }

  PartitionState after() {
    return new PartitionState(lsn, timeMillis, serial, sizeBytes, recordCount);
  }

  /** Everything to write, the partition's new state included. */
  Batch batch() {
    Batch batch = new Batch(Math.toIntExact(256 + writtenBytes));
    // Family by family: the store applies neighbours of one family faster than alternating ones.
    for (Family family : FAMILIES) {
      writes.forEach(
          (slot, value) -> {
            if (slot.family() == family) {
              append(batch, slot, value);
            }
          });
    }
    batch.append(entries);
    sizes.forEach(
        (key, size) -> {
          if (size.recordCount() == 0) {
            batch.delete(Family.STATE, keys.logicalState(key));
          } else {
            batch.put(Family.STATE, keys.logicalState(key), size.encode());
          }
        });
    batch.put(Family.STATE, keys.partitionState(partition), after().encode());
    return batch;
  }

  private static void append(Batch batch, Slot slot, byte[] value) {
    if (isDeleted(value)) {
      batch.delete(slot.family(), slot.key());
    } else {
      batch.put(slot.family(), slot.key(), value);
    }
  }

  int partition() {
    return partition;
  }

  KeySpace keys() {
    return keys;
  }

  PartitionSettings settings() {
    return settings;
  }

  long timeMillis() {
    return timeMillis;
  }

  long nextSerial() {
    return ++serial;
  }

  /** Whether the log entry of a version goes in the same commit that supersedes it. */
  boolean dropsSuperseded(long ofLsn) {
    return !settings.keepsHistory() || ofLsn <= trimmedThroughLsn;
  }

  byte[] logKey(LogicalKey key, long ofLsn, int sequence) {
    return keys.logEntry(lineage.partitionOf(key.position(), ofLsn), ofLsn, sequence);
  }

  LogicalSize sizeOf(LogicalKey key) {
    LogicalSize size = sizes.get(key);
    return size != null
        ? size
        : LogicalSize.decode(store.get(Family.STATE, keys.logicalState(key)));
  }

  byte @Nullable [] read(Slot slot) {
    byte[] written = writes.get(slot);
    if (written == null) {
      return store.get(slot.family(), slot.key());
    }
    return isDeleted(written) ? null : written;
  }
}
