package dev.partita.server;

import dev.partita.admin.HealthApi;
import dev.partita.admin.Readiness;
import dev.partita.admin.api.AdminApi;
import dev.partita.admin.api.AdminFacts;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.explorer.CertificateDownload;
import dev.partita.explorer.ExplorerPages;
import dev.partita.graph.GraphContainers;
import dev.partita.graph.Graphs;
import dev.partita.gremlin.AnsweredRequest;
import dev.partita.gremlin.GremlinApi;
import dev.partita.net.NetServer;
import dev.partita.net.http.Begun;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Router;
import dev.partita.net.http.Urgency;
import dev.partita.server.TableEndpoints.Endpoint;
import dev.partita.table.TableForm;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: an engine and what listens for its clients. Safe for any number of threads.
 *
 * <p>It listens before the engine is open, so that a port that is taken is noticed before any data
 * is touched, and so that {@code /alive} answers during a long recovery.
 */
public final class PartitaServer implements AutoCloseable {

  /** What the server is doing. */
  private sealed interface State {
    record Starting() implements State {}

    record Running(EngineHandle engine, HttpHandler admin) implements State {}

    record Stopping() implements State {}
  }

  private static final Logger log = LoggerFactory.getLogger(PartitaServer.class);

  private final ServerOptions options;
  private final Clock clock;
  private final long startNanos;
  private final long startMillis;
  private final @Nullable ServerIdentity identity;
  private final GremlinApi gremlin;
  private final NetServer http;
  private final @Nullable InetSocketAddress gremlinAddress;
  private final Map<TableForm, URI> tableUris = new EnumMap<>(TableForm.class);
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile State state = new State.Starting();

  private PartitaServer(ServerOptions options, Clock clock) {
    this.options = options;
    this.clock = clock;
    this.startNanos = clock.nanos();
    this.startMillis = clock.millis();
    this.identity = ServerIdentity.of(options, clock);
    this.gremlin = new GremlinApi(this::graphs, GremlinSettings.of(options), this::answered);
    HttpHandler everything = ExplorerPages.withFrontDoor(new Router(routes()));
    this.http = bind(everything);
    this.gremlinAddress =
        beside(
            options.gremlin(),
            Setting.GREMLIN_PORT,
            "Graphs are not served",
            address -> http.listen(address, gremlin, gremlin));
    beside(
        options.explorer(),
        Setting.EXPLORER_PORT,
        "The explorer has no port of its own and is at " + explorerUri(),
        address -> http.listen(address, everything));
    listenForTables(
        TableForm.COSMOS, Setting.TABLE_PORT, "Tables of the Cosmos account are not served");
    listenForTables(
        TableForm.STORAGE, Setting.STORAGE_TABLE_PORT, "Tables of storage accounts are not served");
  }

  /** Where people open the explorer. */
  public URI explorerUri() {
    return uri().resolve(ExplorerPages.PATH + "/");
  }

  /**
   * Listens on a port of its own for an API.
   *
   * @param missing what is not as it should be without it, which is no more than a warning if
   *     nobody asked for this port
   * @return the address, or null if there is none
   */
  private @Nullable InetSocketAddress beside(
      Endpoint endpoint,
      Setting setting,
      String missing,
      UnaryOperator<InetSocketAddress> listening) {
    if (!endpoint.isOn()) {
      return null;
    }
    try {
      return listening.apply(new InetSocketAddress(options.host(), endpoint.port()));
    } catch (DatabaseException e) {
      if (endpoint.chosen()) {
        http.close();
        throw e.with("setting", setting.flag());
      }
      log.warn(
          "{}: another program may have port {}; choose another with {}, or 'off' for none",
          missing,
          endpoint.port(),
          setting.flag());
      return null;
    }
  }

  private void listenForTables(TableForm form, Setting setting, String missing) {
    InetSocketAddress bound =
        beside(
            options.tables().of(form),
            setting,
            missing,
            address ->
                http.listen(
                    address,
                    new Api(() -> state, running -> running.engine().tables(form)),
                    options.origins().of(form)));
    if (bound != null) {
      tableUris.put(form, uri(bound));
    }
  }

  /**
   * Starts a server; when this returns, it serves.
   *
   * @throws DatabaseException UNAVAILABLE when an address cannot be listened on, or what is wrong
   *     with the certificate, or what the engine says when it cannot be opened; nothing is left
   *     running then
   */
  public static PartitaServer start(ServerOptions options, EngineFactory engines, Clock clock) {
    PartitaServer server = listen(options, clock);
    server.open(engines);
    return server;
  }

  /**
   * The first half of a start: a server that listens and says that it is not ready. For who wants
   * to be able to close it during the second half, {@link #open}.
   */
  public static PartitaServer listen(ServerOptions options, Clock clock) {
    return new PartitaServer(options, clock);
  }

  /** The second half of a start, which may take long. When it fails, the server is closed. */
  public void open(EngineFactory engines) {
    try {
      run(engines.open(options));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
    if (identity != null) {
      identity.dataIsOpen();
    }
    log.info(
        "Partita {} is ready at {}, {}, started in {} ms",
        Version.current(),
        uri(),
        options.inMemory()
            ? "data in memory"
            : "data in " + options.data().toAbsolutePath().normalize(),
        TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startNanos));
  }

  private synchronized void run(EngineHandle engine) {
    switch (state) {
      case State.Starting() ->
          state = new State.Running(engine, engine.admin(facts(), gremlin::evaluate));
      case State.Running _ -> {
        engine.close();
        throw new IllegalStateException("The server is already open");
      }
      case State.Stopping() -> {
        engine.close();
        throw new DatabaseException(
            ErrorCode.UNAVAILABLE, "The server was stopped before it had started");
      }
    }
  }

