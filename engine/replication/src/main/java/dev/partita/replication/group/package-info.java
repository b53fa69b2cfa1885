/**
 * What a node of a cluster does with replication groups: it opens them with a {@link
 * dev.partita.replication.StateMachine}, changes their members, hands leadership on, and shows how
 * they are doing. Start at {@link dev.partita.replication.group.ReplicationNode}. Which engine of
 * consensus is behind it shows nowhere here.
 */
@NullMarked
package dev.partita.replication.group;

import org.jspecify.annotations.NullMarked;
