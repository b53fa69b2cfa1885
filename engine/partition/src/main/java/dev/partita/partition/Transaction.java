package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes within one logical partition that happen together or not at all. It sees what
 * was committed, what was evaluated before it in the same group, and what it wrote itself. Used by
 * the partition's writer only, and only until the work returns.
 */
public final class Transaction {

  private static final int CHANGES_MAX = 0xFFFF;

  private final CommitGroup group;
  private final LogicalKey logicalKey;
  private final long lsn;
  private final Map<Slot, byte[]> writes = new LinkedHashMap<>(8);
  private final Batch entries = new Batch(0);
  private @Nullable LogicalSize sizeBefore;
  private int changes;
  private long addedBytes;
  private long addedRecords;

  Transaction(CommitGroup group, LogicalKey logicalKey, long lsn) {
    this.group = group;
    this.logicalKey = logicalKey;
    this.lsn = lsn;
  }

  public LogicalKey logicalKey() {
    return logicalKey;
  }

  /** The number of the physical partition this runs in. */
  public int partition() {
    return group.partition();
  }

  /** The log sequence number that the transaction has if it writes anything. */
  public long lsn() {
    return lsn;
  }

  /** How many changes the transaction has made so far; the next change has this sequence number. */
  public int changes() {
    return changes;
  }

  /** The time of the transaction; never before that of an earlier one. */
  public long timeMillis() {
    return group.timeMillis();
  }

  /** A number that this partition has never given out before and, if this commits, never will. */
  public long nextSerial() {
    return group.nextSerial();
  }

  /** How much the logical partition holds, with what this transaction has written so far. */
  public long logicalSizeBytes() {
    return sizeBefore().sizeBytes() + addedBytes;
  }

  public @Nullable StoredRecord get(byte[] id) {
    return StoredRecord.read(read(Family.ITEMS, group.keys().record(logicalKey, id)));
  }

  /**
   * Creates or replaces a record.
   *
   * @param current what {@link #get} returns for the id, which the caller has looked at anyway
   * @param record {@link StoredRecord#PAYLOAD_OFFSET} bytes that are filled in here, then the
   *     payload; it belongs to the partition from now on
   * @throws DatabaseException LOGICAL_PARTITION_FULL
   */
  public void put(byte[] id, @Nullable StoredRecord current, byte[] record) {
    byte[] key = group.keys().record(logicalKey, id);
    long grown = (long) record.length - (current == null ? -key.length : current.sizeBytes());
    if (addedBytes + grown > 0
        && logicalSizeBytes() + grown > group.settings().logicalLimitBytes()) {
      throw new DatabaseException(
              ErrorCode.LOGICAL_PARTITION_FULL,
              "The items of this partition key have reached the limit of a logical partition."
                  + " Delete some, or choose a key with more values.")
          .with("limitBytes", group.settings().logicalLimitBytes())
          .with("sizeBytes", sizeBefore().sizeBytes());
    }
    byte[] stamped = StoredRecord.stamp(record, lsn, changes);
    log(current == null ? Change.Kind.CREATE : Change.Kind.REPLACE, id, current, stamped);
    writes.put(new Slot(Family.ITEMS, key), stamped);
    account(grown, current == null ? 1 : 0);
  }

  /** Removes a record that {@link #get} has returned. */
  public void delete(byte[] id, StoredRecord current, boolean expired) {
    byte[] key = group.keys().record(logicalKey, id);
    log(expired ? Change.Kind.EXPIRE : Change.Kind.DELETE, id, current, null);
    writes.put(new Slot(Family.ITEMS, key), CommitGroup.DELETED);
    account(-(long) current.sizeBytes() - key.length, -1);
  }

  public byte @Nullable [] index(byte[] suffix) {
    return read(Family.INDEX, group.keys().index(suffix));
  }

  public void putIndex(byte[] suffix, byte[] value) {
    writes.put(new Slot(Family.INDEX, group.keys().index(suffix)), value);
  }

  public void deleteIndex(byte[] suffix) {
    writes.put(new Slot(Family.INDEX, group.keys().index(suffix)), CommitGroup.DELETED);
  }

  /**
   * Makes writes to the index family that no transaction reads back with {@link #index}. They are
   * taken as they are, after those of earlier transactions and in their order.
   */
  public void writeIndex(Batch batch) {
    entries.append(batch);
  }

  boolean wrote() {
    return !writes.isEmpty() || !entries.isEmpty();
  }

  Batch entries() {
    return entries;
  }

  Map<Slot, byte[]> writes() {
    return writes;
  }

  /** About how much the writes take in a batch. */
  long writtenBytes() {
    long bytes = entries.sizeBytes();
    for (Map.Entry<Slot, byte[]> write : writes.entrySet()) {
      bytes += write.getKey().key().length + write.getValue().length + 16;
    }
    return bytes;
  }

  /** How much the logical partition holds once this is committed. */
  LogicalSize sizeAfter() {
    return sizeBefore().plus(addedBytes, addedRecords);
  }

  long addedBytes() {
    return addedBytes;
  }

  long addedRecords() {
    return addedRecords;
  }

  /** Looked up once: it costs a read of the store, and no other transaction runs meanwhile. */
  private LogicalSize sizeBefore() {
    LogicalSize known = sizeBefore;
    if (known == null) {
      known = group.sizeOf(logicalKey);
      sizeBefore = known;
    }
    return known;
  }

  private void account(long bytes, long records) {
    addedBytes += bytes;
    addedRecords += records;
  }

  private void log(
      Change.Kind kind, byte[] id, @Nullable StoredRecord current, byte @Nullable [] image) {
    if (changes == CHANGES_MAX) {
      throw new IllegalStateException("A transaction has more than " + CHANGES_MAX + " changes.");
    }
    boolean history = group.settings().keepsHistory();
    if (current != null && group.dropsSuperseded(current.lsn())) {
      writes.put(
          new Slot(Family.LOG, group.logKey(logicalKey, current.lsn(), current.sequence())),
          CommitGroup.DELETED);
    }
    Change change =
        new Change(
            lsn,
            changes,
            kind,
            timeMillis(),
            current == null ? 0 : current.lsn(),
            new RecordKey(logicalKey, id),
            history ? image : null,
            history && current != null ? current.bytes() : null);
    writes.put(
        new Slot(Family.LOG, group.keys().logEntry(group.partition(), lsn, changes)),
        change.encode());
    changes++;
  }

  private byte @Nullable [] read(Family family, byte[] key) {
    Slot slot = new Slot(family, key);
    byte[] written = writes.get(slot);
    if (written == null) {
      return group.read(slot);
    }
    return CommitGroup.isDeleted(written) ? null : written;
  }
}
