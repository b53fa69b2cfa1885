package dev.partita.partition;

import java.util.Arrays;
import java.util.Objects;

/**
 * A position among the records that a transaction sees, in the order of their ids: what was
 * committed, what was evaluated before it, and what it writes itself, also while the cursor moves.
 * Used by the thread that evaluates the work only, and closed before that returns.
 */
public final class TransactionCursor implements AutoCloseable {

  private final EvaluatedCursor cursor;
  private final int prefixLength;

  /**
   * @param prefixLength what keys have in front of the id
   */
  TransactionCursor(EvaluatedCursor cursor, int prefixLength) {
    this.cursor = cursor;
    this.prefixLength = prefixLength;
  }

  /** To the next record; tells whether there is one. */
  public boolean next() {
    return cursor.next();
  }

  public byte[] id() {
    byte[] key = cursor.key();
    return Arrays.copyOfRange(key, prefixLength, key.length);
  }

  public StoredRecord record() {
    return Objects.requireNonNull(StoredRecord.read(cursor.value()));
  }

  @Override
  public void close() {
    cursor.close();
  }
}
