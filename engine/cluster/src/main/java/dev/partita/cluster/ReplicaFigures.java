package dev.partita.cluster;

import dev.partita.replication.group.GroupStatus;

/**
 * How a node is doing with one of its groups. Immutable.
 *
 * @param bytes how much data of the group it has, about
 * @param requestUnits what it has charged for the group in a second, if it leads
 * @param isReadable whether its state is that after some entry of the log
 */
public record ReplicaFigures(
    int group, GroupStatus status, long bytes, double requestUnits, boolean isReadable) {}
