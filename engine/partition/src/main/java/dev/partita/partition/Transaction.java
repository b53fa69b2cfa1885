package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes within one logical partition that happen together or not at all. It sees what
 * was committed, what was evaluated before it, and what it wrote itself. Used by the thread that
 * evaluates the work only, and only until the work returns.
 */
public final class Transaction {

  private static final int CHANGES_MAX = 0xFFFF;

  private final CommitGroup group;
  private final PartitionSettings settings;
  private final LogicalKey logicalKey;
  private final long lsn;
  private final List<Batch> entries = new ArrayList<>(1);
  private @Nullable Slot lastSlot;
  private byte[] lastId = Bytes.EMPTY;
  private @Nullable Slot sizeSlot;
  private @Nullable LogicalSize sizeBefore;
  private final boolean watched;
  private final List<KeyWatch.Touched> touched = new ArrayList<>(0);
  private int changes;
  private long timerMillis = Long.MAX_VALUE;
  private long addedBytes;
  private long addedRecords;

  Transaction(CommitGroup group, PartitionSettings settings, LogicalKey logicalKey, long lsn) {
    this.group = group;
    this.settings = settings;
    this.logicalKey = logicalKey;
    this.lsn = lsn;
    this.watched = group.isWatched(logicalKey);
  }

  public LogicalKey logicalKey() {
    return logicalKey;
  }

  /** The number of the physical partition this runs in. */
  public int partition() {
    return group.partition();
  }

  /** What the keys begin with that {@link #writeIndex} takes; not to be changed. */
  public byte[] keyPrefix() {
    return group.keys().prefix();
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

  /**
   * The time to stamp items with: that of the transaction, unless the clock was far ahead once.
   * Then it is that of the clock, lest everything be dated in the future until that is reached.
   */
  public long stampMillis() {
    return group.stampMillis();
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
    return StoredRecord.read(group.item(slot(id)));
  }

  /**
   * A cursor over the records with an id in the range, in the order of their ids. It shows what
   * {@link #get} would, with what this transaction has written so far. The caller closes it before
   * the work returns.
   */
  public TransactionCursor scan(KeyRange ids) {
    return group.scan(logicalKey, ids);
  }

  /** Where the store has a record. Whoever writes one has asked for it just before. */
  private Slot slot(byte[] id) {
    Slot known = lastSlot;
    if (known == null || !Arrays.equals(id, lastId)) {
      known = new Slot(group.keys().record(logicalKey, id));
      lastSlot = known;
      lastId = id;
    }
    return known;
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
    Slot slot = slot(id);
    long grown =
        (long) record.length - (current == null ? -slot.key().length : current.sizeBytes());
    if (addedBytes + grown > 0 && logicalSizeBytes() + grown > settings.logicalLimitBytes()) {
      throw new DatabaseException(
              ErrorCode.LOGICAL_PARTITION_FULL,
              "The items of this partition key have reached the limit of a logical partition."
                  + " Delete some, or choose a key with more values.")
          .with("limitBytes", settings.logicalLimitBytes())
          .with("sizeBytes", sizeBefore().sizeBytes());
    }
    byte[] stamped = StoredRecord.stamp(record, lsn, changes);
    log(current == null ? Change.Kind.CREATE : Change.Kind.REPLACE, id, current, stamped);
    group.items().put(slot, stamped);
    account(grown, current == null ? 1 : 0);
  }

  /** Removes a record that {@link #get} has returned. */
  public void delete(byte[] id, StoredRecord current, boolean expired) {
    Slot slot = slot(id);
    log(expired ? Change.Kind.EXPIRE : Change.Kind.DELETE, id, current, null);
    group.items().delete(slot);
    account(-(long) current.sizeBytes() - slot.key().length, -1);
  }

  public byte @Nullable [] index(byte[] suffix) {
    return group.indexed(new Slot(group.keys().index(suffix)));
  }

  public void putIndex(byte[] suffix, byte[] value) {
    group.index().put(new Slot(group.keys().index(suffix)), value);
  }

  public void deleteIndex(byte[] suffix) {
    group.index().delete(new Slot(group.keys().index(suffix)));
  }

  /**
   * Makes writes to the index family that no transaction reads back with {@link #index}. They are
   * taken as they are, after those of earlier transactions and in their order; the batch must not
   * change any more.
   */
  public void writeIndex(Batch batch) {
    if (!batch.isEmpty()) {
      entries.add(batch);
    }
  }

  /**
   * Sets a timer, or gives the one with this time and name another value. It is handled in a
   * transaction of this logical partition when it is due.
   *
   * @param ticks when it is due, in the unit of the kind
   */
  public void setTimer(TimerKind kind, long ticks, byte[] name, byte[] value) {
    putIndex(kind.key(logicalKey, ticks, name), value);
    timerMillis = Math.min(timerMillis, kind.dueMillis(ticks));
  }

  /** Removes a timer; without effect if there is none with this time and name. */
  public void cancelTimer(TimerKind kind, long ticks, byte[] name) {
    deleteIndex(kind.key(logicalKey, ticks, name));
  }

  /** Whether a timer is still set. */
  public boolean isSet(Timer timer) {
    return index(timer.key()) != null;
  }

  /** When the earliest of the timers that it has set is due; the greatest number if it set none. */
  long timerMillis() {
    return timerMillis;
  }

  /** What those who watch the logical partition are told. */
  List<KeyWatch.Touched> touched() {
    return touched;
  }

  List<Batch> entries() {
    return entries;
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
      known = group.sizeOf(sizeSlot());
      sizeBefore = known;
    }
    return known;
  }

  /** Where the store has the size of the logical partition. */
  Slot sizeSlot() {
    Slot known = sizeSlot;
    if (known == null) {
      known = new Slot(group.keys().logicalState(logicalKey));
      sizeSlot = known;
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
    if (watched) {
      touched.add(new KeyWatch.Touched(id, current, StoredRecord.read(image)));
    }
    if (!settings.changeLog().isOn()) {
      changes++;
      return;
    }
    boolean history = settings.changeLog() == ChangeLogPolicy.HISTORY;
    if (current != null && (!history || group.isTrimmed(current.lsn()))) {
      group.log().delete(Family.LOG, group.logKey(logicalKey, current.lsn(), current.sequence()));
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
    group
        .log()
        .put(Family.LOG, group.keys().logEntry(group.partition(), lsn, changes), change.encode());
    changes++;
  }
}
