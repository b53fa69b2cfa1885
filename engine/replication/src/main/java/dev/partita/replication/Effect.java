package dev.partita.replication;

import dev.partita.storage.Batch;

/**
 * What a group of transactions of one partition changes: the puts and deletes, never the requests
 * that led to them, so that a replica only has to apply it. The log sequence numbers from {@code
 * firstLsn} to {@code lastLsn} are those of the group's transactions; upkeep that is no transaction
 * (trimming a log) has {@code firstLsn > lastLsn}.
 */
public record Effect(int container, int partition, long firstLsn, long lastLsn, Batch batch) {}
