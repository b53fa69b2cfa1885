package dev.partita.replication;

import dev.partita.storage.Batch;

/**
 * What a group of transactions of one partition changes: the puts and deletes, never the requests
 * that led to them, so that a replica only has to apply it.
 *
 * @param segment what the keys of the partition begin with
 * @param partition its number in the container
 * @param epoch the version of the container's partition map under which it was evaluated; a {@link
 *     Fence} of the partition keeps out those that are older
 * @param term the term of the leader that evaluated it
 * @param firstLsn the log sequence number of the first transaction; greater than {@code lastLsn}
 *     for upkeep that is no transaction, such as trimming a log
 * @param lastLsn that of the last transaction
 */
public record Effect(
    int segment, int partition, int epoch, long term, long firstLsn, long lastLsn, Batch batch)
    implements Proposable {}
