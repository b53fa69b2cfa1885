package dev.partita.partition;

/**
 * A walk over the sizes of logical partitions in the order of their keys. Those that hold nothing
 * any more may be among them. Not for use by several threads.
 */
public interface SizeCursor extends AutoCloseable {

  /** To the next one; tells whether there is one. The others may be called only then. */
  boolean next();

  LogicalKey key();

  LogicalSize size();

  @Override
  void close();
}
