package dev.partita.partition;

/**
 * A walk over the keys of index entries. The moving methods tell whether it stands on an entry
 * afterwards; {@link #key} may be called only then. Keys do not name the container. Not for use by
 * several threads.
 */
public interface EntryCursor extends AutoCloseable {

  /** One entry onward; on a fresh cursor to the first. */
  boolean next();

  /** One entry back; on a fresh cursor to the last. */
  boolean previous();

  /** To the first entry of the range that is equal to or greater than the given one. */
  boolean seek(byte[] key);

  /** To the last entry of the range that is equal to or less than the given one. */
  boolean seekBack(byte[] key);

  /**
   * Onward by as many entries as there is room for, which costs less than one at a time.
   *
   * @param keys where the keys go, each without its beginning
   * @param offset how many bytes of each key are left out; none has fewer
   * @return how many there were; fewer than there is room for only at the end of the range
   */
  int nextKeys(byte[][] keys, int offset);

  /**
   * To the first entry of the range that is equal to or greater than the given one, and from there
   * onward, with that key being the first of those that {@link #nextKeys} would give.
   */
  int keysFrom(byte[] start, byte[][] keys, int offset);

  byte[] key();

  @Override
  void close();
}
