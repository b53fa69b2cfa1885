package dev.partita.storage;

import java.util.Arrays;
import java.util.List;

/**
 * A leapfrog join of several cursors, each over the keys with one prefix: the cursor that is behind
 * moves up to the one that is ahead until all stand on the same suffix. A step costs much less than
 * a seek, so a cursor seeks only if a few steps were not enough. Not for use by several threads.
 *
 * <p>Cursors are named by their number. {@link #compare} and {@link #suffix} are called only for
 * cursors that stand on a key.
 */
public abstract class LeapfrogJoin {

  /** About how many steps one call of {@link #next} takes. */
  private static final int STEPS_PER_CALL = 1024;

  /** How many steps are tried before a seek, if the last time they were enough. */
  private static final int STEPS_IF_NEAR = 16;

  private static final int STEPS_IF_FAR = 4;

  private final int count;

  /** By cursor: whether it had to seek the last time. */
  private final boolean[] far;

  /** The cursor that is ahead of the others. */
  private int ahead;

  /** How many cursors stand on the same suffix, counted from {@link #ahead} onward, in a circle. */
  private int agreeing = 1;

  private boolean started;
  private boolean ended;

  protected LeapfrogJoin(int count) {
    this.count = count;
    this.far = new boolean[count];
  }

  /** Moves a cursor, forth or back, to its first suffix that is equal to or greater than this. */
  protected abstract boolean seek(int cursor, byte[] suffix);

  /** Moves a cursor one key onward. */
  protected abstract boolean step(int cursor);

  /** Compares the suffixes on which two cursors stand. */
  protected abstract int compare(int cursor, int other);

  protected abstract byte[] suffix(int cursor);

  /** Moves all cursors to their first suffix that is equal to or greater than this one. */
  public final void seek(byte[] suffix) {
    started = false;
    ahead = 0;
    agreeing = 1;
    Arrays.fill(far, false);
    boolean onKeys = true;
    for (int i = 0; i < count && onKeys; i++) {
      onKeys = seek(i, suffix);
    }
    started = true;
    ended = !onKeys;
  }

  /** Adds the next common suffixes, as {@link SuffixIntersection#next}. */
  public final boolean next(List<byte[]> suffixes) {
    if (!started) {
      seek(new byte[0]);
    }
    for (int steps = 0; steps < STEPS_PER_CALL && !ended; steps++) {
      if (agreeing == count) {
        suffixes.add(suffix(ahead));
        agreeing = 1;
        ended = !step(ahead);
      } else {
        steps += catchUp((ahead + agreeing) % count);
      }
    }
    return !ended;
  }

  /** Moves a cursor to the one ahead, or beyond it; returns how many steps it took. */
  private int catchUp(int cursor) {
    int most = far[cursor] ? STEPS_IF_FAR : STEPS_IF_NEAR;
    int steps = 0;
    int order = compare(cursor, ahead);
    while (order < 0 && steps < most && !ended) {
      steps++;
      ended = !step(cursor);
      order = ended ? 0 : compare(cursor, ahead);
    }
    far[cursor] = order < 0;
    if (order < 0) {
      ended = !seek(cursor, suffix(ahead));
      order = ended ? 0 : compare(cursor, ahead);
    }
    if (order == 0) {
      agreeing++;
    } else {
      ahead = cursor;
      agreeing = 1;
    }
    return steps;
  }
}
