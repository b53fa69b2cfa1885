package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The common suffixes of several segments in one order. Not for use by several threads. */
final class MergedIntersection implements EntryIntersection {

  /** The walk in one segment, and what it has found and is not given yet. */
  private static final class Walk {
    final EntryIntersection suffixes;
    final Deque<byte[]> found = new ArrayDeque<>();
    boolean ended;

    Walk(EntryIntersection suffixes) {
      this.suffixes = suffixes;
    }

    void step() {
      List<byte[]> more = new ArrayList<>();
      ended = !suffixes.next(more);
      found.addAll(more);
    }
  }

  private final List<Walk> walks;

  /**
   * @param walks closed with this
   */
  MergedIntersection(List<EntryIntersection> walks) {
    this.walks = walks.stream().map(Walk::new).toList();
  }

  @Override
  public void seek(byte[] suffix) {
    for (Walk walk : walks) {
      walk.found.clear();
      walk.ended = false;
      walk.suffixes.seek(suffix);
    }
  }

  /** One step where nothing is found yet, then all that is certain to come first. */
  @Override
  public boolean next(List<byte[]> found) {
    for (Walk walk : walks) {
      if (walk.found.isEmpty() && !walk.ended) {
        walk.step();
      }
    }
    while (walks.stream().noneMatch(walk -> walk.found.isEmpty() && !walk.ended)) {
      Walk least = null;
      for (Walk walk : walks) {
        if (!walk.found.isEmpty()
            && (least == null
                || Bytes.ORDER.compare(walk.found.element(), least.found.element()) < 0)) {
          least = walk;
        }
      }
      if (least == null) {
        return false;
      }
      found.add(least.found.remove());
    }
    return true;
  }

  @Override
  public void close() {
    walks.forEach(walk -> walk.suffixes.close());
  }
}
