package dev.partita.cluster.placement;

import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;

/**
 * What the catalogue keeps of the cluster, as it is changed: each change is conditional, so of two
 * who decide at once one is told that it has not happened. Calls wait.
 */
public interface ClusterRecords {

  /**
   * Writes a new group down.
   *
   * @return whether there was none of its number
   */
  boolean create(GroupEntry group);

  /**
   * Replaces the record of a group.
   *
   * @param seen what the change was decided on
   * @return whether the record was still the same
   */
  boolean change(GroupEntry seen, GroupEntry after);

  /**
   * Removes the record of a node.
   *
   * @return whether it was still the same
   */
  boolean strike(NodeEntry node);
}
