package dev.partita.container.group;

import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.map.SegmentMap;
import dev.partita.replication.Leadership;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.peer.Peers;
import org.jspecify.annotations.Nullable;

/**
 * The replication groups of the cluster as one node sees them. Groups have numbers; a segment of a
 * container belongs to one. Safe for use by any number of threads; no call waits but those that
 * start and end.
 */
public interface Groups extends AutoCloseable {

  /** The group that has the catalogue. Every node takes part in it. */
  int CATALOGUE = 0;

  /** The first group that has data. What does not say in which group it is, is in this one. */
  int FIRST = SegmentMap.FIRST_GROUP;

  /** In place of a node where none is known. */
  int NO_NODE = 0;

  /**
   * The log of a group. On a node that takes no part in the group, or not yet, it is one that
   * nobody leads here.
   */
  ReplicationLog log(int group);

  /** Whether this node leads a group and may decide what happens in it. */
  default boolean leads(int group) {
    return log(group).leadership().isLeader();
  }

  /**
   * The number of the node that leads a group, as far as this one has heard, or {@link #NO_NODE}.
   * It may be out of date: whoever asks that node is told.
   */
  int leaderOf(int group);

  /** The number of this node; {@link #NO_NODE} if it is alone. */
  int self();

  /** The other nodes; null if this one is alone. */
  @Nullable Peers peers();

  /** Has someone told when this node begins and ends to lead any group. */
  void add(Leadership.Listener listener);

  /** Where the catalogue's changes are decided on. */
  CatalogueLog catalogueLog(CataloguePartition partition);

  /** Begins to take part, with what the catalogue that was opened says. */
  void start(Catalogue catalogue);

  @Override
  void close();

  /** Those of a node that is alone: one log for all. */
  static Groups alone(ReplicationLog log) {
    return new LocalGroups(log);
  }
}
