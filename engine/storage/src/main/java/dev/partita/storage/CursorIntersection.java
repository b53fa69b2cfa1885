package dev.partita.storage;

import dev.partita.base.bytes.Bytes;
import java.util.Arrays;
import java.util.List;

/** An intersection over cursors of any store. Not for use by several threads. */
final class CursorIntersection extends LeapfrogJoin implements SuffixIntersection {

  private final List<byte[]> prefixes;
  private final List<Cursor> cursors;
  private final byte[][] keys;

  /**
   * @param cursors one for each prefix, over keys that have it; closed with the intersection
   */
  CursorIntersection(List<byte[]> prefixes, List<Cursor> cursors) {
    super(cursors.size());
    this.prefixes = prefixes;
    this.cursors = cursors;
    this.keys = new byte[cursors.size()][];
  }

  @Override
  protected boolean seek(int cursor, byte[] suffix) {
    byte[] key = Bytes.concat(prefixes.get(cursor), suffix);
    return keep(cursor, cursors.get(cursor).seek(key));
  }

  @Override
  protected boolean step(int cursor) {
    return keep(cursor, cursors.get(cursor).next());
  }

  private boolean keep(int cursor, boolean onKey) {
    if (onKey) {
      keys[cursor] = cursors.get(cursor).key();
    }
    return onKey;
  }

  @Override
  protected int compare(int cursor, int other) {
    return Arrays.compareUnsigned(
        keys[cursor],
        prefixes.get(cursor).length,
        keys[cursor].length,
        keys[other],
        prefixes.get(other).length,
        keys[other].length);
  }

  @Override
  protected byte[] suffix(int cursor) {
    return Arrays.copyOfRange(keys[cursor], prefixes.get(cursor).length, keys[cursor].length);
  }

  @Override
  public void close() {
    cursors.forEach(Cursor::close);
  }
}
