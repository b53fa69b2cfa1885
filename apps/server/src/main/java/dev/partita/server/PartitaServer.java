package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.net.NetServer;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.OriginPolicy;
import dev.partita.protocol.ClusterAdministration;
import dev.partita.protocol.Endpoint;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.Readiness;
import dev.partita.protocol.ServerView;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

    record Running(Node node, TelemetryExport telemetry) implements State {}

    record Stopping() implements State {}
  }

  private static final Logger log = LoggerFactory.getLogger(PartitaServer.class);

  /** Where tools for emulators look for the certificate to trust. */
  private static final String CERTIFICATE_PATH = "/_explorer/emulator.pem";

  private final ServerOptions options;
  private final Clock clock;
  private final long startNanos;
  private final @Nullable ServerIdentity identity;
  private final ProtocolHost protocols;
  private final NetServer http;
  private final ServerView view;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile State state = new State.Starting();

  private PartitaServer(ServerOptions options, Clock clock) {
    this.options = options;
    this.clock = clock;
    this.startNanos = clock.nanos();
    this.view = new View(clock.millis());
    this.identity = ServerIdentity.of(options, clock);
    this.protocols = new ProtocolHost(options);
    HttpHandler everything = protocols.shared(handlers());
    Policies policies = new Policies(options.origins());
    this.http = bind(everything, policies.apply(protocols.isOpen()));
    try {
      protocols.listen(http, everything, policies);
    } catch (RuntimeException | Error e) {
      http.close();
      throw e;
    }
  }

  /** Which requests are taken where whoever comes is let in, or is not. For one thread. */
  private static final class Policies implements Function<Boolean, OriginPolicy> {

    private final Origins origins;
    private @Nullable OriginPolicy restricted;

    Policies(Origins origins) {
      this.origins = origins;
    }

    @Override
    public OriginPolicy apply(Boolean open) {
      if (!open) {
        return OriginPolicy.ANY;
      }
      OriginPolicy known = restricted == null ? origins.restricted() : restricted;
      restricted = known;
      return known;
    }
  }

  /** What the server tells its protocols of itself. */
  private final class View implements ServerView {

    private final long startedMillis;

    View(long startedMillis) {
      this.startedMillis = startedMillis;
    }

    @Override
    public String version() {
      return Version.current();
    }

    @Override
    public long startedMillis() {
      return startedMillis;
    }

    @Override
    public Path scratch() {
      return options.inMemory()
          ? Path.of(System.getProperty("java.io.tmpdir"))
          : options.data().resolve("scratch");
    }

    @Override
    public Readiness readiness() {
      return PartitaServer.this.readiness();
    }

    @Override
    public List<Endpoint> endpoints() {
      return protocols.endpoints();
    }

    @Override
    public List<Protocol> protocols() {
      return protocols.protocols();
    }

    @Override
    public Optional<ClusterAdministration> cluster() {
      return state instanceof State.Running(Node node, _) ? node.cluster() : Optional.empty();
    }

    @Override
    public String kindOf(ContainerModel model) {
      return protocols.kindOf(model);
    }
  }

  /**
   * Starts a server; when this returns, it serves.
   *
   * @throws DatabaseException UNAVAILABLE when an address cannot be listened on, or what is wrong
   *     with the certificate, or what the engine says when it cannot be opened; nothing is left
   *     running then
   */
  public static PartitaServer start(
      ServerOptions options, Function<ServerOptions, Node> nodes, Clock clock) {
    PartitaServer server = listen(options, clock);
    server.open(nodes);
    return server;
  }

  /** Starts a server with the data that the options name. */
  public static PartitaServer start(ServerOptions options) {
    return start(options, Node::open, Clock.system());
  }

  /**
   * The first half of a start: a server that listens and says that it is not ready. For who wants
   * to be able to close it during the second half, {@link #open}.
   */
  public static PartitaServer listen(ServerOptions options, Clock clock) {
    return new PartitaServer(options, clock);
  }

  /**
   * The second half of a start, which may take long. When it fails, the server is closed.
   *
   * @param nodes what opens the data
   */
  public void open(Function<ServerOptions, Node> nodes) {
    try {
      run(nodes.apply(options));
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

  private synchronized void run(Node node) {
    switch (state) {
      case State.Starting() -> {
        state = started(node);
        node.servesAt(uri());
        protocols.open();
      }
      case State.Running _ -> {
        node.close();
        throw new IllegalStateException("The server is already open");
      }
      case State.Stopping() -> {
        node.close();
        throw new DatabaseException(
            ErrorCode.UNAVAILABLE, "The server was stopped before it had started");
      }
    }
  }

  private State.Running started(Node node) {
    TelemetryExport telemetry = null;
    try {
      telemetry = new TelemetryExport(node, options);
      protocols.start(
          new ProtocolServices(
              node.engine(),
              node.documents(),
              node.queries(),
              options.account(),
              options.publicEndpoint(),
              options.queryMillis(),
              telemetry.telemetry(),
              view));
      return new State.Running(node, telemetry);
    } catch (RuntimeException | Error e) {
      if (telemetry != null) {
        telemetry.close();
      }
      node.close();
      throw e;
    }
  }

  /** What is served whatever protocols there are, by path. */
  private Map<String, HttpHandler> handlers() {
    Map<String, HttpHandler> handlers =
        new HashMap<>(new HealthApi(this::readiness, Version.current()).routes());
    if (identity != null) {
      handlers.put(CERTIFICATE_PATH, new CertificateDownload(identity));
    }
    return handlers;
  }

  private Readiness readiness() {
    return switch (state) {
      case State.Starting() -> new Readiness.NotReady("The data is being opened");
      case State.Stopping() -> new Readiness.NotReady("The server is stopping");
      case State.Running(Node node, _) -> node.readiness();
    };
  }

  private NetServer bind(HttpHandler handler, OriginPolicy origins) {
    List<InetSocketAddress> addresses =
        Stream.concat(Stream.of(options.port()), options.alsoPorts().stream())
            .map(port -> new InetSocketAddress(options.host(), port))
            .toList();
    try {
      return NetServer.start(addresses, handler, options.limits(), clock, identity, origins);
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

  /** All addresses that serve the same. */
  public List<URI> uris() {
    return http.addresses().stream().map(address -> Addresses.uri("http", address, "")).toList();
  }

  /** Where its protocols are reached, in the order of the server's list. */
  public List<Endpoint> endpoints() {
    return protocols.endpoints();
  }

  /** Where a protocol is reached; empty if it is not served. */
  public Optional<URI> uri(String endpoint) {
    return endpoints().stream()
        .filter(each -> each.name().equals(endpoint))
        .map(Endpoint::uri)
        .findFirst();
  }

  /** What to tell whoever has started it, besides where it listens. */
  public List<String> announcements() {
    return state instanceof State.Running(Node node, _) ? node.announcements() : List.of();
  }

  /** All addresses it listens on, whatever they serve. */
  public List<InetSocketAddress> listening() {
    return http.listening();
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
    if (was instanceof State.Running(Node node, _)) {
      node.drain();
    }
    state = new State.Stopping();
    protocols.refuse();
    try {
      http.stop(options.drainMillis());
    } finally {
      protocols.close();
      if (identity != null) {
        identity.close();
      }
      if (was instanceof State.Running(Node node, TelemetryExport telemetry)) {
        telemetry.close();
        node.close();
        log.info("Partita has stopped");
      }
      closed.countDown();
    }
  }
}
