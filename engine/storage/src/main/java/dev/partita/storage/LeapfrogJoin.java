package dev.partita.storage;

import java.util.Arrays;
import java.util.List;

/**
 * How those meet who walk over the keys of one beginning each: whoever is behind goes on to where
 * the others are. One step costs much less than to find a place, so that is done only if some steps
 * were not enough. The methods that subclasses provide are called only for walkers that stand on a
 * key.
 */
abstract class KeyMeeting implements Meeting {

  /** About how many steps are taken at a go. */
  private static final int A_WHILE = 1024;

  /** How many steps are taken before a place is looked for, if that was not needed before. */
  private static final int STEPS_IF_NEAR = 16;

  private static final int STEPS_IF_FAR = 4;

  private final int count;

  /** Whether the last time steps were not enough. */
  private final boolean[] far;

  /** Who is ahead. */
  private int ahead;

  /** How many stand on the same end, from the one ahead on, in a circle. */
  private int met = 1;

  private boolean started;
  private boolean ended;

  KeyMeeting(int count) {
    this.count = count;
    this.far = new boolean[count];
  }

  /** To the first end of a walker that is the given one or comes after it, wherever it is. */
  abstract boolean moveTo(int walker, byte[] end);

  /** One key onward. */
  abstract boolean step(int walker);

  /** Compares the ends of two walkers. */
  abstract int compare(int walker, int other);

  abstract byte[] end(int walker);

  /** Makes all walkers stand on their first end that is the given one or comes after it. */
  final void start(byte[] end) {
    started = false;
    ahead = 0;
    met = 1;
    Arrays.fill(far, false);
    boolean onKeys = true;
    for (int i = 0; i < count && onKeys; i++) {
      onKeys = moveTo(i, end);
    }
    started = true;
    ended = !onKeys;
  }

  final boolean walk(List<byte[]> ends) {
    if (!started) {
      start(new byte[0]);
    }
    for (int steps = 0; steps < A_WHILE && !ended; steps++) {
      if (met == count) {
        ends.add(end(ahead));
        met = 1;
        ended = !step(ahead);
      } else {
        steps += catchUp((ahead + met) % count);
      }
    }
    return !ended;
  }

  /** Has a walker go on to the one ahead, or beyond; tells how many steps it took. */
  private int catchUp(int walker) {
    int most = far[walker] ? STEPS_IF_FAR : STEPS_IF_NEAR;
    int steps = 0;
    int order = compare(walker, ahead);
    while (order < 0 && steps < most && !ended) {
      steps++;
      ended = !step(walker);
      order = ended ? 0 : compare(walker, ahead);
    }
    far[walker] = order < 0;
    if (order < 0) {
      ended = !moveTo(walker, end(ahead));
      order = ended ? 0 : compare(walker, ahead);
    }
    if (order == 0) {
      met++;
    } else {
      ahead = walker;
      met = 1;
    }
    return steps;
  }
}
