package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The index entries of several segments in one order. No two segments have the same entry, since
 * entries end with their item, or begin with its position. Having run off one end, it stays there
 * until it is moved the other way. Not for use by several threads.
 */
final class MergedEntryCursor implements EntryCursor {

  private enum Direction {
    NONE,
    FORWARD,
    BACK
  }

  private final List<EntryCursor> cursors;

  /** Where each cursor stands; null where it has come to its end. */
  private final List<byte @Nullable []> keys = new ArrayList<>();

  private Direction direction = Direction.NONE;

  /** The cursor that this one stands on; -1 if it stands on none. */
  private int current = -1;

  /**
   * @param cursors over the same range; closed with this
   */
  MergedEntryCursor(List<EntryCursor> cursors) {
    this.cursors = cursors;
    cursors.forEach(_ -> keys.add(null));
  }

  @Override
  public boolean next() {
    if (direction == Direction.NONE || (direction == Direction.BACK && current < 0)) {
      for (int i = 0; i < keys.size(); i++) {
        stand(i, cursors.get(i).next());
      }
      return least();
    }
    int from = current;
    if (from < 0) {
      return false;
    }
    if (direction == Direction.BACK) {
      // The others stand before this one: to the first of each behind it.
      byte[] key = key();
      for (int i = 0; i < keys.size(); i++) {
        if (i != from) {
          stand(i, cursors.get(i).seek(key));
        }
      }
    }
    stand(from, cursors.get(from).next());
    return least();
  }

  @Override
  public boolean previous() {
    if (direction == Direction.NONE || (direction == Direction.FORWARD && current < 0)) {
      for (int i = 0; i < keys.size(); i++) {
        stand(i, cursors.get(i).previous());
      }
      return greatest();
    }
    int from = current;
    if (from < 0) {
      return false;
    }
    if (direction == Direction.FORWARD) {
      byte[] key = key();
      for (int i = 0; i < keys.size(); i++) {
        if (i != from) {
          stand(i, cursors.get(i).seekBack(key));
        }
      }
    }
    stand(from, cursors.get(from).previous());
    return greatest();
  }

  @Override
  public boolean seek(byte[] key) {
    for (int i = 0; i < keys.size(); i++) {
      stand(i, cursors.get(i).seek(key));
    }
    return least();
  }

  @Override
  public boolean seekBack(byte[] key) {
    for (int i = 0; i < keys.size(); i++) {
      stand(i, cursors.get(i).seekBack(key));
    }
    return greatest();
  }

  @Override
  public int nextKeys(byte[][] found, int offset) {
    return fill(found, 0, offset);
  }

  @Override
  public int keysFrom(byte[] start, byte[][] found, int offset) {
    if (found.length == 0 || !seek(start)) {
      return 0;
    }
    byte[] first = key();
    found[0] = Arrays.copyOfRange(first, offset, first.length);
    return fill(found, 1, offset);
  }

  private int fill(byte[][] found, int from, int offset) {
    int count = from;
    while (count < found.length && next()) {
      byte[] key = key();
      found[count] = Arrays.copyOfRange(key, offset, key.length);
      count++;
    }
    return count;
  }

  @Override
  public byte[] key() {
    byte[] key = current < 0 ? null : keys.get(current);
    if (key == null) {
      throw new IllegalStateException("The cursor stands on no entry.");
    }
    return key;
  }

  @Override
  public void close() {
    cursors.forEach(EntryCursor::close);
  }

  private void stand(int cursor, boolean onEntry) {
    keys.set(cursor, onEntry ? cursors.get(cursor).key() : null);
  }

  private boolean least() {
    direction = Direction.FORWARD;
    return choose(1);
  }

  private boolean greatest() {
    direction = Direction.BACK;
    return choose(-1);
  }

  /** Stands on the first in the order, or its reverse. */
  private boolean choose(int sign) {
    current = -1;
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      byte[] best = current < 0 ? null : keys.get(current);
      if (key != null && (best == null || sign * Bytes.ORDER.compare(key, best) < 0)) {
        current = i;
      }
    }
    return current >= 0;
  }
}
