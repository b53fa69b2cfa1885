package dev.partita.replication.group;

/**
 * What a leader knows of one of the other members of its group.
 *
 * @param node its number
 * @param isLearner whether it counts for no majority
 * @param matchIndex the last entry that it certainly has; 0 if nothing is known
 * @param silentMillis how long ago it has answered last; {@link #NEVER} if it never did
 * @param isInstalling whether it is given the whole state, since it is too far behind for the log
 */
public record ReplicaStatus(
    int node, boolean isLearner, long matchIndex, long silentMillis, boolean isInstalling) {

  /** In place of how long ago, of one that has not answered this leader. */
  public static final long NEVER = Long.MAX_VALUE;

  /** How many entries it lacks. */
  public long lag(long lastIndex) {
    return Math.max(0, lastIndex - matchIndex);
  }
}
