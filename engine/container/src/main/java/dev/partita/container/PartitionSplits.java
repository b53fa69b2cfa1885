package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.map.ReshapeCause;
import dev.partita.partition.PartitionState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions are split without being asked for: those that have grown too large, and those of
 * containers whose throughput needs more of them. Used by the rounds of housekeeping, one at a
 * time.
 */
final class PartitionSplits implements Housekeeping.Chore {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionSplits.class);

  /** A partition that could not be split is not asked again sooner. */
  private static final long PAUSE_MILLIS = 60_000;

  private record Place(int container, int partition) {}

  /** Why a partition could not be split, and when it was asked. */
  private record Refusal(String reason, long millis) {}

  private final ThroughputAdministration throughput;
  private final Reshaper reshaper;
  private final EngineLimits limits;
  private final Clock clock;
  private final Map<Place, Refusal> refusals = new HashMap<>();

  PartitionSplits(
      ThroughputAdministration throughput, Reshaper reshaper, EngineLimits limits, Clock clock) {
    this.throughput = throughput;
    this.reshaper = reshaper;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void forget(int container) {
    refusals.keySet().removeIf(place -> place.container() == container);
  }

  /** Splits until the container has enough partitions and none that is too large. */
  @Override
  public void run(Container container) {
    while (needsSplit(container)) {
      boolean rescaling = throughput.isRescaling(container);
      Optional<OwnedPartition> candidate =
          rescaling ? forThroughput(container) : forStorage(container);
      if (candidate.isEmpty()) {
        return;
      }
      int number = candidate.get().number();
      Place place = new Place(container.number(), number);
      try {
        reshaper.split(
            container, number, rescaling ? ReshapeCause.THROUGHPUT : ReshapeCause.STORAGE);
        LOG.info("Split partition {} of container {}.", number, container.record().name());
        refusals.remove(place);
      } catch (DatabaseException e) {
        Refusal before = refusals.put(place, new Refusal(e.text(), clock.millis()));
        // The same reason is told once, however often it is met.
        if (before == null || !e.text().equals(before.reason())) {
          LOG.warn(
              "Partition {} of container {} should be split but cannot be: {}",
              number,
              container.record().name(),
              e.getMessage());
        }
      }
    }
  }

  /** Nearly always nothing is needed, and finding that out is what an idle container costs. */
  private boolean needsSplit(Container container) {
    return throughput.isRescaling(container)
        || container.hasPartitionOver(limits.physicalPartitionBytes());
  }

  /** The largest partition over the limit that has not refused. */
  private Optional<OwnedPartition> forStorage(Container container) {
    long limit = limits.physicalPartitionBytes();
    return willing(container).stream()
        .filter(owned -> owned.partition().isLed() && sizeBytes(owned) > limit)
        .max(Comparator.comparingLong(PartitionSplits::sizeBytes));
  }

  /**
   * The largest partition; among equals the one that has been divided least. If another node leads
   * it, that one splits it.
   */
  private Optional<OwnedPartition> forThroughput(Container container) {
    return willing(container).stream()
        .max(
            Comparator.comparingLong(PartitionSplits::sizeBytes)
                .thenComparing(
                    owned -> container.map().ancestors(owned.number()).size(),
                    Comparator.reverseOrder())
                .thenComparing(OwnedPartition::number, Comparator.reverseOrder()))
        .filter(owned -> owned.partition().isLed());
  }

  private List<OwnedPartition> willing(Container container) {
    long now = clock.millis();
    return container.partitions().stream()
        .filter(
            owned -> {
              Refusal refusal = refusals.get(new Place(container.number(), owned.number()));
              return refusal == null || now - refusal.millis() >= PAUSE_MILLIS;
            })
        .toList();
  }

  private static long sizeBytes(OwnedPartition owned) {
    PartitionState state = owned.partition().state();
    return state.sizeBytes();
  }
}
