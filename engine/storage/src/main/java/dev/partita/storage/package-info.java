/**
 * Ordered keys and values, on disk or in memory: the bottom of the database, and the only code that
 * knows RocksDB. Start with {@link dev.partita.storage.Store}; {@link dev.partita.storage.Batch} is
 * what is written, {@link dev.partita.storage.Cursor} what is read in order.
 *
 * <p>What must stay true: a batch becomes visible and durable as a whole or not at all; a snapshot
 * never changes; keys sort as unsigned bytes.
 */
@NullMarked
package dev.partita.storage;

import org.jspecify.annotations.NullMarked;
