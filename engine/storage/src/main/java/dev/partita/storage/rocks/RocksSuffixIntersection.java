package dev.partita.storage.rocks;

import dev.partita.base.bytes.Bytes;
import dev.partita.storage.LeapfrogJoin;
import dev.partita.storage.SuffixIntersection;
import dev.partita.storage.rocks.ffi.IteratorKey;
import java.util.List;

/**
 * An intersection over cursors of a {@link RocksStore}. It counts as one call of the store for many
 * steps. Not for use by several threads.
 */
final class RocksSuffixIntersection implements SuffixIntersection {

  private final InFlightCalls calls;
  private final List<byte[]> prefixes;
  private final List<RocksCursor> cursors;
  private final IteratorKey[] keys;
  private final Join join;

  /**
   * @param cursors one for each prefix, over keys that have it; closed with the intersection
   */
  RocksSuffixIntersection(InFlightCalls calls, List<byte[]> prefixes, List<RocksCursor> cursors) {
    this.calls = calls;
    this.prefixes = prefixes;
    this.cursors = cursors;
    this.keys = cursors.stream().map(RocksCursor::fastestKey).toArray(IteratorKey[]::new);
    this.join = new Join();
  }

  /** To be used inside a counted call. */
  private final class Join extends LeapfrogJoin {

    Join() {
      super(cursors.size());
    }

    @Override
    protected boolean seek(int cursor, byte[] suffix) {
      return read(cursor, cursors.get(cursor).place(Bytes.concat(prefixes.get(cursor), suffix)));
    }

    @Override
    protected boolean step(int cursor) {
      return read(cursor, cursors.get(cursor).step());
    }

    private boolean read(int cursor, boolean onKey) {
      if (onKey) {
        keys[cursor].read();
      }
      return onKey;
    }

    @Override
    protected int compare(int cursor, int other) {
      return keys[cursor].compareFrom(
          prefixes.get(cursor).length, keys[other], prefixes.get(other).length);
    }

    @Override
    protected byte[] suffix(int cursor) {
      return keys[cursor].copyFrom(prefixes.get(cursor).length);
    }
  }

  @Override
  public void seek(byte[] suffix) {
    int ticket = enter();
    try {
      join.seek(suffix);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public boolean next(List<byte[]> suffixes) {
    int ticket = enter();
    try {
      return join.next(suffixes);
    } finally {
      calls.leave(ticket);
    }
  }

  @Override
  public void close() {
    cursors.forEach(RocksCursor::close);
  }

  private int enter() {
    int ticket = calls.enter();
    try {
      cursors.forEach(RocksCursor::requireOpen);
      return ticket;
    } catch (RuntimeException e) {
      calls.leave(ticket);
      throw e;
    }
  }
}
