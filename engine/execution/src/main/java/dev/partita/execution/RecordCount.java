package dev.partita.execution;

import dev.partita.container.Container;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionState;
import dev.partita.partition.SizeCursor;

/**
 * How many items there were in a parcel at the moment of the snapshot.
 *
 * @param logicals how many sizes of logical partitions were added up for it
 */
record RecordCount(long items, long logicals) {

  static RecordCount in(Parcel parcel, Reading reading, PageWatch watch) {
    Container container = reading.items().container();
    LogicalKey logical = parcel.logical();
    if (logical != null) {
      return new RecordCount(reading.snapshot().size(logical).recordCount(), 0);
    }
    PartitionState state =
        isWhole(parcel, container) ? reading.snapshot().state(parcel.owner().number()) : null;
    if (state != null) {
      return new RecordCount(state.recordCount(), 0);
    }
    long items = 0;
    long logicals = 0;
    try (SizeCursor sizes = reading.snapshot().sizes(parcel.positions())) {
      while (sizes.next()) {
        watch.onEntry();
        logicals++;
        items += sizes.size().recordCount();
      }
    }
    return new RecordCount(items, logicals);
  }

  /**
   * Whether the parcel is a partition. One that has the positions now had them also when the
   * snapshot was taken: whoever loses them does not get them back.
   */
  private static boolean isWhole(Parcel parcel, Container container) {
    return parcel.positions().equals(parcel.owner().partition().descriptor().positions())
        && container.partitions().stream()
            .anyMatch(owned -> owned.number() == parcel.owner().number());
  }
}
