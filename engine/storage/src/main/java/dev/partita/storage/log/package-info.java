/**
 * The verification of what RocksDB is about to recover from. RocksDB replays its write-ahead log up
 * to the first record that it cannot read and starts without a word; here the log is read before,
 * and what cannot be a torn end is told. Start with {@link
 * dev.partita.storage.log.LogVerification}; the formats are in docs/formats/store.md, the reasons
 * in docs/adr/0015-verified-log.md.
 *
 * <p>What must stay true: nothing here changes the folder of a store that a process has open.
 */
@NullMarked
package dev.partita.storage.log;

import org.jspecify.annotations.NullMarked;
