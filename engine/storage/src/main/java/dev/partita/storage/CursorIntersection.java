package dev.partita.storage;

import dev.partita.base.bytes.Bytes;
import java.util.Arrays;
import java.util.List;

/** A meeting of cursors of any kind. */
final class CursorMeeting extends KeyMeeting {

  private final List<byte[]> beginnings;
  private final List<Cursor> cursors;
  private final byte[][] keys;

  /**
   * @param cursors over keys with one beginning each; closed with the meeting
   */
  CursorMeeting(List<byte[]> beginnings, List<Cursor> cursors) {
    super(cursors.size());
    this.beginnings = beginnings;
    this.cursors = cursors;
    this.keys = new byte[cursors.size()][];
  }

  @Override
  public void seek(byte[] end) {
    start(end);
  }

  @Override
  public boolean next(List<byte[]> ends) {
    return walk(ends);
  }

  @Override
  boolean moveTo(int walker, byte[] end) {
    return noted(walker, cursors.get(walker).seek(Bytes.concat(beginnings.get(walker), end)));
  }

  @Override
  boolean step(int walker) {
    return noted(walker, cursors.get(walker).next());
  }

  private boolean noted(int walker, boolean onKey) {
    if (onKey) {
      keys[walker] = cursors.get(walker).key();
    }
    return onKey;
  }

  @Override
  int compare(int walker, int other) {
    return Arrays.compareUnsigned(
        keys[walker],
        beginnings.get(walker).length,
        keys[walker].length,
        keys[other],
        beginnings.get(other).length,
        keys[other].length);
  }

  @Override
  byte[] end(int walker) {
    return Arrays.copyOfRange(keys[walker], beginnings.get(walker).length, keys[walker].length);
  }

  @Override
  public void close() {
    cursors.forEach(Cursor::close);
  }
}
