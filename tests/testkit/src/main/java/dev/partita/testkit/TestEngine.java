package dev.partita.testkit;

import dev.partita.base.time.ManualClock;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.group.Groups;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/**
 * Engine with a clock that the test advances, without throttling and without housekeeping; in
 * memory unless it gets a store. Base class of the harnesses of modules. When it is closed, it
 * fails the test if background work of the engine has failed, unless the test has taken the {@link
 * #takeFaults faults}. Confined to the thread of the test, except for its fields.
 */
public class TestEngine implements AutoCloseable {

  public static final long START_MILLIS = 1_800_000_000_000L;

  private static final String DATABASE = "db";

  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  public final ManualClock clock = new ManualClock(START_MILLIS);
  public final Engine engine;

  public TestEngine() {
    this(options -> options);
  }

  public TestEngine(UnaryOperator<EngineOptions> change) {
    this(new MemoryStore(), change);
  }

  public TestEngine(Store store, UnaryOperator<EngineOptions> change) {
    EngineOptions options =
        EngineOptions.defaults()
            .withThrottling(false)
            .withHousekeepingMillis(0)
            .withClock(clock)
            .withFaults((work, failure) -> faults.add(work + ": " + failure));
    engine = Engine.open(store, change.apply(options));
  }

  /** Number of the database {@code db}, which is created at its first use. */
  public int database() {
    return engine
        .catalogue()
        .database(Engine.DEFAULT_ACCOUNT, DATABASE)
        .map(DatabaseRecord::number)
        .orElseGet(
            () ->
                engine
                    .containers()
                    .createDatabase(Engine.DEFAULT_ACCOUNT, DATABASE, null)
                    .number());
  }

  /** Container of this definition in the database {@code db}, which is created at its first use. */
  public Container container(ContainerDefinition definition) {
    Containers containers = engine.containers();
    return containers
        .container(database(), definition.name())
        .orElseGet(() -> containers.createContainer(database(), definition, null));
  }

  /** Container of this definition with so many partitions, which lie in so many segments. */
  public Container container(ContainerDefinition definition, int partitions, int segments) {
    int number =
        engine
            .catalogue()
            .createContainer(
                database(),
                definition,
                new ThroughputSettings.Manual(400),
                PartitionMap.initial(definition.scheme().initialRanges(partitions)),
                Collections.nCopies(segments, Groups.FIRST))
            .number();
    return engine.containers().container(number).orElseThrow();
  }

  /** Definition of a container that is partitioned by the hash of {@code /pk}. */
  public static ContainerDefinition definition(String name) {
    return ContainerDefinition.of(name, scheme("/pk"));
  }

  /** Hash partitioning by one path, or hierarchically by several. */
  public static PartitionScheme scheme(String... paths) {
    return new PartitionScheme.Hashed(
        paths.length == 1
            ? PartitionKeyDefinition.hash(paths[0])
            : PartitionKeyDefinition.multiHash(paths));
  }

  public void split(Container container, int partition) {
    engine.reshaper().split(container, partition);
  }

  /** Removes and returns the failures of background work, for tests that provoke them. */
  public List<String> takeFaults() {
    List<String> taken = new ArrayList<>();
    for (String fault = faults.poll(); fault != null; fault = faults.poll()) {
      taken.add(fault);
    }
    return taken;
  }

  @Override
  public void close() {
    engine.close();
    List<String> left = takeFaults();
    if (!left.isEmpty()) {
      throw new AssertionError("Background work has failed: " + String.join("; ", left));
    }
  }
}
