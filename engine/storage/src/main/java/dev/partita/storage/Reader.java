package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import org.jspecify.annotations.Nullable;

/** A readable view of a store. Safe for use by any number of threads. */
public interface Reader {

  byte @Nullable [] get(Family family, byte[] key);

  /**
   * A cursor over the keys of the range as they are at this moment, before the first of them. The
   * caller closes it.
   */
  Cursor scan(Family family, KeyRange range);
}
