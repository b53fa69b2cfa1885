/**
 * The keys of RocksDB's iterators, looked at in one of two ways: in native memory, by RocksDB's C
 * interface and Java's foreign function interface, or in copies that RocksDB's Java binding makes.
 * Start with {@link dev.partita.storage.rocks.ffi.IteratorKeys}. An intersection of index entries
 * compares many keys of which it keeps few, and that costs most of its time.
 *
 * <p>What must stay true: everything here runs inside a counted call of the store, since an address
 * is valid only as long as the native object that it belongs to; and the native way is taken only
 * after it gave what the plain one gives.
 */
@NullMarked
package dev.partita.storage.rocks.ffi;

import org.jspecify.annotations.NullMarked;
