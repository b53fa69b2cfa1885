package dev.partita.storage;

import java.util.List;

/**
 * A walk over what keys with different beginnings have in common: the ends that each of the
 * beginnings has, in order. Made by {@link Reader#meet}. Not for use by several threads.
 */
public interface Meeting extends AutoCloseable {

  /** Has the walk go on with the first common end that is the given one or comes after it. */
  void seek(byte[] end);

  /**
   * Goes on for a while, whether or not anything is found.
   *
   * @param ends where the next common ends are added
   * @return whether there may be more
   */
  boolean next(List<byte[]> ends);

  @Override
  void close();
}
