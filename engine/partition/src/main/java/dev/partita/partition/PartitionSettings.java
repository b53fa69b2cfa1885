package dev.partita.partition;

/**
 * What a container's definition asks of its partitions.
 *
 * @param logicalLimitBytes how much one logical partition may hold
 * @param keepsHistory whether change-log entries carry images and outlive their successors
 */
public record PartitionSettings(long logicalLimitBytes, boolean keepsHistory) {}
