package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.replication.NotInCharge;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What a split needs to know before the short moment in which it happens: where to cut, and how
 * much lies on either side. Counting runs beside the writer, which meanwhile keeps account of what
 * changes, so that the figures are exact when it stands still.
 */
public final class SplitPreparation {

  /** The states with which the two halves begin. */
  public record Halves(PartitionState left, PartitionState right) {}

  private final PhysicalPartition partition;
  private final byte[] boundary;
  private final LogicalSize countedLeft;

  private SplitPreparation(PhysicalPartition partition, byte[] boundary, LogicalSize countedLeft) {
    this.partition = partition;
    this.boundary = boundary;
    this.countedLeft = countedLeft;
  }

  /** Where a partition can be cut, by what it holds. */
  public sealed interface Cut {

    /** Here, into two parts of about the same size. */
    record At(byte[] boundary) implements Cut {}

    /** Nowhere: all it holds is one logical partition, which is never divided. */
    record Indivisible(LogicalKey only) implements Cut {}

    /** Anywhere: it holds nothing. */
    record Empty() implements Cut {}
  }

  /** Finds the middle of what the partition holds. */
  public static Cut middle(PhysicalPartition partition) {
    long half = partition.state().sizeBytes() / 2;
    LogicalKey previous = null;
    byte[] best = null;
    long bestDistance = Long.MAX_VALUE;
    long before = 0;
    try (SizeCursor sizes =
        partition.reader(ReadOptions.LEADER).sizes(positions(partition, null))) {
      while (sizes.next()) {
        LogicalKey key = sizes.key();
        if (previous != null && Bytes.ORDER.compare(previous.position(), key.position()) != 0) {
          long distance = Math.abs(before - half);
          if (distance >= bestDistance) {
            break;
          }
          best = key.position();
          bestDistance = distance;
        }
        previous = key;
        before += sizes.size().sizeBytes();
      }
    }
    if (best != null) {
      return new Cut.At(best);
    }
    return previous == null ? new Cut.Empty() : new Cut.Indivisible(previous);
  }

  /** Counts what lies before the boundary and starts the account of what changes there. */
  public static SplitPreparation start(PhysicalPartition partition, byte[] boundary) {
    PartitionSnapshot snapshot =
        partition
            .exclusive(
                () -> {
                  partition.tally(new RangeTally(boundary));
                  return partition.snapshot(ReadOptions.LEADER);
                })
            .join();
    LogicalSize left = LogicalSize.NONE;
    try (snapshot;
        SizeCursor sizes = snapshot.sizes(positions(partition, boundary))) {
      while (sizes.next()) {
        LogicalSize size = sizes.size();
        left = left.plus(size.sizeBytes(), size.recordCount());
      }
    }
    return new SplitPreparation(partition, boundary, left);
  }

  public byte[] boundary() {
    return boundary;
  }

  /** The exact figures; to be called while the partition's writer stands still. */
  public Halves halves() {
    RangeTally tally = partition.tally();
    if (tally == null) {
      throw new IllegalStateException("The split was not prepared.");
    }
    PartitionState whole = partition.state();
    long leftBytes = countedLeft.sizeBytes() + tally.sizeBytes();
    long leftRecords = countedLeft.recordCount() + tally.recordCount();
    return new Halves(
        new PartitionState(whole.lsn(), whole.timeMillis(), 0, leftBytes, leftRecords),
        new PartitionState(
            whole.lsn(),
            whole.timeMillis(),
            0,
            whole.sizeBytes() - leftBytes,
            whole.recordCount() - leftRecords));
  }

  /** Ends the account of a split that does not happen. Who is not in charge keeps none anyway. */
  public void abandon() {
    try {
      partition
          .exclusive(
              () -> {
                partition.tally(null);
                return null;
              })
          .join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof NotInCharge)) {
        throw e;
      }
    }
  }

  private static KeyRange positions(PhysicalPartition partition, byte @Nullable [] boundary) {
    KeyRange positions = partition.descriptor().positions();
    return boundary == null ? positions : new KeyRange(positions.start(), boundary);
  }
}
