package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.partition.EntryIntersection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A walk over the items that several terms have in common. Not for use by several threads. */
public final class IntersectionWalk implements KeyCursor {

  private final EntryIntersection intersection;

  /** The keys found last, and the index of the current one. */
  private List<byte[]> keys;

  private int at = -1;

  /** Where the intersection has to continue, if not at its current position. */
  private byte @Nullable [] elsewhere;

  private boolean more = true;

  /**
   * @param first the keys that are known already, all before what the intersection is asked for
   * @param known the key up to which these are all there are
   */
  IntersectionWalk(EntryIntersection intersection, List<byte[]> first, byte[] known) {
    this.intersection = intersection;
    this.keys = first;
    this.elsewhere = Arrays.copyOf(known, known.length + 1);
  }

  @Override
  public boolean next() {
    at++;
    while (at >= keys.size() && more) {
      readOn();
    }
    return at < keys.size();
  }

  @Override
  public boolean seek(byte[] key) {
    at = KeyCursors.firstNear(Math.max(at, 0), keys.size(), keys::get, key);
    if (at < keys.size() || !more) {
      return at < keys.size();
    }
    if (elsewhere == null || Bytes.ORDER.compare(elsewhere, key) < 0) {
      elsewhere = key;
    }
    return next();
  }

  @Override
  public byte[] key() {
    return keys.get(at);
  }

  @Override
  public void close() {
    intersection.close();
  }

  private void readOn() {
    if (elsewhere != null) {
      intersection.seek(elsewhere);
      elsewhere = null;
    }
    keys = new ArrayList<>();
    at = 0;
    more = intersection.next(keys);
  }
}
