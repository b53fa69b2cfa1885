package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A readable view of a store. Safe for use by any number of threads. The arrays that are handed out
 * belong to the caller.
 *
 * <p>Once the store is closed, every method throws UNAVAILABLE.
 */
public interface Reader {

  byte @Nullable [] get(Family family, byte[] key);

  /**
   * The values of several keys as they are at one moment, in the order of the keys; null where
   * there is none.
   */
  List<byte @Nullable []> getAll(Family family, List<byte[]> keys);

  /**
   * A cursor over the keys of the range as they are at this moment, before the first of them. The
   * caller closes it.
   */
  Cursor scan(Family family, KeyRange range);

  /**
   * The same for those who move onward over many records: it reads ahead. What it has read is kept
   * in memory until it is closed, so nobody should read more than some megabytes with one.
   */
  default Cursor sweep(Family family, KeyRange range) {
    return scan(family, range);
  }

  /**
   * What keys with different beginnings have in common: the ends that each of the beginnings has.
   * The caller closes the meeting. Only that of a snapshot is of one moment.
   *
   * @param ends where the ends must be
   */
  default Meeting meet(Family family, List<byte[]> beginnings, KeyRange ends) {
    List<Cursor> cursors = new ArrayList<>(beginnings.size());
    beginnings.forEach(beginning -> cursors.add(scan(family, ends.behind(beginning))));
    return new CursorMeeting(beginnings, cursors);
  }
}
