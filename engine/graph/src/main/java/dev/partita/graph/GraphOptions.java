package dev.partita.graph;

import dev.partita.base.error.DatabaseException;

/**
 * How a graph behaves for those who use it.
 *
 * @param autoCommit whether every change is committed at once, instead of by {@link
 *     PartitaGraph#commit}
 * @param readOnly whether changes are refused
 * @param partitions 0 if vertices bring their partition key, as they must in the service; else the
 *     key is chosen by their id among so many values; under the name {@link #HIDDEN_KEY} nobody
 *     sees it
 * @param changesMax how many changes may wait for a commit
 * @param heldMax how many elements a step may collect before it goes on; 0 for any number
 */
public record GraphOptions(
    boolean autoCommit, boolean readOnly, int partitions, int changesMax, int heldMax) {

  /** A partition key that is no property of vertices. */
  public static final String HIDDEN_KEY = "_pk";

  private static final int CHANGES_MAX = 100_000;

  public GraphOptions {
    if (partitions < 0 || changesMax < 1 || heldMax < 0) {
      throw DatabaseException.badRequest("The options of a graph are not possible.")
          .with("partitions", partitions)
          .with("changesMax", changesMax);
    }
  }

  /** Every change is committed at once. */
  public static GraphOptions committing() {
    return new GraphOptions(true, false, 0, CHANGES_MAX, 0);
  }

  /** Changes wait for a commit. */
  public static GraphOptions collecting() {
    return new GraphOptions(false, false, 0, CHANGES_MAX, 0);
  }

  public GraphOptions withReadOnly(boolean refused) {
    return new GraphOptions(autoCommit, refused, partitions, changesMax, heldMax);
  }

  /** Bounds what steps may collect. */
  public GraphOptions withHeldMax(int elements) {
    return new GraphOptions(autoCommit, readOnly, partitions, changesMax, elements);
  }

  /** Has vertices spread by their ids over so many partition keys. */
  public GraphOptions withPartitions(int number) {
    return new GraphOptions(autoCommit, readOnly, number, changesMax, heldMax);
  }
}
