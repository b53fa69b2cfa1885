package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that are evaluated one after the other and committed in one write. Holds the state
 * as it will be once the group is durable. Written by one thread at a time, as {@link Writer} sees
 * to; once it takes no more work in, it may be read by any number of threads.
 *
 * <p>It may be evaluated while groups before it are not applied yet, and then sees what those
 * write, in the {@link Overlay}. It must not be proposed unless they were.
 */
final class CommitGroup {

  /** Where the groups of a partition read, write and count. */
  record Context(
      int partition,
      KeySpace keys,
      Overlay overlay,
      LogicalSizes knownSizes,
      Lineage lineage,
      KeyWatches watches) {}

  /** What clocks are set back by when they are corrected as a matter of course. */
  private static final long CLOCK_STEP_MILLIS = 60_000;

  /** How much room there is at most for the log before anything is in it. */
  private static final int LOG_BYTES_MAX = 1 << 18;

  private final Context context;
  private final long term;
  private final int epoch;
  private final long trimmedThroughLsn;
  private final @Nullable RangeTally tally;

  private final List<Pending.Transactional<?>> works = new ArrayList<>();
  private int awaited;
  private final Overlay.Layer layer;
  private final WriteSet items;
  // Nothing reads entries of the log back before they are written, so they are kept as they came.
  private final Batch log;
  private int keptLogBytes;
  private int keptLogCount;
  private final WriteSet index;
  // Of logical partitions.
  private final WriteSet sizes;
  // Writes to the index family that are not read back, as they came.
  private final List<Batch> entries = new ArrayList<>();
  private long entriesBytes;
  private final long lsnBefore;
  private long lsn;
  private long timeMillis;
  private long nowMillis;
  private long serial;
  private long sizeBytes;
  private long recordCount;
  private long timerMillis = Long.MAX_VALUE;

  /**
   * @param term in which it is evaluated
   * @param epoch the version of the partition map under which it is evaluated
   * @param previous the group before it, unless that is handed over
   * @param before the state that the group starts from, which is after the previous one
   * @param tally what is counted along, for the group to keep
   */
  CommitGroup(
      Context context,
      long term,
      int epoch,
      @Nullable CommitGroup previous,
      PartitionState before,
      long trimmedThroughLsn,
      @Nullable RangeTally tally) {
    this.context = context;
    this.term = term;
    this.epoch = epoch;
    this.layer = context.overlay().begin();
    this.items = layer.items();
    this.index = layer.index();
    this.sizes = layer.sizes();
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
        timerMillis = Math.min(timerMillis, transaction.timerMillis());
        context.watches().touch(key, transaction.touched());
        for (Batch batch : transaction.entries()) {
          entries.add(batch);
          entriesBytes += batch.operationsBytes();
        }
        // An LSN belongs to changes of records, whether they are logged or not: in a log, one
        // without an entry would look like one whose entries have been trimmed.
        lsn += transaction.changes() == 0 ? 0 : 1;
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
      if (after.recordCount() == 0) {
        sizes.delete(slot);
      } else {
        sizes.put(slot, after.encode());
      }
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
    sizes.keep();
  }

  private void undo() {
    items.undo();
    log.truncate(keptLogBytes, keptLogCount);
    index.undo();
    sizes.undo();
  }

  /** Gives the logical partitions that it touches, one of them maybe several times. */
  void touched(Consumer<LogicalKey> consumer) {
    for (Pending.Transactional<?> work : works) {
      if (work.hasWritten()) {
        consumer.accept(work.key());
      }
    }
  }

  /** When the earliest timer that it sets is due; the greatest number if it sets none. */
  long timerMillis() {
    return timerMillis;
  }

  /** The term that it was evaluated in, and must be proposed in. */
  long term() {
    return term;
  }

  /** The version of the partition map that it was evaluated under. */
  int epoch() {
    return epoch;
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

  /** How much there is to write, but for the partition's state. */
  long writtenBytes() {
    return items.sizeBytes()
        + log.operationsBytes()
        + index.sizeBytes()
        + entriesBytes
        + sizes.sizeBytes();
  }

  long firstLsn() {
    return lsnBefore + 1;
  }

  /** That of the last transaction so far. */
  long lastLsn() {
    return lsn;
  }

  PartitionState after() {
    return new PartitionState(lsn, timeMillis, serial, sizeBytes, recordCount);
  }

  @Nullable RangeTally tally() {
    return tally;
  }

  /** Everything to write, the partition's new state included. */
  Batch batch() {
    byte[] stateKey = context.keys().partitionState(context.partition());
    byte[] state = after().encode();
    Batch batch = new Batch(Math.toIntExact(writtenBytes() + Batch.putBytes(stateKey, state)));
    // Family by family: the store applies neighbours of one family faster than alternating ones.
    items.appendTo(batch);
    batch.append(log);
    index.appendTo(batch);
    batch.appendInOrder(entries);
    sizes.appendTo(batch);
    return batch.put(Family.STATE, stateKey, state);
  }

  /** What it adds to what is evaluated. */
  Overlay.Layer layer() {
    return layer;
  }

  /** Answers everyone with what the evaluation gave. */
  void answer() {
    works.forEach(Pending.Transactional::committed);
  }

  /** Takes back the sizes that it made known, since it will not be written. */
  void forgetSizes() {
    sizes.forEach((slot, _) -> context.knownSizes().forget(slot));
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
      size = LogicalSize.decode(context.overlay().get(Family.STATE, slot));
      context.knownSizes().put(slot, size);
    }
    return size;
  }

  byte @Nullable [] item(Slot slot) {
    return context.overlay().get(Family.ITEMS, slot);
  }

  TransactionCursor scan(LogicalKey key, KeyRange ids) {
    byte[] prefix = context.keys().record(key, Bytes.EMPTY);
    return new TransactionCursor(
        context.overlay().scan(Family.ITEMS, ids.behind(prefix)), prefix.length);
  }

  byte @Nullable [] indexed(Slot slot) {
    return context.overlay().get(Family.INDEX, slot);
  }
}
