package dev.partita.consensus;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import org.jspecify.annotations.Nullable;

/**
 * What a node has noted of its replica of a group besides the log: up to where the state covers it,
 * and whether the replica has yet to catch up. Safe for use by any number of threads.
 *
 * <p>A replica that comes to others empty has acknowledged nothing that it still knows of. Under
 * the number of a node that had been a member, its vote could elect a leader without what it had
 * acknowledged before. So it votes for nobody until its log reaches as far as that of a leader did
 * when it first heard of one.
 */
final class ReplicaRecord {

  private final LogStore store;
  private final int group;
  private volatile @Nullable Covered covered;
  private volatile boolean joining;

  ReplicaRecord(LogStore store, int group) {
    this.store = store;
    this.group = group;
    byte[] stored = store.reader().get(Family.META, LogStore.note(LogStore.COVERED, group));
    covered = stored == null ? null : Covered.decode(stored);
    joining = store.reader().get(Family.META, LogStore.note(LogStore.JOINING, group)) != null;
  }

  @Nullable Covered covered() {
    return covered;
  }

  void cover(Covered newer) {
    store.write(
        new Batch().put(Family.META, LogStore.note(LogStore.COVERED, group), newer.encode()));
    covered = newer;
  }

  /** Whether the replica must not vote yet. */
  boolean isJoining() {
    return joining;
  }

  void join() {
    store.write(new Batch().put(Family.META, LogStore.note(LogStore.JOINING, group), new byte[0]));
    joining = true;
  }

  void joined() {
    store.write(new Batch().delete(Family.META, LogStore.note(LogStore.JOINING, group)));
    joining = false;
  }

  /**
   * Compares the log with the state before they are used.
   *
   * @param lastIndex the last entry of the log
   * @param stateIndex the last entry that the state has
   * @return whether the state is lost, so that the replica has to begin anew
   * @throws DatabaseException CORRUPT if they do not belong together
   */
  boolean hasLostState(long lastIndex, long stateIndex) {
    if (stateIndex > lastIndex) {
      throw new DatabaseException(
              ErrorCode.CORRUPT,
              "The log of a replication group ends before what the data already have: one of both"
                  + " folders is a copy or was removed. Put back the folder of the log, or empty"
                  + " both, remove this node from the cluster and let it join anew.")
          .with("group", group)
          .with("lastIndexOfLog", lastIndex)
          .with("indexOfData", stateIndex);
    }
    Covered noted = covered;
    if (noted == null || stateIndex >= noted.stateIndex()) {
      return false;
    }
    if (stateIndex > 0) {
      throw new DatabaseException(
              ErrorCode.CORRUPT,
              "The data of a replication group are older than where its log begins: the folder is"
                  + " a copy. Put back the newest one, or empty it, and the data are fetched from"
                  + " the other nodes.")
          .with("group", group)
          .with("coveredIndex", noted.stateIndex())
          .with("indexOfData", stateIndex);
    }
    return true;
  }

  /** Gives up the log of a replica without state, which is to be filled by the others. */
  void beginAnew() {
    store.write(
        LogStore.deleteLog(new Batch(), group)
            .put(Family.META, LogStore.note(LogStore.JOINING, group), new byte[0]));
    covered = null;
    joining = true;
  }
}
