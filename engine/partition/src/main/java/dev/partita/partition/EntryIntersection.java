package dev.partita.partition;

import java.util.List;

/**
 * A walk over the suffixes that index entries with different prefixes have in common, in order:
 * those that follow every one of the prefixes. Not for use by several threads.
 */
public interface EntryIntersection extends AutoCloseable {

  /** Continues the walk at the first common suffix that is equal to or greater than this one. */
  void seek(byte[] suffix);

  /**
   * Walks a bounded number of steps, whether or not anything is found.
   *
   * @param suffixes where the next common suffixes are added
   * @return whether there may be more
   */
  boolean next(List<byte[]> suffixes);

  @Override
  void close();
}
