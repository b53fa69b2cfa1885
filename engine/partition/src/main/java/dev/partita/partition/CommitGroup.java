package dev.partita.partition;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that are evaluated one after the other and committed in one write. Holds the state
 * as it will be once the group is durable. Written by one thread at a time, as {@link Writer} sees
 * to; once it takes no more work in, it may be read by any number of threads.
 *
 * <p>It may be evaluated while groups before it wait to be written, or are, and then sees what
 * those write. It must not be committed unless they were.
 */
final class CommitGroup {

  /** Where the groups of a partition read, write and count. */
  record Context(
      int partition,
      KeySpace keys,
      Reader store,
      LogicalSizes knownSizes,
      Lineage lineage,
      KeyWatches watches) {}

  private static final int STATE_BYTES = 128;

  /** What clocks are set back by when they are corrected as a matter of course. */
  private static final long CLOCK_STEP_MILLIS = 60_000;

  /** How much room there is at most for the log before anything is in it. */
  private static final int LOG_BYTES_MAX = 1 << 18;

  private final Context context;
  private final long trimmedThroughLsn;
  private final @Nullable RangeTally tally;

  private final List<Pending.Transactional<?>> works = new ArrayList<>();
  private int awaited;
  private final WriteSet items = new WriteSet(Family.ITEMS);
  // Nothing reads entries of the log back before they are written, so they are kept as they came.
  private final Batch log;
  private int keptLogBytes;
  private int keptLogCount;
  private final WriteSet index = new WriteSet(Family.INDEX);
  // Writes to the index family that are not read back, as they came.
  private final List<Batch> entries = new ArrayList<>();
  private long entriesBytes;
  private final Map<Slot, LogicalSize> sizes = new HashMap<>();
  private final long lsnBefore;
  private @Nullable CommitGroup previous;
  private long lsn;
  private long timeMillis;
  private long nowMillis;
  private long serial;
  private long sizeBytes;
  private long recordCount;

  /**
   * @param previous the group before it, unless that is written
   * @param before the state that the group starts from, which is after the previous one
   * @param tally what is counted along, for the group to keep
   */
  CommitGroup(
      Context context,
      @Nullable CommitGroup previous,
      PartitionState before,
      long trimmedThroughLsn,
      @Nullable RangeTally tally) {
    this.context = context;
    this.previous = previous;
    // Groups that wait at the same time are about as large as each other.
    this.log =
        previous == null
            ? new Batch()
            : new Batch(Math.min(previous.log.operationsBytes(), LOG_BYTES_MAX));
    this.keptLogBytes = log.sizeBytes();
    this.trimmedThroughLsn = trimmedThroughLsn;
    this.tally = tally;
    this.lsnBefore = before.lsn();
    this.lsn = before.lsn();
    this.timeMillis = before.timeMillis();
    this.serial = before.serial();
    this.sizeBytes = before.sizeBytes();
    this.recordCount = before.recordCount();
  }

  /** Takes work in and evaluates it. */
  void add(Pending.Transactional<?> work, PartitionSettings settings, long nowMillis) {
    works.add(work);
    awaited += work.isAwaited() ? 1 : 0;
    this.nowMillis = nowMillis;
    timeMillis = Math.max(timeMillis, nowMillis);
    work.evaluate(this, settings);
  }

  /** Evaluates one piece of work; if it throws, the group is as it was. */
  <R> Commit<R> evaluate(LogicalKey key, Work<R> work, PartitionSettings settings) {
    Transaction transaction = new Transaction(this, settings, key, lsn + 1);
    boolean done = false;
    try {
      R result = work.evaluate(transaction);
      if (items.isChanged()
          || log.count() != keptLogCount
          || index.isChanged()
          || !transaction.entries().isEmpty()) {
        account(key, transaction);
        context.watches().touch(key, transaction.touched());
        for (Batch batch : transaction.entries()) {
          entries.add(batch);
          entriesBytes += batch.operationsBytes();
        }
        lsn++;
      }
      done = true;
      return new Commit<>(result, lsn);
    } finally {
      if (done) {
        keep();
      } else {
        undo();
      }
    }
  }

  private void account(LogicalKey key, Transaction transaction) {
    long bytes = transaction.addedBytes();
    long records = transaction.addedRecords();
    if (bytes != 0 || records != 0) {
      Slot slot = transaction.sizeSlot();
      LogicalSize after = transaction.sizeAfter();
      sizes.put(slot, after);
      context.knownSizes().put(slot, after);
      sizeBytes += bytes;
      recordCount += records;
      if (tally != null) {
        tally.add(key, bytes, records);
      }
    }
  }

