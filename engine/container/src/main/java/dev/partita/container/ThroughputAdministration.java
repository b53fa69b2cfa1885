package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.throughput.ThroughputLimits;
import dev.partita.throughput.ThroughputMinimum;
import dev.partita.throughput.ThroughputSettings;

/**
 * The changes of the throughput of containers and databases, and what they may be changed to. Safe
 * for use by any number of threads.
 */
public final class ThroughputAdministration {

  private final Catalogue catalogue;
  private final Containers containers;
  private final ThroughputLimits limits;

  ThroughputAdministration(Catalogue catalogue, Containers containers, ThroughputLimits limits) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.limits = limits;
  }

  /** Changes the throughput that the containers of a database share. */
  public DatabaseRecord changeDatabase(int number, ThroughputSettings changed) {
    DatabaseRecord database = containers.requireDatabase(number);
    if (database.throughput() == null) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The database has no throughput of its own; change that of its containers.")
          .with("database", database.name());
    }
    int members = catalogue.containers(number).size();
    long stored =
        catalogue.containers(number).stream()
            .flatMap(record -> containers.container(record.number()).stream())
            .mapToLong(Container::sizeBytes)
            .sum();
    changed.requireAtLeast(
        switch (changed) {
          case ThroughputSettings.Manual _ ->
              ThroughputMinimum.manualDatabase(stored, database.highestThroughput(), members);
          case ThroughputSettings.Autoscale _ ->
              ThroughputMinimum.autoscaleDatabase(stored, database.highestThroughput(), members);
        });
    return catalogue.changeDatabase(number, current -> current.withThroughput(changed));
  }

  /**
   * Changes a container's throughput. Budgets follow at once; if it needs more partitions they come
   * by splits in the background, until then {@link #isRescaling} is true.
   */
  public ContainerRecord changeContainer(int number, ThroughputSettings changed) {
    Container container = containers.requireContainer(number);
    ContainerRecord before = container.record();
    if (before.throughput() == null) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The container takes part in the throughput of its database; change that.")
          .with("container", before.name());
    }
    changed.requireAtLeast(minimum(container, changed));
    return catalogue.changeContainer(number, current -> current.withThroughput(changed));
  }

  /** The least throughput of the given kind that the container may be set to. */
  public long minimum(Container container, ThroughputSettings kind) {
    long highest = container.record().highestThroughput();
    return switch (kind) {
      case ThroughputSettings.Manual _ ->
          ThroughputMinimum.manualContainer(container.sizeBytes(), highest);
      case ThroughputSettings.Autoscale _ ->
          ThroughputMinimum.autoscaleContainer(container.sizeBytes(), highest);
    };
  }

  /** Whether the container's throughput asks for more partitions than it has. */
  public boolean isRescaling(Container container) {
    return isRescaling(container.record());
  }

  boolean isRescaling(ContainerRecord record) {
    ThroughputSettings settings = record.throughput();
    return settings != null
        && record.map().current().size() < limits.requiredPartitions(settings.ruPerSecond());
  }
}
