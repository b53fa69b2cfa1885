package dev.partita.cluster.placement;

import dev.partita.cluster.NodeEntry;
import dev.partita.replication.group.Members;

/** One change towards where replicas and leaders belong. Immutable. */
public sealed interface Step {

  /** Why, for operators. */
  String reason();

  /** A group that there was not yet. */
  record CreateGroup(int group, Members members, String reason) implements Step {}

  /** Other nodes keep a group. */
  record ChangeMembers(int group, Members to, String reason) implements Step {}

  /** Another node leads a group. */
  record MoveLeader(int group, int from, int to, String reason) implements Step {}

  /** A node that has nothing any more is no node of the cluster from now on. */
  record StrikeNode(NodeEntry node, String reason) implements Step {}
}
