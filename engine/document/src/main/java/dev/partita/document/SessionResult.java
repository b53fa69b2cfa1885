package dev.partita.document;

import dev.partita.throughput.RequestCharge;

/**
 * What a session has come to.
 *
 * @param value what its work gave
 * @param lsn of its writes or, if it made none, of the partition
 * @param partition the physical partition that served it
 */
public record SessionResult<R>(R value, long lsn, int partition, RequestCharge charge) {}
