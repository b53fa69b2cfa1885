package dev.partita.server;

import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.execution.condition.SqlConditions;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.protocol.Readiness;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;

/** The data of this node: a store, the engine on it, and its documents. Safe for any thread. */
public final class Node implements AutoCloseable {

  private final Engine engine;
  private final Documents documents;
  private final LongQueryScheduler queries = LongQueryScheduler.forCarriers(Carriers.count());

  private Node(Engine engine) {
    this.engine = engine;
    this.documents = new Documents(engine, new SqlConditions(engine.clock()));
  }

  /**
   * Opens the data that the options name; may take as long as recovery takes.
   *
   * @throws dev.partita.base.error.DatabaseException when the data cannot be opened; nothing is
   *     left open then
   */
  public static Node open(ServerOptions options) {
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
      return new Node(
          Engine.open(
              store,
              EngineOptions.defaults()
                  .withLimits(options.engineLimits())
                  .withThrottling(options.throttling())));
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  public Engine engine() {
    return engine;
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
    return problem == null
        ? new Readiness.Ready(engine.health().warnings())
        : new Readiness.NotReady(problem);
  }

  /** Makes everything durable and lets go of the data. */
  @Override
  public void close() {
    queries.close();
    engine.close();
  }
}
