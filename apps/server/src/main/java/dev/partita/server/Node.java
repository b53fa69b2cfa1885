package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.MovableClock;
import dev.partita.cluster.NodeLabels;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.document.codec.ItemCodec;
import dev.partita.execution.condition.SqlConditions;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.protocol.ClusterAdministration;
import dev.partita.protocol.Readiness;
import dev.partita.server.cluster.ClusterMember;
import dev.partita.server.cluster.ClusterPlan;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The data of this node: a store, the engine on it, and its documents. Safe for any thread. */
public final class Node implements AutoCloseable {

  /** Where a node of a cluster says so, in its data folder. */
  private static final String CLUSTER_FOLDER = "cluster";

  private static final long DRAIN_MILLIS_MAX = 10_000;

  private final Engine engine;
  private final Documents documents;
  private final LongQueryScheduler queries = LongQueryScheduler.forCarriers(Carriers.count());

  private final @Nullable ClusterMember cluster;

  private Node(Engine engine, @Nullable ClusterMember cluster) {
    this.engine = engine;
    this.cluster = cluster;
    this.documents = new Documents(engine, new SqlConditions(engine.clock()), new ItemCodec());
  }

  /**
   * Opens the data that the options name; may take as long as recovery takes.
   *
   * @throws dev.partita.base.error.DatabaseException when the data cannot be opened; nothing is
   *     left open then
   */
  public static Node open(ServerOptions options) {
    if (options.cluster().isNode()) {
      return ofCluster(options);
    }
    requireAlone(options);
    return on(
        options.inMemory()
            ? new MemoryStore()
            : RocksStore.open(
                StoreOptions.in(options.data())
                    .withDurability(options.durability())
                    .withCacheBytes(options.cacheBytes())),
        options);
  }

  /**
   * Opens the data of a store, which is closed with the node.
   *
   * @throws dev.partita.base.error.DatabaseException when the data cannot be opened; the store is
   *     closed then
   */
  static Node on(Store store, ServerOptions options) {
    try {
      return new Node(Engine.open(store, engineOptions(options)), null);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static EngineOptions engineOptions(ServerOptions options) {
    EngineOptions chosen =
        EngineOptions.defaults()
            .withLimits(options.engineLimits())
            .withThrottling(options.throttling());
    return options.rehearsals() ? chosen.withClock(new MovableClock(Clock.system())) : chosen;
  }

  private static Node ofCluster(ServerOptions options) {
    if (options.rehearsals()) {
      throw DatabaseException.badRequest(
          "Nodes of a cluster have one time, which rehearsals would move for this one alone: leave"
              + " out --rehearsals, or --cluster and --join.");
    }
    ClusterChoice choice = options.cluster();
    ClusterMember member =
        ClusterMember.open(
            new ClusterPlan(
                options.data(),
                choice.join().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ClusterPlan.Invitation(choice.join(), choice.token())),
                choice.name(),
                new InetSocketAddress(choice.host(), choice.port()),
                choice.address(),
                new NodeLabels(choice.region(), choice.zone(), choice.rack()),
                Math.min(options.drainMillis(), DRAIN_MILLIS_MAX),
                Version.current()),
            StoreOptions.in(options.data()).withCacheBytes(options.cacheBytes()),
            engineOptions(options),
            Clock.system());
    try {
      return new Node(member.engine(), member);
    } catch (RuntimeException | Error e) {
      member.close();
      throw e;
    }
  }

  /** The data of a node of a cluster changes without the others only where nobody knows of it. */
  private static void requireAlone(ServerOptions options) {
    if (!options.inMemory() && Files.exists(options.data().resolve(CLUSTER_FOLDER))) {
      throw new DatabaseException(
              ErrorCode.CONFLICT,
              "This data folder is that of a node of a cluster. Start it with: partita serve"
                  + " --cluster")
          .with("directory", options.data());
    }
  }

  public Engine engine() {
    return engine;
  }

  /** What operators have done to the cluster; empty if the node is alone. */
  Optional<ClusterAdministration> cluster() {
    return Optional.ofNullable(cluster).map(ClusterMember::administration);
  }

  /** Says where clients reach the server, for other nodes of its cluster. */
  void servesAt(URI uri) {
    if (cluster != null) {
      cluster.endpoint(uri.toString());
    }
  }

  /** What to tell whoever has started it, besides where it listens. */
  List<String> announcements() {
    return cluster == null ? List.of() : cluster.announcements();
  }

  /** Has other nodes take over what only one can do, where there are others. */
  void drain() {
    if (cluster != null) {
      cluster.drain();
    }
  }

  public Documents documents() {
    return documents;
  }

  /** What long queries share threads by. */
  LongQueryScheduler queries() {
    return queries;
  }

  /** Whether requests can be served; may change at any time, and change back. */
  Readiness readiness() {
    String problem = engine.health().writeProblem();
    Readiness own =
        problem == null
            ? new Readiness.Ready(engine.health().warnings())
            : new Readiness.NotReady(problem);
    return cluster == null ? own : cluster.readiness(own);
  }

  /** Makes everything durable and lets go of the data. */
  @Override
  public void close() {
    queries.close();
    if (cluster == null) {
      engine.close();
    } else {
      cluster.close();
    }
  }
}
