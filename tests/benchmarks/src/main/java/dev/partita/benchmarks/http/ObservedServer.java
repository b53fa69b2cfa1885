package dev.partita.benchmarks.http;

import dev.partita.base.time.Clock;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.net.NetServer;
import dev.partita.net.transport.NetLimits;
import dev.partita.nosql.NosqlApi;
import dev.partita.nosql.NosqlOptions;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.telemetry.Observed;
import dev.partita.telemetry.RequestCounts;
import dev.partita.telemetry.RequestLog;
import dev.partita.telemetry.RequestPaths;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * The NoSQL API at two ports of one process, with and without metrics and the request log, and
 * without other differences.
 */
final class ObservedServer implements AutoCloseable {

  private static final int LOGGED_EVERY = 100;

  private final Engine engine;
  private final LongQueryScheduler scheduler =
      LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors());
  private final NosqlApi api;
  private final NetServer server;
  private final int observedPort;

  ObservedServer(Path data) {
    engine =
        Engine.open(
            RocksStore.open(StoreOptions.in(data)), EngineOptions.defaults().withThrottling(false));
    api =
        new NosqlApi(
            engine,
            new Documents(engine),
            scheduler,
            new NosqlOptions(Engine.DEFAULT_ACCOUNT, AccountKeys.wellKnown(), null, 5_000));
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = NetServer.start(List.of(anyPort), api, NetLimits.standard(), Clock.system());
    Observed observed =
        new Observed(
            api,
            RequestPaths.NOSQL,
            "nosql",
            new RequestCounts("nosql"),
            new RequestLog(LOGGED_EVERY, null),
            Clock.system());
    observedPort = server.listen(anyPort, observed).getPort();
  }

  int port() {
    return server.addresses().getFirst().getPort();
  }

  int observedPort() {
    return observedPort;
  }

  @Override
  public void close() {
    server.close();
    api.close();
    scheduler.close();
    engine.close();
  }
}
