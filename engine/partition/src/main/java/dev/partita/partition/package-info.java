/**
 * One physical partition: an ordered key space with a single writer, atomic transactions, log
 * sequence numbers and a change log. It knows nothing of documents; what is stored under a key is
 * the business of the layers above.
 *
 * <p>Start with {@link dev.partita.partition.PhysicalPartition}, then {@link
 * dev.partita.partition.Transaction} and {@link dev.partita.partition.ChangeLog}. {@link
 * dev.partita.partition.KeySpace} says where everything lies in the store.
 *
 * <p>What must stay true: a transaction touches one logical partition and happens as a whole or not
 * at all; log sequence numbers only grow, also across splits and merges; a record, its change-log
 * entry and the sizes it counts in are written in the same atomic commit.
 */
@NullMarked
package dev.partita.partition;

import org.jspecify.annotations.NullMarked;
