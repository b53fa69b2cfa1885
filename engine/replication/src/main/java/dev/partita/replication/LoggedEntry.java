package dev.partita.replication;

/** An entry as the log has it. */
public record LoggedEntry(EntryOrigin origin, LogEntry entry) {}
