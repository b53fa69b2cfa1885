package dev.partita.replication;

/**
 * An entry that changes nothing, such as the first one of a term: once it is applied, so is
 * everything from before it.
 */
public record Barrier(long term) implements LogEntry {}
