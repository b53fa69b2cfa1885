package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueListener;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.DroppedSegment;
import dev.partita.container.catalogue.Reindexing;
import dev.partita.container.map.PartitionMap;
import dev.partita.replication.NotLeading;
import dev.partita.replication.ReplicationLog;
import dev.partita.throughput.ThroughputLimits;
import dev.partita.throughput.ThroughputSettings;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The life of databases and containers: made, found, changed, deleted and cleared away. The open
 * containers follow the catalogue, whoever changes it. Safe for use by any number of threads.
 */
public final class Containers implements CatalogueListener {

  private static final ThroughputSettings DEFAULT_THROUGHPUT = new ThroughputSettings.Manual(400);

  private final Catalogue catalogue;
  private final ContainerEnvironment environment;
  private final ThroughputPools pools;
  private final ThroughputLimits limits;
  private final Map<Integer, Container> open = new ConcurrentHashMap<>();
  // Under its lock a container that was deleted goes from the table into the sum, so that the total
  // of all never falls.
  private final Object totalsLock = new Object();
  private Totals deletedTotals = Totals.NONE;

  Containers(
      Catalogue catalogue,
      ContainerEnvironment environment,
      ThroughputPools pools,
      ThroughputLimits limits) {
    this.catalogue = catalogue;
    this.environment = environment;
    this.pools = pools;
    this.limits = limits;
  }

  @Override
  public void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after instanceof CatalogueEntry.Container(ContainerRecord changed)) {
      opened(changed.number()).ifPresent(container -> container.publish(changed));
    } else if (before instanceof CatalogueEntry.Container(ContainerRecord gone)) {
      opened(gone.number()).ifPresent(Container::refuse);
    } else if (before instanceof CatalogueEntry.Dropped(int number, var _, long _)
        && after == null) {
      forget(number);
    }
  }

  // Databases

  public DatabaseRecord createDatabase(
      String account, String name, @Nullable ThroughputSettings shared) {
    return catalogue.createDatabase(account, name, shared);
  }

  /** Deletes a database with its containers and their data. */
  public void deleteDatabase(int number) {
    catalogue.deleteDatabase(number).forEach(record -> stop(record.number()));
  }

  // Containers

  /**
   * Creates a container.
   *
   * @param throughput its own; null to take part in its database's or, where that has none, for the
   *     default of 400 RU/s
   */
  public Container createContainer(
      int database, ContainerDefinition definition, @Nullable ThroughputSettings throughput) {
    DatabaseRecord owner = requireDatabase(database);
    ThroughputSettings shared = owner.throughput();
    ThroughputSettings own = throughput == null && shared == null ? DEFAULT_THROUGHPUT : throughput;
    int partitions =
        own != null
            ? limits.initialPartitions(own)
            : limits.requiredPartitions(Objects.requireNonNull(shared).ruPerSecond());
    PartitionMap map = PartitionMap.initial(definition.scheme().initialRanges(partitions));
    return requireContainer(catalogue.createContainer(database, definition, own, map).number());
  }

  /**
   * Creates a container whose requests are charged but never refused for what they cost, in a
   * database that has no throughput to share.
   */
  public Container createUnmeteredContainer(int database, ContainerDefinition definition) {
    if (requireDatabase(database).throughput() != null) {
      throw new IllegalArgumentException("The database has throughput: " + database);
    }
    PartitionMap map = PartitionMap.initial(definition.scheme().initialRanges(1));
    return requireContainer(catalogue.createContainer(database, definition, null, map).number());
  }

  public Optional<Container> container(int number) {
    if (catalogue.container(number).isEmpty()) {
      return Optional.empty();
    }
    Container known = open.get(number);
    return Optional.ofNullable(known != null ? known : open(number));
  }

  public Optional<Container> container(int database, String name) {
    return catalogue.container(database, name).flatMap(record -> container(record.number()));
  }

  /** The containers that have been used, or looked after, since the engine was opened. */
  public Collection<Container> openContainers() {
    return Collections.unmodifiableCollection(open.values());
  }

  /** What the requests of all containers came to, those included that have been deleted since. */
  public Totals totals() {
    synchronized (totalsLock) {
      Totals sum = deletedTotals;
      for (Container container : open.values()) {
        sum = sum.plus(container.totals());
      }
      return sum;
    }
  }

  /** The latest time at which anything was written, as far as containers are open. */
  long writtenUntil() {
    return open.values().stream()
        .flatMap(container -> container.partitions().stream())
        .mapToLong(owned -> owned.partition().state().timeMillis())
        .max()
        .orElse(0);
  }

  /** Changes what may change of a container's definition. */
  public Container changeDefinition(int number, ContainerDefinition changed) {
    Container container = requireContainer(number);
    catalogue.changeContainer(
        number,
        record -> {
          record.definition().requireReplaceableBy(changed);
          return record.withDefinition(changed, environment.clock().millis());
        });
    return container;
  }

  /**
   * Notes that a container's index is as its policy says.
   *
   * @param known what was under way; nothing happens if by now it is something else
   * @return whether it is noted
   */
  public boolean endReindexing(Container container, Reindexing known) {
    ContainerRecord noted =
        catalogue.changeContainer(
            container.number(),
            record -> known.equals(record.reindexing()) ? record.withReindexing(null) : record);
    return noted.reindexing() == null;
  }

  /** Deletes a container and its data. */
  public void deleteContainer(int number) {
    stop(catalogue.deleteContainer(number).number());
  }

  /**
   * Removes the data of containers that were deleted, at every replica. Where this node does not
   * lead, that is for the leader to do.
   */
  void clearDropped() {
    for (int number : catalogue.dropped()) {
      stop(number);
      List<DroppedSegment> segments = catalogue.droppedSegments(number);
      List<DroppedSegment> gone = segments.stream().filter(this::drop).toList();
      if (!gone.isEmpty()) {
        catalogue.cleared(number, gone);
      }
    }
  }

  /** Removes the data of a segment if this node leads its group; tells whether it is gone. */
  private boolean drop(DroppedSegment segment) {
    GroupEnvironments groups = environment.groups();
    ReplicationLog log = groups.groups().log(segment.group());
    if (!log.leadership().isLeader()) {
      return false;
    }
    try {
      groups.segment(segment.number(), segment.group()).drop(log).join();
      return true;
    } catch (NotLeading e) {
      return false;
    } catch (CompletionException e) {
      if (e.getCause() instanceof NotLeading) {
        return false;
      }
      throw e;
    }
  }

  DatabaseRecord requireDatabase(int number) {
    return catalogue
        .database(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The database does not exist.")
                    .with("database", number));
  }

  Container requireContainer(int number) {
    return container(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The container does not exist.")
                    .with("container", number));
  }

  private void forget(int number) {
    synchronized (totalsLock) {
      Container gone = open.remove(number);
      if (gone != null) {
        deletedTotals = deletedTotals.plus(gone.totals());
      }
    }
  }

  /** Opens a container if it exists: one that has been deleted must not come to life again. */
  private @Nullable Container open(int number) {
    return open.computeIfAbsent(
        number,
        _ ->
            catalogue
                .container(number)
                .map(record -> new Container(environment, record, pools.of(record)))
                .orElse(null));
  }

  /** Waits for the end of the work of a container that is no longer in the catalogue. */
  private void stop(int number) {
    opened(number).ifPresent(Container::drop);
  }

  /** Waits for a container that is being opened, since it may have found what was before. */
  private Optional<Container> opened(int number) {
    return Optional.ofNullable(open.computeIfPresent(number, (_, known) -> known));
  }
}
