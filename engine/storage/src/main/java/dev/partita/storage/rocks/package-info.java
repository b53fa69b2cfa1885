/**
 * The store on disk, and the only code that knows RocksDB. Start with {@link
 * dev.partita.storage.rocks.RocksStore}, which {@link dev.partita.storage.rocks.RocksOpening} makes
 * of an {@link dev.partita.storage.rocks.OpenDatabase}: {@link
 * dev.partita.storage.rocks.RocksWriter} and {@link dev.partita.storage.rocks.RocksLog} are its way
 * in, {@link dev.partita.storage.rocks.RocksReader} and {@link
 * dev.partita.storage.rocks.RocksCursor} its way out, {@link
 * dev.partita.storage.rocks.StoreFolder}, {@link dev.partita.storage.rocks.RocksRecovery} and
 * {@link dev.partita.storage.rocks.RocksSalvage} look after the files before RocksDB opens them.
 * {@link dev.partita.storage.rocks.ffi} has the keys of iterators, which it reads past RocksDB's
 * Java binding where that works.
 *
 * <p>What must stay true: no native object is used outside a call that {@link
 * dev.partita.storage.rocks.InFlightCalls} counts.
 */
@NullMarked
package dev.partita.storage.rocks;

import org.jspecify.annotations.NullMarked;
