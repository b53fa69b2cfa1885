package dev.partita.partition;

import java.util.List;

/** The sizes of several ranges, one after the other. Not for use by several threads. */
final class SuccessiveSizes implements SizeCursor {

  private final List<SizeCursor> cursors;
  private int current;

  /**
   * @param cursors in the order of their ranges; closed with this
   */
  SuccessiveSizes(List<SizeCursor> cursors) {
    this.cursors = cursors;
  }

  @Override
  public boolean next() {
    while (current < cursors.size()) {
      if (cursors.get(current).next()) {
        return true;
      }
      current++;
    }
    return false;
  }

  @Override
  public LogicalKey key() {
    return cursors.get(current).key();
  }

  @Override
  public LogicalSize size() {
    return cursors.get(current).size();
  }

  @Override
  public void close() {
    cursors.forEach(SizeCursor::close);
  }
}
