package dev.partita.storage.rocks;

import dev.partita.storage.SuffixIntersection;
import dev.partita.storage.rocks.ffi.NativeLeapfrogJoin;
import java.util.List;

/**
 * An intersection over cursors of a {@link RocksStore}, which compares keys in native memory. Not
 * for use by several threads.
 */
final class RocksSuffixIntersection implements SuffixIntersection {

  private final InFlightCalls calls;
  private final List<RocksCursor> cursors;
  private final NativeLeapfrogJoin join;

  /**
   * @param cursors one for each prefix, over keys that have it; closed with the intersection
   */
  RocksSuffixIntersection(InFlightCalls calls, List<byte[]> prefixes, List<RocksCursor> cursors) {
    this.calls = calls;
    this.cursors = cursors;
    this.join = new NativeLeapfrogJoin(prefixes, cursors);
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
