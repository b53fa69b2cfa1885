package dev.partita.partition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot, and an eye on one logical partition since: for work that is too long for the writer,
 * which reads here and has its writes made at the end if nothing that it has read has changed. Any
 * thread may ask it; its owner closes it.
 */
public final class KeyWatch implements AutoCloseable {

  /** Beyond as many changes, or as much in them, it no longer tells which there were. */
  private static final int CHANGES_MAX = 10_000;

  private static final long BYTES_MAX = 16 << 20;

  /**
   * A record that was written or removed.
   *
   * @param before what was there; null if nothing was
   * @param after what is there now; null if nothing is
   */
  public record Touched(byte[] id, @Nullable StoredRecord before, @Nullable StoredRecord after) {

    private int sizeBytes() {
      return id.length
          + (before == null ? 0 : before.sizeBytes())
          + (after == null ? 0 : after.sizeBytes());
    }
  }

  private final @Nullable KeyWatches watches;
  private final LogicalKey key;
  private final int partition;
  private final PartitionState before;
  private final PartitionSnapshot snapshot;
  private final boolean alone;

  // Guarded by the list.
  private final List<Touched> touched = new ArrayList<>();
  private long touchedBytes;
  private boolean overflown;

  /**
   * @param watches null if nobody tells it of changes
   */
  KeyWatch(
      @Nullable KeyWatches watches,
      LogicalKey key,
      int partition,
      PartitionState before,
      PartitionSnapshot snapshot,
      boolean alone) {
    this.watches = watches;
    this.key = key;
    this.partition = partition;
    this.before = before;
    this.snapshot = snapshot;
    this.alone = alone;
  }

  public PartitionReader snapshot() {
    return snapshot;
  }

  /** The number of the partition that it was taken in. */
  public int partition() {
    return partition;
  }

  /** The partition as the snapshot shows it. */
  public PartitionState before() {
    return before;
  }

  /**
   * What transactions have written to the logical partition since, in their order: those that have
   * been evaluated, written or not.
   *
   * @param from how many of them are known already
   * @return null if there were too many to tell
   */
  public @Nullable List<Touched> touched(int from) {
    synchronized (touched) {
      return overflown ? null : List.copyOf(touched.subList(from, touched.size()));
    }
  }

  /** Whether it is told of changes; if not, only its snapshot counts. */
  public boolean isKept() {
    return watches != null;
  }

  /** Whether the partition that it was taken in is the one that a transaction runs in. */
  public boolean isOf(Transaction transaction) {
    return transaction.partition() == partition;
  }

  /** Whether others wait with their writes until it is closed. */
  boolean isAlone() {
    return alone;
  }

  LogicalKey key() {
    return key;
  }

  void touch(List<Touched> more) {
    synchronized (touched) {
      touched.addAll(more);
      more.forEach(each -> touchedBytes += each.sizeBytes());
      if (touched.size() > CHANGES_MAX || touchedBytes > BYTES_MAX) {
        invalidate();
      }
    }
  }

  void invalidate() {
    synchronized (touched) {
      overflown = true;
      touched.clear();
    }
  }

  @Override
  public void close() {
    if (watches != null) {
      watches.remove(this);
    }
    snapshot.close();
  }
}
