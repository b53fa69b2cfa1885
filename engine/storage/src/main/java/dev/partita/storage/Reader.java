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
   * The suffixes that follow every one of several prefixes. The caller closes the intersection. It
   * shows one point in time only if this is a snapshot.
   *
   * @param suffixes the range that the suffixes are in
   */
  default SuffixIntersection intersectSuffixes(
      Family family, List<byte[]> prefixes, KeyRange suffixes) {
    List<Cursor> cursors = new ArrayList<>(prefixes.size());
    prefixes.forEach(prefix -> cursors.add(scan(family, suffixes.behind(prefix))));
    return new CursorIntersection(prefixes, cursors);
  }
}
