package dev.partita.partition;

/**
 * What a container's definition asks of its partitions.
 *
 * @param logicalLimitBytes how much one logical partition may hold
 * @param changeLog what of the changes is kept; a log that is off stays off
 */
public record PartitionSettings(long logicalLimitBytes, ChangeLogPolicy changeLog) {}
