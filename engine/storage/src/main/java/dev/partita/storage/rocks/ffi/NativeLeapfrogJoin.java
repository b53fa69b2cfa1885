package dev.partita.storage.rocks.ffi;

import dev.partita.base.bytes.Bytes;
import dev.partita.storage.LeapfrogJoin;
import java.util.List;

/**
 * A leapfrog join that compares keys where RocksDB has them in memory, and copies only those that
 * are found. To be used inside a counted call of the store, by one thread at a time.
 */
public final class NativeLeapfrogJoin extends LeapfrogJoin {

  /** A cursor of a store, moved inside a call that is counted already. */
  public interface Walker {

    /** Moves to the first key that is equal to or greater than this one; false without any. */
    boolean place(byte[] key);

    /** Moves one key onward; false if there is none. */
    boolean step();

    /** The native side of the walker's iterator. */
    RocksIteratorNative pointers();
  }

  private final List<byte[]> prefixes;
  private final List<? extends Walker> walkers;
  private final RocksIteratorNative[] pointers;

  /** By walker: where the suffix of its current key is in native memory. */
  private final long[] addresses;

  private final int[] lengths;

  /**
   * @param walkers one for each prefix, over keys that have it
   */
  public NativeLeapfrogJoin(List<byte[]> prefixes, List<? extends Walker> walkers) {
    super(walkers.size());
    this.prefixes = prefixes;
    this.walkers = walkers;
    this.pointers = walkers.stream().map(Walker::pointers).toArray(RocksIteratorNative[]::new);
    this.addresses = new long[pointers.length];
    this.lengths = new int[pointers.length];
  }

  @Override
  protected boolean seek(int cursor, byte[] suffix) {
    byte[] key = Bytes.concat(prefixes.get(cursor), suffix);
    return keep(cursor, walkers.get(cursor).place(key));
  }

  @Override
  protected boolean step(int cursor) {
    return keep(cursor, walkers.get(cursor).step());
  }

  private boolean keep(int cursor, boolean onKey) {
    if (onKey) {
      int prefix = prefixes.get(cursor).length;
      addresses[cursor] = pointers[cursor].key() + prefix;
      lengths[cursor] = pointers[cursor].length() - prefix;
    }
    return onKey;
  }

  @Override
  protected int compare(int cursor, int other) {
    return RocksIteratorNative.compare(
        addresses[cursor], lengths[cursor], addresses[other], lengths[other]);
  }

  @Override
  protected byte[] suffix(int cursor) {
    byte[] suffix = new byte[lengths[cursor]];
    RocksIteratorNative.copy(addresses[cursor], suffix, 0, suffix.length);
    return suffix;
  }
}
