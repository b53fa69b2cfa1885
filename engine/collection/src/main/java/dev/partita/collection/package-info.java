/**
 * Collections of BSON documents on containers. {@link dev.partita.collection.BsonCollections} opens
 * the {@link dev.partita.collection.BsonCollection} of a container and sees to indexes that are
 * being built or dropped and to documents whose time is over. Reads are {@link
 * dev.partita.collection.FindExecution}s over the {@link dev.partita.collection.AccessPlan} that
 * {@link dev.partita.collection.AccessPlanner} chooses; writes go through {@link
 * dev.partita.collection.CollectionTransaction} in the partition that owns the document.
 *
 * <p>What must stay true: a document is stored as the bytes of it that a read returns; its entries
 * in indexes, and the record of the retryable statement that wrote it, are written in its own
 * transaction; a collection without a shard key is one logical partition, so that its {@code _id}
 * is unique, and one with a shard key has a logical partition for each value of it.
 */
@NullMarked
package dev.partita.collection;

import org.jspecify.annotations.NullMarked;
