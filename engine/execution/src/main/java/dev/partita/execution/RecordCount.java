package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionState;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import org.jspecify.annotations.Nullable;

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
      byte[] size = reading.snapshot().get(Family.STATE, container.keys().logicalState(logical));
      return new RecordCount(LogicalSize.decode(size).recordCount(), 0);
    }
    byte[] state = isWhole(parcel, container) ? state(parcel, reading) : null;
    if (state != null) {
      return new RecordCount(PartitionState.decode(state).recordCount(), 0);
    }
    long items = 0;
    long logicals = 0;
    KeyRange sizes = container.keys().logicalStates(parcel.positions());
    try (Cursor cursor = reading.snapshot().scan(Family.STATE, sizes)) {
      while (cursor.next()) {
        watch.onEntry();
        logicals++;
        items += LogicalSize.decode(cursor.value()).recordCount();
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

  private static byte @Nullable [] state(Parcel parcel, Reading reading) {
    return reading
        .snapshot()
        .get(
            Family.STATE,
            reading.items().container().keys().partitionState(parcel.owner().number()));
  }
}
