package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.index.IndexCursor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of one term, read in batches: a seek mostly finds its key among those of the batch, and
 * reading a few keys more costs less than a seek in the index. Batches shrink where seeks mostly go
 * farther. For one thread.
 */
public final class TermWalk implements KeyCursor {

  private static final int MOST_AT_A_GO = 64;
  private static final int FEW = 4;

  /** After so many jumps to single items it is tried again whether neighbours are of use. */
  private static final int JUMPS_BETWEEN_TRIALS = 16;

  private final IndexCursor entries;

  /** What was read last, and on which of it the walk stands. */
  private byte[][] keys;

  private int count;
  private int at = -1;

  /** Where the index is to be read on, if that is not where it was read last. */
  private byte @Nullable [] elsewhere;

  private int atAGo = FEW;
  private int jumps;
  private boolean more = true;

  /** Whether anything but the first of what was read last was of use. */
  private boolean paid = true;

  /**
   * @param first what was read before, however far before the entries it may be
   */
  TermWalk(IndexCursor entries, List<byte[]> first) {
    this.entries = entries;
    keys = first.toArray(byte[][]::new);
    count = keys.length;
    elsewhere = count == 0 ? null : Arrays.copyOf(keys[count - 1], keys[count - 1].length + 1);
  }

  @Override
  public boolean next() {
    at++;
    paid = true;
    if (at >= count && more) {
      readOn();
    }
    return at < count;
  }

  @Override
  public boolean seek(byte[] key) {
    if (!isRead(key) && more && paid && count > 0) {
      readOn();
    }
    if (isRead(key)) {
      find(key);
    } else if (more) {
      jump(key);
    } else {
      at = count;
    }
    return at < count;
  }

  @Override
  public byte[] key() {
    return keys[at];
  }

  @Override
  public void close() {
    entries.close();
  }

  /** Whether the first key from the given one on is among those that were read. */
  private boolean isRead(byte[] key) {
    return Math.max(at, 0) < count && Bytes.ORDER.compare(keys[count - 1], key) >= 0;
  }

  private void find(byte[] key) {
    at = KeyCursors.firstNear(Math.max(at, 0), count, i -> keys[i], key);
    paid |= at > 0;
  }

  private void readOn() {
    makeRoom(Math.min(2 * atAGo, MOST_AT_A_GO));
    took(elsewhere == null ? entries.nextItems(keys) : entries.itemsFrom(elsewhere, keys));
  }

  private void jump(byte[] key) {
    makeRoom(++jumps % JUMPS_BETWEEN_TRIALS == 0 ? FEW : Math.clamp(atAGo / 2, 1, FEW));
    took(entries.itemsFrom(key, keys));
  }

  private void makeRoom(int wanted) {
    atAGo = wanted;
    if (keys.length != wanted) {
      keys = new byte[wanted][];
    }
  }

  private void took(int found) {
    count = found;
    more = found == keys.length;
    elsewhere = null;
    at = 0;
    paid = false;
  }
}
