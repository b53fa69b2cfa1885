package dev.partita.partition;

/**
 * A transaction that is durable.
 *
 * @param lsn its own log sequence number, or that of the partition if it wrote nothing
 */
public record Commit<R>(R result, long lsn) {}
