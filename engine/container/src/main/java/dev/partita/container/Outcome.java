package dev.partita.container;

/**
 * What became of work that a container routed.
 *
 * @param lsn of the transaction, or of the partition if it wrote nothing
 * @param by the partition that did it
 */
public record Outcome<R>(R result, long lsn, OwnedPartition by) {}