  /** Starts a server with the engine of this node. */
  public static PartitaServer start(ServerOptions options) {
    return start(options, Node::open, Clock.system());
  }

  /** Where the APIs join in: one entry for each beginning of a path. */
  private Map<String, HttpHandler> routes() {
    Map<String, HttpHandler> routes =
        new HashMap<>(new HealthApi(this::readiness, Version.current()).routes());
    routes.put(ExplorerPages.PATH, new ExplorerPages(this::obstacle));
    if (identity != null) {
      routes.put(ExplorerPages.PATH + "/emulator.pem", new CertificateDownload(identity));
    }
    routes.put("/", new Api(() -> state, running -> running.engine().api()));
    routes.put(AdminApi.PATH, new Api(() -> state, State.Running::admin));
    routes.put(
        AdminApi.METRICS_PATH, new Api(() -> state, State.Running::admin, Urgency.MONITORING));
    return routes;
  }

  private AdminFacts facts() {
    Map<String, Integer> ports = new TreeMap<>();
    URI tables = tableUris.get(TableForm.COSMOS);
    if (tables != null) {
      ports.put("table", tables.getPort());
    }
    if (gremlinAddress != null) {
      ports.put("gremlin", gremlinAddress.getPort());
    }
    return new AdminFacts(
        options.nosql().account(),
        Version.current(),
        startMillis,
        ports,
        options.tables().options().storageAccounts().keySet().stream().sorted().toList(),
        this::apiOf);
  }

  /** Which API a container belongs to. */
  private String apiOf(DatabaseRecord database, ContainerRecord container) {
    if (TableForm.hasTables(options.nosql().account(), database)) {
      return "table";
    }
    return GraphContainers.isGraph(container.definition()) ? "gremlin" : "nosql";
  }

  /** An API of the engine, while there is one. */
  private record Api(
      Supplier<State> state, Function<State.Running, HttpHandler> of, Urgency urgency)
      implements HttpHandler {

    Api(Supplier<State> state, Function<State.Running, HttpHandler> of) {
      this(state, of, Urgency.WORK);
    }

    @Override
    public Urgency urgency(String path) {
      return urgency;
    }

    @Override
    public Response handle(Request request) {
      return switch (state.get()) {
        case State.Running running -> of.apply(running).handle(request);
        case State.Starting() ->
            throw new DatabaseException(
                ErrorCode.UNAVAILABLE, "The data is being opened; /ready tells when that is done.");
        case State.Stopping() ->
            throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.");
      };
    }

    @Override
    public @Nullable Begun begin(Request request) {
      return state.get() instanceof State.Running running ? of.apply(running).begin(request) : null;
    }
  }

  private Graphs graphs() {
    return switch (state) {
      case State.Running(EngineHandle engine, _) -> engine.graphs();
      case State.Starting() ->
          throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "The data is being opened; /ready tells when that is done.");
      case State.Stopping() ->
          throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.");
    };
  }

  private void answered(AnsweredRequest request) {
    if (state instanceof State.Running(EngineHandle engine, _)) {
      engine.answered(request);
    }
  }

  private Readiness readiness() {
    return switch (state) {
      case State.Starting() -> new Readiness.NotReady("The data is being opened");
      case State.Stopping() -> new Readiness.NotReady("The server is stopping");
      case State.Running(EngineHandle engine, _) -> engine.readiness();
    };
  }

  private Optional<String> obstacle() {
    return readiness() instanceof Readiness.NotReady(String reason)
        ? Optional.of(reason)
        : Optional.empty();
  }

  private NetServer bind(HttpHandler handler) {
    List<InetSocketAddress> addresses =
        Stream.concat(Stream.of(options.port()), options.alsoPorts().stream())
            .map(port -> new InetSocketAddress(options.host(), port))
            .toList();
    try {
      return NetServer.start(
          addresses, handler, options.limits(), clock, identity, options.origins().others());
    } catch (DatabaseException e) {
      String text =
          e.getCause() instanceof BindException
              ? "Cannot listen on this port: another program may have it; choose another with"
                  + " --port (PARTITA_PORT), where 0 takes any free one, or --also-port"
              : "Cannot listen on this address; choose another with --host (PARTITA_HOST)";
      var explained = new DatabaseException(ErrorCode.UNAVAILABLE, text, e);
      e.context().forEach(explained::with);
      throw explained;
    }
  }

  /** The address that clients on this machine use. */
  public URI uri() {
    return uris().getFirst();
  }

  /** Where drivers reach graphs; empty if the server has no port for them. */
  public Optional<URI> gremlinUri() {
    return Optional.ofNullable(gremlinAddress)
        .map(
            address ->
                URI.create(uri(address).toString().replaceFirst("^http", "ws") + "/gremlin"));
  }

  /** All addresses that serve the same. */
  public List<URI> uris() {
    return http.addresses().stream().map(PartitaServer::uri).toList();
  }

  /** All addresses it listens on, whatever they serve. */
  public List<InetSocketAddress> listening() {
    return http.listening();
  }

  /** Where tables are served in one of their forms; empty if they are not. */
  public Optional<URI> tableUri(TableForm form) {
    return Optional.ofNullable(tableUris.get(form));
  }

  private static URI uri(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
  }

  /** Waits until the server has been closed. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Answers what is under way, for a bounded time, then lets go of port and data. */
  @Override
  public synchronized void close() {
    State was = state;
    if (was instanceof State.Stopping) {
      return;
    }
    state = new State.Stopping();
    try {
      http.stop(options.drainMillis());
    } finally {
      gremlin.close();
      if (identity != null) {
        identity.close();
      }
      if (was instanceof State.Running(EngineHandle engine, _)) {
        engine.close();
        log.info("Partita has stopped");
      }
      closed.countDown();
    }
  }
}
