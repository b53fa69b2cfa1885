package dev.partita.server;

import dev.partita.admin.Readiness;
import dev.partita.admin.api.AdminApi;
import dev.partita.admin.api.AdminFacts;
import dev.partita.admin.api.DataApis;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.execution.LongQueryScheduler;
import dev.partita.graph.Graphs;
import dev.partita.gremlin.AnsweredRequest;
import dev.partita.net.http.HttpHandler;
import dev.partita.nosql.NosqlApi;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.table.TableApi;
import dev.partita.table.TableForm;
import dev.partita.table.TableOptions;
import org.jspecify.annotations.Nullable;

/** The engine of this node: a store, the partitions on it, and their documents. */
public final class Node implements EngineHandle {

  private final Engine engine;
  private final Documents documents;
  private final LongQueryScheduler scheduler;
  private final NosqlApi api;
  private final HttpHandler cosmosTables;
  private final HttpHandler storageTables;
  private final TablesForAdmin tablesForAdmin;
  private final HttpHandler observedApi;
  private final Telemetry telemetry;
  private final ServerOptions options;
  private volatile @Nullable AdminApi admin;
  // Made when the first client comes, since few servers have graphs.
  private @Nullable Graphs graphs;

  private Node(Engine engine, ServerOptions options) {
    this.engine = engine;
    this.options = options;
    this.documents = new Documents(engine);
    this.scheduler = LongQueryScheduler.forCarriers(Carriers.count());
    this.api = new NosqlApi(engine, documents, scheduler, options.nosql());
    TableOptions tables = options.tables().options();
    this.telemetry = new Telemetry(engine, options);
    this.observedApi = telemetry.nosql(api);
    TableApi cosmos = new TableApi(engine, documents, scheduler, TableForm.COSMOS, tables);
    TableApi storage = new TableApi(engine, documents, scheduler, TableForm.STORAGE, tables);
    this.cosmosTables = telemetry.tables(TableForm.COSMOS, cosmos);
    this.storageTables = telemetry.tables(TableForm.STORAGE, storage);
    this.tablesForAdmin =
        new TablesForAdmin(
            telemetry.tables(TableForm.COSMOS, cosmos.trusting()),
            telemetry.tables(TableForm.STORAGE, storage.trusting()));
  }

  public static Node open(ServerOptions options) {
    Store store = store(options);
    try {
      return new Node(Engine.open(store, engineOptions(options)), options);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static EngineOptions engineOptions(ServerOptions options) {
    return EngineOptions.defaults()
        .withLimits(options.engineLimits())
        .withThrottling(options.throttling());
  }

  public Engine engine() {
    return engine;
  }

  public Documents documents() {
    return documents;
  }

  @Override
  public synchronized Graphs graphs() {
    Graphs known = graphs;
    if (known == null) {
      known = new Graphs(engine, documents, options.nosql().account());
      graphs = known;
    }
    return known;
  }

  @Override
  public Readiness readiness() {
    String problem = engine.health().writeProblem();
    return problem == null
        ? new Readiness.Ready(engine.health().warnings())
        : new Readiness.NotReady(problem);
  }

  @Override
  public HttpHandler api() {
    return observedApi;
  }

  @Override
  public HttpHandler tables(TableForm form) {
    return switch (form) {
      case COSMOS -> cosmosTables;
      case STORAGE -> storageTables;
    };
  }

  @Override
  public void answered(AnsweredRequest request) {
    telemetry.answered(request);
  }

  @Override
  public HttpHandler admin(AdminFacts facts, DataApis.Graphs graphs) {
    AdminApi opened =
        new AdminApi(
            engine,
            facts,
            new KeyAccess(options.nosql().keys()),
            telemetry.metrics(),
            telemetry.log(),
            new DataApis(api::explain, graphs, tablesForAdmin));
    admin = opened;
    return opened;
  }

  @Override
  public void close() {
    AdminApi opened = admin;
    if (opened != null) {
      opened.close();
    }
    api.close();
    telemetry.close();
    scheduler.close();
    engine.close();
  }

  private static Store store(ServerOptions options) {
    return options.inMemory()
        ? new MemoryStore()
        : RocksStore.open(
            StoreOptions.in(options.data())
                .withDurability(options.durability())
                .withCacheBytes(options.cacheBytes()));
  }
}
