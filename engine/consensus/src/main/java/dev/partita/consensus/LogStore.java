package dev.partita.consensus;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Store;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log, the votes and the notes of all groups of a node in one synced store, so that groups that
 * write at the same time share a sync. Its keys are in docs/formats/log.md. Safe for use by any
 * number of threads.
 *
 * <p>What must stay true: what {@link #write} has returned for survives a crash. If the store
 * cannot promise that once, nothing more is written, and the node takes no part any more.
 */
final class LogStore implements AutoCloseable {

  /** The first entry that a group's log has. */
  static final int FIRST = 'F';

  /** The term of a group and whom this node has voted for in it. */
  static final int VOTE = 'V';

  /** Up to where a group's state is durable, and its members there. */
  static final int COVERED = 'C';

  /** There while a replica that began empty beside others has not caught up. */
  static final int JOINING = 'J';

  /** How often the log was opened. */
  private static final byte[] OPENINGS = {'O'};

  private static final Logger LOG = LoggerFactory.getLogger(LogStore.class);
  private static final long FULL_STEP_MILLIS = 20;

  private final Store store;
  private final Clock clock;
  private final Consumer<DatabaseException> onFailure;
  private volatile @Nullable DatabaseException failure;
  private volatile boolean full;
  private volatile boolean closing;

  /**
   * @param store is closed with this
   * @param onFailure told once that nothing more is written
   */
  LogStore(Store store, Clock clock, Consumer<DatabaseException> onFailure) {
    this.store = store;
    this.clock = clock;
    this.onFailure = onFailure;
  }

  static byte[] note(int kind, int group) {
    return new KeyWriter(5).u8(kind).u32(group).toBytes();
  }

  static byte[] entryKey(int group, long index) {
    return new KeyWriter(12).u32(group).u64(index).toBytes();
  }

  static KeyRange entries(int group) {
    return KeyRange.prefix(new KeyWriter(4).u32(group).toBytes());
  }

  Reader reader() {
    return store.written();
  }

  /**
   * Writes and syncs. While the disk is full it waits for room.
   *
   * @throws DatabaseException UNAVAILABLE if nothing more is written
   */
  void write(Batch batch) {
    write(batch, () -> false);
  }

  /**
   * The same, until the caller gives up waiting for room.
   *
   * @throws DatabaseException as {@link #write(Batch)}, and STORAGE_FULL if it was given up
   */
  void write(Batch batch, BooleanSupplier isGivenUp) {
    while (true) {
      DatabaseException known = failure;
      if (known != null) {
        throw known;
      }
      try {
        store.write(batch);
        full = false;
        return;
      } catch (DatabaseException e) {
        waitForRoom(e, isGivenUp);
      }
    }
  }

  private void waitForRoom(DatabaseException refusal, BooleanSupplier isGivenUp) {
    if (closing || isGivenUp.getAsBoolean()) {
      throw refusal;
    }
    boolean passes =
        refusal.code() == ErrorCode.STORAGE_FULL || store.health().writeProblem() == null;
    if (!passes) {
      fail(refusal);
      throw refusal;
    }
    if (!full) {
      full = true;
      LOG.warn("The log of the replication groups cannot be written now: {}", refusal.getMessage());
    }
    clock.sleep(FULL_STEP_MILLIS);
  }

  private void fail(DatabaseException cause) {
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = cause;
    }
    LOG.error(
        "The log of the replication groups could not be written, so this node takes no part in them"
            + " until it is started again: {}",
        cause.getMessage());
    onFailure.accept(cause);
  }

  /** Why nothing more is written; null while all is well. */
  @Nullable DatabaseException failure() {
    return failure;
  }

  /** Whether a write waits for room on the disk. */
  boolean isFull() {
    return full;
  }

  /** Counts an opening and returns how many there were with it. */
  long countOpening() {
    byte[] stored = store.written().get(Family.META, OPENINGS);
    long openings = stored == null ? 1 : Bytes.readLong(stored, 0) + 1;
    write(new Batch().put(Family.META, OPENINGS, new KeyWriter(8).u64(openings).toBytes()));
    return openings;
  }

  /** Removes all that a group has. */
  void forget(int group) {
    write(deleteLog(new Batch(), group).delete(Family.META, note(VOTE, group)));
  }

  /** Removes a group's log, and leaves its vote. */
  static Batch deleteLog(Batch batch, int group) {
    KeyRange entries = entries(group);
    byte[] end = Objects.requireNonNull(entries.end());
    return batch
        .deleteRange(Family.LOG, entries.start(), end)
        .deleteRange(Family.STATE, entries.start(), end)
        .delete(Family.META, note(FIRST, group))
        .delete(Family.META, note(COVERED, group))
        .delete(Family.META, note(JOINING, group));
  }

  long bytes() {
    return store.diskBytes();
  }

  long bytes(int group) {
    return store.approximateBytes(Family.LOG, entries(group));
  }

  /** Frees what was cut off. */
  void compact(int group, long before) {
    store.compact(Family.LOG, new KeyRange(entryKey(group, 0), entryKey(group, before)));
  }

  @Override
  public void close() {
    closing = true;
    store.close();
  }
}
