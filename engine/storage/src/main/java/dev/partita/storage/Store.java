package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * An ordered key-value store with atomic batches and snapshots. Safe for use by any number of
 * threads; batches that are written at the same time share one sync of the log.
 */
public interface Store extends Reader, AutoCloseable {

  /**
   * Applies the batch atomically. When this returns, the batch is visible to every later read and,
   * unless the store is relaxed, survives a crash of the process and of the machine.
   *
   * @throws dev.partita.base.error.DatabaseException STORAGE_FULL when the disk has no room,
   *     UNAVAILABLE when the store cannot be written for another reason; nothing was applied then,
   *     except that a batch whose log could be written but not synced may appear after a restart
   */
  default void write(Batch batch) {
    try {
      append(batch).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /**
   * Applies the batch atomically. When this returns it is there for {@link #written}, and what is
   * written later comes after it, also after a crash. When the answer completes it is visible to
   * every later read and, unless the store is relaxed, survives a crash. Answers complete in the
   * order of the calls, on a thread that must not be kept.
   *
   * @return fails with UNAVAILABLE if the log could not be synced; the batch may or may not appear
   *     after a restart then, and nothing more can be written before it
   * @throws dev.partita.base.error.DatabaseException as {@link #write}; nothing was applied then
   */
  CompletableFuture<@Nullable Void> append(Batch batch);

  /**
   * A view of all that was written, durable or not. Only for deciding what to write next: what it
   * shows must not be given out before it is durable.
   */
  Reader written();

  Snapshot snapshot();

  /**
   * Makes everything durable that was written before the call, if writing it did not: that is, with
   * {@link Durability#LOGGED_ELSEWHERE}. Returns when it is done; writes go on meanwhile.
   *
   * @throws dev.partita.base.error.DatabaseException as {@link #write}
   */
  default void flush() {}

  /** What a key has in the state that a crash at this moment would leave. */
  default byte @Nullable [] durable(Family family, byte[] key) {
    return get(family, key);
  }

  /**
   * About how many bytes the keys and values of the range take where they are kept, without reading
   * them. On disk they are compressed, and what was deleted counts until it is cleaned up.
   */
  long approximateBytes(Family family, KeyRange range);

  /** How the store is doing. Cheap, and never waits for those who write. */
  StoreHealth health();

  /**
   * Reads all files that are not read in order to open the store, and verifies their checksums,
   * also in parts that scans do not read.
   *
   * @throws dev.partita.base.error.DatabaseException CORRUPT naming the first file that is damaged
   */
  default void verifyFiles() {}

  /** How many bytes the whole store takes where it is kept, its logs included. */
  long diskBytes();

  /**
   * Cleans up now what was deleted or overwritten in the range, which otherwise happens bit by bit
   * as data is written. Returns when it is done, which may take long.
   */
  void compact(Family family, KeyRange range);

  /**
   * Starts to compact recent writes into the last level if nothing has been written for the last
   * few calls, so that reads have fewer levels to look into. Called periodically by one thread;
   * does not wait for the compaction.
   */
  default void compactWhenIdle() {}

  /**
   * Waits for the calls under way and closes the store with all its snapshots and cursors. Calls
   * from then on throw UNAVAILABLE; closing again does nothing.
   */
  @Override
  void close();
}
