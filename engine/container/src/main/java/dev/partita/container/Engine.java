package dev.partita.container;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.Reindexing;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PhysicalPartition;
import dev.partita.replication.LocalReplicator;
import dev.partita.replication.Replicator;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.throughput.ThroughputMinimum;
import dev.partita.throughput.ThroughputPool;
import dev.partita.throughput.ThroughputSettings;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The partitioned engine of one node over one store. Safe for use by any number of threads. Closing
 * it waits for what is under way and closes the store.
 */
public final class Engine implements AutoCloseable {

  /** The account that exists from the start. */
  public static final String DEFAULT_ACCOUNT = "partita";

  private static final List<Family> CONTAINER_FAMILIES =
      List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX);
  private static final ThroughputSettings DEFAULT_THROUGHPUT = new ThroughputSettings.Manual(400);

  private final Store store;
  private final EngineOptions options;
  // Writers wait in native code for the disk, which virtual threads cannot do without taking a
  // carrier along. Merging holds one of these threads while it waits for another.
  private final ExecutorService writers =
      Executors.newFixedThreadPool(
          Math.max(4, 2 * Runtime.getRuntime().availableProcessors()), named("partita-writer-"));
  // The catalogue has its own, since a split waits for it from within a partition's writer.
  private final ExecutorService catalogueWriter =
      Executors.newFixedThreadPool(1, named("partita-catalogue-"));
  private final PhysicalPartition.Environment environment;
  private final Catalogue catalogue;
  private final Reshaper reshaper;
  private final Housekeeping housekeeping;
  private final EngineHealth health;
  private final Map<Integer, Container> containers = new ConcurrentHashMap<>();
  private final Map<Integer, ThroughputPool> databasePools = new ConcurrentHashMap<>();
  private final long opening;
  private final ScanFailures scanFailures = new ScanFailures();
  // Under its lock a container that was deleted goes from the table into the sum, so that the total
  // of all never falls.
  private final Object totalsLock = new Object();
  private Totals deletedTotals = Totals.NONE;

  private Engine(Store store, EngineOptions options) {
    this.store = store;
    this.options = options;
    this.opening = options.openings().getAsLong();
    Replicator replicator = new LocalReplicator(store);
    this.environment =
        new PhysicalPartition.Environment(store.written(), replicator, writers, options.clock())
            // Those who wait are virtual threads as a rule, which wake each other cheaply.
            .withAnswers(Thread::startVirtualThread);
    this.catalogue = new Catalogue(store, environment.withWriters(catalogueWriter));
    this.reshaper = new Reshaper(store, catalogue, options.clock(), options.onStep());
    this.health = new EngineHealth(store, options.clock());
    this.housekeeping = new Housekeeping(this, options.housekeepingMillis());
  }

  /** Opens what the store holds; an empty store gets the default account. */
  public static Engine open(Store store, EngineOptions options) {
    Engine engine = new Engine(store, options);
    if (engine.catalogue.accounts().isEmpty()) {
      engine.catalogue.createAccount(DEFAULT_ACCOUNT);
    }
    engine.housekeeping.start();
    return engine;
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  public Reshaper reshaper() {
    return reshaper;
  }

  public Housekeeping housekeeping() {
    return housekeeping;
  }

  public EngineHealth health() {
    return health;
  }

  public Store store() {
    return store;
  }

  public Clock clock() {
    return options.clock();
  }

  public EngineLimits limits() {
    return options.limits();
  }

  /** A number that no other engine has over the same data, or over a copy of it. */
  public long opening() {
    return opening;
  }

  /** What could not be read the quick way. */
  public ScanFailures scanFailures() {
    return scanFailures;
  }

  // Databases

  public DatabaseRecord createDatabase(
      String account, String name, @Nullable ThroughputSettings shared) {
    return catalogue.createDatabase(account, name, shared);
  }

  /** Deletes a database with its containers and their data. */
  public void deleteDatabase(int number) {
    catalogue.deleteDatabase(number).forEach(record -> stop(record.number()));
    databasePools.remove(number);
    housekeeping.wake();
  }

  /** Changes the throughput that the containers of a database share. */
  public DatabaseRecord changeDatabaseThroughput(int number, ThroughputSettings changed) {
    DatabaseRecord database = requireDatabase(number);
    if (database.throughput() == null) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The database has no throughput of its own; change that of its containers.")
          .with("database", database.name());
    }
    int members = catalogue.containers(number).size();
    long stored =
        catalogue.containers(number).stream()
            .flatMap(record -> container(record.number()).stream())
            .mapToLong(Container::sizeBytes)
            .sum();
    changed.requireAtLeast(
        switch (changed) {
          case ThroughputSettings.Manual _ ->
              ThroughputMinimum.manualDatabase(stored, database.highestThroughput(), members);
          case ThroughputSettings.Autoscale _ ->
              ThroughputMinimum.autoscaleDatabase(stored, database.highestThroughput(), members);
        });
    DatabaseRecord record =
        catalogue.changeDatabase(number, current -> current.withThroughput(changed));
    databasePools.computeIfPresent(
        number,
        (_, pool) -> {
          // What counts is what the catalogue has by now, should there be two changes at once.
          ThroughputSettings current = Objects.requireNonNull(requireDatabase(number).throughput());
          pool.change(current);
          pool.resize(limits().throughput().requiredPartitions(current.ruPerSecond()));
          return pool;
        });
    return record;
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
            ? limits().throughput().initialPartitions(own)
            : limits()
                .throughput()
                .requiredPartitions(Objects.requireNonNull(shared).ruPerSecond());
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
    Container known = containers.get(number);
    return Optional.ofNullable(known != null ? known : open(number));
  }

  public Optional<Container> container(int database, String name) {
    return catalogue.container(database, name).flatMap(record -> container(record.number()));
  }

  /** The containers that have been used, or looked after, since the engine was opened. */
  public Collection<Container> openContainers() {
    return Collections.unmodifiableCollection(containers.values());
  }

  /** What the requests of all containers came to, those included that have been deleted since. */
  public Totals totals() {
    synchronized (totalsLock) {
      Totals sum = deletedTotals;
      for (Container container : containers.values()) {
        sum = sum.plus(container.totals());
      }
      return sum;
    }
  }

  /** Changes what may change of a container's definition. */
  public Container changeDefinition(int number, ContainerDefinition changed) {
    Container container = requireContainer(number);
    container.publish(
        catalogue.changeContainer(
            number,
            record -> {
              record.definition().requireReplaceableBy(changed);
              return record.withDefinition(changed, clock().millis());
            }));
    if (container.record().reindexing() != null) {
      housekeeping.wake();
    }
    return container;
  }

  /**
   * Notes how far a container's index follows its policy.
   *
   * @param known what is under way; nothing happens if by now it is something else
   * @param reached where it stands, or null when it is done
   */
  public void noteReindexing(Container container, Reindexing known, @Nullable Reindexing reached) {
    container.publish(
        catalogue.changeContainer(
            container.number(),
            record -> known.equals(record.reindexing()) ? record.withReindexing(reached) : record));
  }

  /**
   * Changes a container's throughput. Budgets follow at once; if it needs more partitions they come
   * by splits in the background, until then {@link #isRescaling} is true.
   */
  public ContainerRecord changeThroughput(int number, ThroughputSettings changed) {
    Container container = requireContainer(number);
    ContainerRecord before = container.record();
    if (before.throughput() == null) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The container takes part in the throughput of its database; change that.")
          .with("container", before.name());
    }
    changed.requireAtLeast(minimumThroughput(container, changed));
    ContainerRecord record =
        catalogue.changeContainer(number, current -> current.withThroughput(changed));
    container.publish(record);
    housekeeping.wake();
    return record;
  }

  /** The least throughput of the given kind that the container may be set to. */
  public long minimumThroughput(Container container, ThroughputSettings kind) {
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
    ThroughputSettings settings = container.record().throughput();
    return settings != null
        && container.map().current().size()
            < limits().throughput().requiredPartitions(settings.ruPerSecond());
  }

  /** Deletes a container and its data. */
  public void deleteContainer(int number) {
    stop(catalogue.deleteContainer(number).number());
    housekeeping.wake();
  }

  @Override
  public void close() {
    housekeeping.close();
    writers.close();
    catalogueWriter.close();
    store.close();
  }

  PhysicalPartition.Environment environment() {
    return environment;
  }

  /** Removes the data of containers that were deleted. */
  void clearDropped() {
    for (int number : catalogue.dropped()) {
      stop(number);
      Batch batch = new Batch();
      KeyRange range = new KeySpace(number).all();
      for (Family family : CONTAINER_FAMILIES) {
        batch.deleteRange(family, range.start(), Objects.requireNonNull(range.end()));
      }
      store.write(batch);
      catalogue.cleared(number);
      forget(number);
    }
  }

  private void forget(int number) {
    synchronized (totalsLock) {
      Container gone = containers.remove(number);
      if (gone != null) {
        deletedTotals = deletedTotals.plus(gone.totals());
      }
    }
  }

  /** Opens a container if it exists: one that has been deleted must not come to life again. */
  private @Nullable Container open(int number) {
    return containers.computeIfAbsent(
        number,
        _ ->
            catalogue
                .container(number)
                .map(record -> new Container(this, record, pool(record)))
                .orElse(null));
  }

  /**
   * Ends the work of a container that is no longer in the catalogue. Waits for one that is being
   * opened, since that may have found it there.
   */
  private void stop(int number) {
    Container container = containers.computeIfPresent(number, (_, known) -> known);
    if (container != null) {
      container.drop();
    }
  }

  private @Nullable ThroughputPool pool(ContainerRecord record) {
    if (!options.throttling()) {
      return null;
    }
    ThroughputSettings own = record.throughput();
    if (own != null) {
      return new ThroughputPool(clock(), limits().throughput(), own, record.map().current().size());
    }
    ThroughputSettings shared = requireDatabase(record.database()).throughput();
    if (shared == null) {
      return null;
    }
    return databasePools.computeIfAbsent(
        record.database(),
        _ ->
            new ThroughputPool(
                clock(),
                limits().throughput(),
                shared,
                limits().throughput().requiredPartitions(shared.ruPerSecond())));
  }

  private DatabaseRecord requireDatabase(int number) {
    return catalogue
        .database(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The database does not exist.")
                    .with("database", number));
  }

  private Container requireContainer(int number) {
    return container(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The container does not exist.")
                    .with("container", number));
  }

  private static ThreadFactory named(String prefix) {
    return Thread.ofPlatform().daemon().name(prefix, 0).factory();
  }
}
