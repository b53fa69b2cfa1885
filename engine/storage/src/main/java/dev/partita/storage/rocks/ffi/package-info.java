/**
 * RocksDB's C interface, called by the foreign function interface where the Java binding makes
 * copies that cost more than the read itself. It is in the native library that the Java binding
 * loads. {@link dev.partita.storage.rocks.ffi.RocksMultiGetNative} reads many keys at once, {@link
 * dev.partita.storage.rocks.ffi.RocksIteratorNative} gives the addresses of an iterator's key and
 * value, which {@link dev.partita.storage.rocks.ffi.NativeLeapfrogJoin} compares and {@link
 * dev.partita.storage.rocks.ffi.ReadAheadBuffer} copies in bulk.
 *
 * <p>What must stay true: everything here runs inside a counted call of the store, since an address
 * is valid only as long as the native object that it belongs to.
 */
@NullMarked
package dev.partita.storage.rocks.ffi;

import org.jspecify.annotations.NullMarked;