  private void keep() {
    items.keep();
    keptLogBytes = log.sizeBytes();
    keptLogCount = log.count();
    index.keep();
  }

  private void undo() {
    items.undo();
    log.truncate(keptLogBytes, keptLogCount);
    index.undo();
  }

  /** Lets go of the group before this one, which is written by now. */
  void forgetPrevious() {
    previous = null;
  }

  /** Whether there is nothing to write. */
  boolean isEmpty() {
    return items.isEmpty() && log.isEmpty() && index.isEmpty() && entries.isEmpty();
  }

  /** How many works it has taken in. */
  int size() {
    return works.size();
  }

  /** How many threads may wait for its answers. */
  int awaited() {
    return awaited;
  }

  /** How much there is to write, but for the states. */
  long writtenBytes() {
    return items.sizeBytes() + log.operationsBytes() + index.sizeBytes() + entriesBytes;
  }

  long firstLsn() {
    return lsnBefore + 1;
  }

  PartitionState after() {
    return new PartitionState(lsn, timeMillis, serial, sizeBytes, recordCount);
  }

  @Nullable RangeTally tally() {
    return tally;
  }

  /** Everything to write, the partition's new state included. */
  Batch batch() {
    Batch states = states();
    Batch batch = new Batch(Math.toIntExact(writtenBytes() + states.operationsBytes()));
    // Family by family: the store applies neighbours of one family faster than alternating ones.
    items.appendTo(batch);
    batch.append(log);
    index.appendTo(batch);
    return batch.appendInOrder(entries).append(states);
  }

  /** The sizes of the logical partitions, and the state of the partition. */
  private Batch states() {
    Batch states = new Batch(STATE_BYTES * (sizes.size() + 1));
    sizes.forEach(
        (slot, size) -> {
          if (size.recordCount() == 0) {
            states.delete(Family.STATE, slot.key());
          } else {
            states.put(Family.STATE, slot.key(), size.encode());
          }
        });
    byte[] stateKey = context.keys().partitionState(context.partition());
    return states.put(Family.STATE, stateKey, after().encode());
  }

  /** Answers everyone with what the evaluation gave. */
  void answer() {
    works.forEach(Pending.Transactional::committed);
  }

  /** Takes back what it made known, since it will not be written. */
  void withdraw() {
    sizes.keySet().forEach(context.knownSizes()::forget);
  }

  /** Answers everyone with a failure. */
  void refuse(Throwable failure) {
    works.forEach(work -> work.refuse(failure));
  }

  // What follows is for the transaction under way.

  int partition() {
    return context.partition();
  }

  KeySpace keys() {
    return context.keys();
  }

  boolean isWatched(LogicalKey key) {
    return context.watches().isWatched(key);
  }

  long timeMillis() {
    return timeMillis;
  }

  long stampMillis() {
    return timeMillis - nowMillis > CLOCK_STEP_MILLIS ? nowMillis : timeMillis;
  }

  long nextSerial() {
    return ++serial;
  }

  WriteSet items() {
    return items;
  }

  Batch log() {
    return log;
  }

  WriteSet index() {
    return index;
  }

  /** Whether the log entry of a version goes although history is kept. */
  boolean isTrimmed(long ofLsn) {
    return ofLsn <= trimmedThroughLsn;
  }

  byte[] logKey(LogicalKey key, long ofLsn, int sequence) {
    return context
        .keys()
        .logEntry(context.lineage().partitionOf(key.position(), ofLsn), ofLsn, sequence);
  }

  /**
   * @param slot the key under which the store has the size
   */
  LogicalSize sizeOf(Slot slot) {
    LogicalSize size = context.knownSizes().get(slot);
    if (size == null) {
      size = notedSize(slot);
      context.knownSizes().put(slot, size);
    }
    return size;
  }

  /** As the groups that wait have it, or else the store. */
  private LogicalSize notedSize(Slot slot) {
    for (CommitGroup group = this; group != null; group = group.previous) {
      LogicalSize size = group.sizes.get(slot);
      if (size != null) {
        return size;
      }
    }
    return LogicalSize.decode(context.store().get(Family.STATE, slot.key()));
  }

  byte @Nullable [] item(Slot slot) {
    for (CommitGroup group = this; group != null; group = group.previous) {
      if (group.items.has(slot)) {
        return group.items.get(slot);
      }
    }
    return context.store().get(Family.ITEMS, slot.key());
  }

  byte @Nullable [] indexed(Slot slot) {
    for (CommitGroup group = this; group != null; group = group.previous) {
      if (group.index.has(slot)) {
        return group.index.get(slot);
      }
    }
    return context.store().get(Family.INDEX, slot.key());
  }
}
