/**
 * Items: JSON documents with a partition key and an id, system properties, time to live and unique
 * keys, on top of containers that know only keys and bytes. Start with {@link
 * dev.partita.document.Items} for operations, which are data ({@link
 * dev.partita.document.ItemOperation}), {@link dev.partita.document.ItemReader} for the items that
 * a reader of a partition or a segment shows, and {@link dev.partita.document.ChangeFeed} for what
 * has changed.
 *
 * <p>What must stay true: an item is stored as the JSON that a read returns; an expired item is not
 * seen by anyone, whether or not it has been removed; every entry that leads to an item (unique
 * keys, expiry times) is written and removed in the item's own transaction; what is sent to a
 * partition has no functions in it, and each operation has one outcome.
 */
@NullMarked
package dev.partita.document;

import org.jspecify.annotations.NullMarked;
