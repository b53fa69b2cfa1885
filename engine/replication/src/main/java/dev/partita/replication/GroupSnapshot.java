package dev.partita.replication;

import dev.partita.storage.Batch;
import org.jspecify.annotations.Nullable;

/**
 * The state of a replication group after one entry, in pieces of a bounded size. Not for use by
 * several threads. The caller closes it.
 */
public interface GroupSnapshot extends AutoCloseable {

  /** The last entry that the state has. */
  long index();

  /** The term of that entry. */
  long term();

  /** The next piece, which is puts alone; null at the end. */
  @Nullable Batch next();

  @Override
  void close();
}
