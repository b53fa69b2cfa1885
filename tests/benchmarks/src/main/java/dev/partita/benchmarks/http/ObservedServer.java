package dev.partita.benchmarks.http;

import dev.partita.base.time.Clock;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.net.NetServer;
import dev.partita.net.transport.NetLimits;
import dev.partita.nosql.ConsistencyPolicy;
import dev.partita.nosql.NosqlApi;
import dev.partita.nosql.NosqlOptions;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.telemetry.RequestCounts;
import dev.partita.telemetry.RequestLog;
import dev.partita.telemetry.RequestRecorder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * The NoSQL API at two ports of one process, with and without the request log, and without other
 * differences. Both count requests; {@link CountingCost} tells what that takes.
 */
final class ObservedServer implements AutoCloseable {

  private static final int LOGGED_EVERY = 100;

  private final Engine engine;
  private final LongQueryScheduler scheduler =
      LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors());
  private final NosqlApi api;
  private final NosqlApi observed;
  private final NetServer server;
  private final int observedPort;

  ObservedServer(Path data) {
    engine =
        Engine.open(
            RocksStore.open(StoreOptions.in(data)), EngineOptions.defaults().withThrottling(false));
    api = api(RequestRecorder.unobserved(Clock.system()));
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = NetServer.start(List.of(anyPort), api, NetLimits.standard(), Clock.system());
    observed =
        api(
            new RequestRecorder(
                "nosql", new RequestCounts("nosql"), new RequestLog(LOGGED_EVERY), Clock.system()));
    observedPort = server.listen(anyPort, observed).getPort();
  }

  private NosqlApi api(RequestRecorder recorder) {
    return new NosqlApi(
        engine,
        new Documents(engine),
        scheduler,
        new NosqlOptions(
            Engine.DEFAULT_ACCOUNT,
            AccountKeys.wellKnown(),
            null,
            5_000,
            ConsistencyPolicy.SESSION),
        recorder);
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
    observed.close();
    scheduler.close();
    engine.close();
  }
}
