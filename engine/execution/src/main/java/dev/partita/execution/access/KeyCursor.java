package dev.partita.execution.access;

/** Keys of items in ascending order, each once. Not for use by several threads. */
public interface KeyCursor extends AutoCloseable {

  /** To the next key; tells whether there is one. */
  boolean next();

  /**
   * Onward to the first key that is the given one or comes after it. Does not move if it is there.
   */
  boolean seek(byte[] key);

  /** The key that the cursor stands on. */
  byte[] key();

  @Override
  void close();
}
