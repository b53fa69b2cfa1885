package dev.partita.execution.access;

import dev.partita.container.Container;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionState;
import dev.partita.partition.SizeCursor;

/**
 * How many items there were in a fragment at the moment of the snapshot.
 *
 * @param logicals how many sizes of logical partitions were added up for it
 */
public record RecordCount(long items, long logicals) {

  public static RecordCount in(ScanFragment fragment, ItemLoader loader, PageWatch watch) {
    Container container = loader.items().container();
    LogicalKey logical = fragment.logical();
    if (logical != null) {
      return new RecordCount(loader.snapshot().size(logical).recordCount(), 0);
    }
    PartitionState state =
        isWhole(fragment, container) ? loader.snapshot().state(fragment.owner().number()) : null;
    if (state != null) {
      return new RecordCount(state.recordCount(), 0);
    }
    long items = 0;
    long logicals = 0;
    try (SizeCursor sizes = loader.snapshot().sizes(fragment.positions())) {
      while (sizes.next()) {
        watch.onEntry();
        logicals++;
        items += sizes.size().recordCount();
      }
    }
    return new RecordCount(items, logicals);
  }

  /**
   * Whether the fragment is a partition. One that has the positions now also had them when the
   * snapshot was taken: positions that were given up never come back.
   */
  private static boolean isWhole(ScanFragment fragment, Container container) {
    return fragment.positions().equals(fragment.owner().partition().descriptor().positions())
        && container.partitions().stream()
            .anyMatch(owned -> owned.number() == fragment.owner().number());
  }
}
