package dev.partita.simulation;

import dev.partita.container.Container;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.FeedMode;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.throughput.ThroughputSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is done to containers, and what must be true of them whatever happens. */
final class Administration {

  /** Containers of which the feed has all versions begin with this. */
  private static final String WITH_HISTORY = "all";

  private static final List<String> NAMES = List.of("all-a", "latest-b", "all-c");
  private static final long HISTORY_MILLIS = 10L * 365 * 24 * 3_600_000;
  private static final List<IndexingPolicy> POLICIES =
      List.of(IndexingPolicy.DEFAULT, IndexingPolicy.NONE, versionsOnly());

  private final Random random;
  private final Trace trace;
  private final boolean drops;

  /** The containers whose creation was acknowledged, and whose deletion nobody asked for. */
  private final Set<Integer> kept = new TreeSet<>();

  /**
   * The containers whose deletion was asked for, which may be before their creator hears of them.
   */
  private final Set<Integer> unwanted = new TreeSet<>();

  /** The containers whose deletion was acknowledged. */
  private final Set<Integer> gone = new TreeSet<>();

  /** The newest LSN seen of each position of the containers. */
  private final Map<History.Target, Long> lsns = new TreeMap<>();

  /**
   * @param drops whether containers are deleted
   */
  Administration(Random random, Trace trace, boolean drops) {
    this.random = random;
    this.trace = trace;
    this.drops = drops;
  }

  static FeedMode feedMode(ContainerRecord record) {
    return record.definition().historyMillis() > 0
        ? FeedMode.ALL_VERSIONS
        : FeedMode.LATEST_VERSION;
  }

  private static IndexingPolicy versionsOnly() {
    JsonValue path = JsonObject.builder().put("path", "/v/?").build();
    JsonValue rest = JsonObject.builder().put("path", "/*").build();
    return IndexingPolicy.fromJson(
        JsonObject.builder()
            .put("includedPaths", JsonArray.of(List.of(path)))
            .put("excludedPaths", JsonArray.of(List.of(rest)))
            .build());
  }

  private static ContainerDefinition definition(String name, IndexingPolicy policy) {
    ContainerDefinition definition =
        ContainerDefinition.of(name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")))
            .withIndexing(policy);
    return name.startsWith(WITH_HISTORY)
        ? definition.withHistoryMillis(HISTORY_MILLIS)
        : definition;
  }

  private IndexingPolicy aPolicy() {
    return POLICIES.get(random.nextInt(POLICIES.size()));
  }

  /** Does one thing to one container, on a thread of the engine's process. */
  void administer(ServingEngine engine) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    List<ContainerRecord> records = engine.engine().catalogue().containers(engine.database());
    attempt(
        "administer " + name,
        () -> {
          ContainerRecord record =
              records.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
          if (record == null) {
            create(engine, name);
          } else {
            change(engine, record);
          }
        });
  }

  private void create(ServingEngine engine, String name) {
    Container created =
        engine
            .engine()
            .containers()
            .createContainer(
                engine.database(),
                definition(name, aPolicy()),
                new ThroughputSettings.Manual(random.nextBoolean() ? 400 : 20_000));
    trace.add("created " + name + " " + created.number());
    if (!unwanted.contains(created.number())) {
      kept.add(created.number());
    }
  }

  private void change(ServingEngine engine, ContainerRecord record) {
    switch (random.nextInt(drops ? 4 : 3)) {
      case 0 -> {
        trace.add("change throughput of " + record.name());
        engine
            .engine()
            .throughput()
            .changeContainer(
                record.number(), new ThroughputSettings.Manual(400 + 100 * random.nextInt(300)));
      }
      case 1, 2 -> {
        trace.add("change index of " + record.name());
        engine
            .engine()
            .containers()
            .changeDefinition(record.number(), definition(record.name(), aPolicy()));
      }
      default -> {
        trace.add("delete " + record.name() + " " + record.number());
        kept.remove(record.number());
        unwanted.add(record.number());
        engine.engine().containers().deleteContainer(record.number());
        trace.add("deleted " + record.number());
        gone.add(record.number());
      }
    }
  }

  /** Splits a partition or merges two, on a thread of the engine's process. */
  void reshape(ServingEngine engine, ContainerRecord record) {
    attempt(
        "reshape " + record.name(),
        () -> {
          Container container = engine.container(record.number());
          List<PartitionDescriptor> current = container.map().current();
          int chosen = random.nextInt(current.size());
          int number = current.get(chosen).number();
          // Few partitions, so that both are often possible.
          if (chosen + 1 < current.size() && random.nextInt(6) < current.size()) {
            int right = current.get(chosen + 1).number();
            trace.add("merge %d and %d of %s".formatted(number, right, record.name()));
            engine.engine().reshaper().merge(container, number, right);
          } else {
            trace.add("split %d of %s".formatted(number, record.name()));
            engine.engine().reshaper().split(container, number);
          }
          trace.add("reshaped " + record.name());
        });
  }

  void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      Throwable cause = ServingEngine.requireExpected(what, e);
      trace.add("could not " + what + ": " + cause.getMessage());
    }
  }

  /** Requires what must be true at any moment, on a thread of the engine's process. */
  void observe(ServingEngine engine) {
    attempt(
        "observe",
        () -> {
          List<Integer> mustNotBe = List.copyOf(gone);
          for (int number : mustNotBe) {
            boolean found = engine.engine().catalogue().container(number).isPresent();
            SimulationFailure.require(
                !found || !engine.isInCharge(),
                "A container that was deleted is there: %d",
                number);
          }
          List.copyOf(kept).forEach(number -> observe(engine, number));
        });
  }

  private void observe(ServingEngine engine, int number) {
    Container container = engine.engine().containers().container(number).orElse(null);
    if (container == null) {
      SimulationFailure.require(
          !engine.isInCharge() || !kept.contains(number),
          "A container that was created is not there: %d",
          number);
      return;
    }
    requireOneOwner(container);
    for (String key : Clients.KEYS) {
      History.Target target = new History.Target(number, key);
      long before = lsns.getOrDefault(target, 0L);
      byte[] position = container.definition().scheme().logicalKey(PartitionKey.of(key)).position();
      long lsn = container.owner(position).partition().state().lsn();
      if (engine.isInCharge()) {
        SimulationFailure.require(
            lsn >= before, "The LSN of %s has gone from %d to %d", target, before, lsn);
        lsns.merge(target, lsn, Math::max);
      }
    }
  }

  private static void requireOneOwner(Container container) {
    var map = container.map();
    byte[] reached = map.axis().start();
    for (PartitionDescriptor descriptor : map.current()) {
      SimulationFailure.require(
          Arrays.equals(reached, descriptor.positions().start()),
          "Partitions of %s do not meet: %s",
          container.record().name(),
          map.current());
      byte[] end = descriptor.positions().end();
      reached = end == null ? new byte[0] : end;
    }
    SimulationFailure.require(
        Arrays.equals(map.axis().end(), map.current().getLast().positions().end()),
        "Partitions of %s do not reach the end",
        container.record().name());
  }
}
