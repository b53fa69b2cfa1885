package dev.partita.peer;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Which node this is. Immutable.
 *
 * @param cluster the id of the cluster: lower case letters and digits
 * @param number of the node, from 1; never used again in the cluster
 * @param generation how often the node's folder has been started, by which a copy of the folder is
 *     noticed
 * @param process tells this run from all others
 * @param build the version of the program, for people
 */
public record LocalNode(String cluster, int number, long generation, UUID process, String build) {

  private static final Pattern CLUSTER = Pattern.compile("[a-z0-9]{1,40}");

  public LocalNode {
    if (!CLUSTER.matcher(cluster).matches() || number < 1 || number > 0xFFFF) {
      throw new IllegalArgumentException("No node: " + number + " of cluster " + cluster);
    }
  }

  /** A run of a node that has just begun. */
  public static LocalNode starting(String cluster, int number, long generation, String build) {
    return new LocalNode(cluster, number, generation, UUID.randomUUID(), build);
  }

  /** The name in the node's certificate. */
  public String certificateName() {
    return NodeNames.of(cluster, number);
  }
}
