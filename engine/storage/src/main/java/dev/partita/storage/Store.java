package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;

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
   *     UNAVAILABLE when the store cannot be written for another reason; nothing was applied then
   */
  void write(Batch batch);

  Snapshot snapshot();

  /** About how many bytes the keys and values of the range take, without reading them. */
  long approximateBytes(Family family, KeyRange range);

  @Override
  void close();
}
