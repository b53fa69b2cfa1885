package dev.partita.mql.query;

/**
 * What a match leaves behind for the positional operator: the index in the array that a condition
 * searched. For one match by one thread.
 */
public final class MatchTrace {

  private int index = -1;

  /** The index of the array element that matched; -1 if no array was searched. */
  public int arrayIndex() {
    return index;
  }

  void record(int matched) {
    index = matched;
  }

  void reset() {
    index = -1;
  }
}
