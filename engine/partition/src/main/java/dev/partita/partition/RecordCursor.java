package dev.partita.partition;

/**
 * A walk over records in the order of their keys. The moving methods tell whether it stands on a
 * record afterwards; the others may be called only then. Not for use by several threads.
 */
public interface RecordCursor extends AutoCloseable {

  /** One record onward; on a fresh cursor to the first. */
  boolean next();

  /** To the first record of the range whose key is equal to or greater than the given one. */
  boolean seek(byte[] key);

  /** To the last record of the range. */
  boolean last();

  /** The key, as {@link RecordKey#encode} has it. */
  byte[] key();

  StoredRecord record();

  /**
   * Copies the beginning of the record, as much as there is room for; tells how long all of it is.
   * For those who look at many records and keep few.
   */
  int copy(byte[] target);

  @Override
  void close();
}
