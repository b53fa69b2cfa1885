/**
 * Ordered keys and values: the interface of the store at the bottom of the database. Start with
 * {@link dev.partita.storage.Store}; {@link dev.partita.storage.Batch} is what is written, {@link
 * dev.partita.storage.Cursor} what is read in order. {@link dev.partita.storage.RangeCursor} and
 * {@link dev.partita.storage.LeapfrogJoin} are what stores build their cursors and intersections
 * on. The stores themselves are in {@link dev.partita.storage.rocks} and {@link
 * dev.partita.storage.memory}.
 *
 * <p>What must stay true: a batch becomes visible and durable as a whole or not at all; a snapshot
 * never changes; keys sort as unsigned bytes; nothing here knows a particular store.
 */
@NullMarked
package dev.partita.storage;

import org.jspecify.annotations.NullMarked;
