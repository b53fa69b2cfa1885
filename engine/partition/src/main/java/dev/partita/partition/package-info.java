/**
 * One physical partition: an ordered key space with a single writer, atomic transactions, log
 * sequence numbers and a change log. It knows nothing of documents; what is stored under a key is
 * the business of the layers above. They reach data through here alone.
 *
 * <p>Start with {@link dev.partita.partition.PhysicalPartition}. Writing: {@link
 * dev.partita.partition.Transaction}, {@link dev.partita.partition.ChangeLog} and {@link
 * dev.partita.partition.TimerKind}. Waiting: {@link dev.partita.partition.CommitSignal}. Reading:
 * {@link dev.partita.partition.PartitionReader} for what concerns one partition, {@link
 * dev.partita.partition.SegmentReader} for the records and the index of many, both with {@link
 * dev.partita.partition.ReadOptions}; {@link dev.partita.partition.RecordKey} is what they call
 * records. {@link dev.partita.partition.KeySpace} says where everything lies in the store.
 *
 * <p>What must stay true: no type of the store is in the interfaces for reading; a read for the
 * newest state asks for the lease after its state is fixed; a transaction touches one logical
 * partition and happens as a whole or not at all; log sequence numbers only grow, also across
 * splits and merges; a record, its change-log entry, if the policy asks for one, and the sizes it
 * counts in are written in the same atomic commit.
 */
@NullMarked
package dev.partita.partition;

import org.jspecify.annotations.NullMarked;
