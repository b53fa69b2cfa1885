package dev.partita.storage;

/**
 * A position among the keys of a range. The moving methods tell whether the cursor stands on a key
 * afterwards; {@link #key} and {@link #value} may be called only then. Not for use by several
 * threads.
 *
 * <p>A cursor that has run off the end stays there until it is moved back, and one that has run off
 * the start until it is moved onward. It shows the keys as they were when it was made, whatever is
 * written meanwhile. When the store is closed, it becomes useless: its methods throw UNAVAILABLE.
 */
public interface Cursor extends AutoCloseable {

  /** To the first key of the range. */
  boolean first();

  /** To the last key of the range. */
  boolean last();

  /** To the first key of the range that is equal to or greater than the given one. */
  boolean seek(byte[] key);

  /** To the last key of the range that is equal to or less than the given one. */
  boolean seekBack(byte[] key);

  /** One key onward; on a fresh cursor the same as {@link #first}. */
  boolean next();

  /** One key back; on a fresh cursor the same as {@link #last}. */
  boolean previous();

  /**
   * Onward by as many keys as there is room for, which costs less than one at a time.
   *
   * @param keys where the keys go, each without its beginning
   * @param offset how many bytes of each key are left out; none has fewer
   * @return how many there were; fewer than there is room for only at the end of the range
   */
  int nextKeys(byte[][] keys, int offset);

  /**
   * To the first key of the range that is equal to or greater than the given one, and from there
   * onward, with that key being the first of those that {@link #nextKeys} would give.
   */
  int keysFrom(byte[] start, byte[][] keys, int offset);

  byte[] key();

  /** The key without so many bytes at its beginning, of which it has no fewer. */
  byte[] key(int offset);

  byte[] value();

  /**
   * Copies the beginning of the value, as much as there is room for; tells how long all of it is.
   * For those who look at many values and keep few.
   */
  int value(byte[] target);

  @Override
  void close();
}
