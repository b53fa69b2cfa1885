package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.NetServer;
import dev.partita.net.frames.FrameHandler;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.OriginPolicy;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Urgency;
import dev.partita.net.websocket.WebSocket;
import dev.partita.net.websocket.WebSocketHandler;
import dev.partita.net.websocket.WebSocketPeer;
import dev.partita.protocol.Listener;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A protocol of one server, from when the server listens to its end. Its listeners refuse clients
 * until it has started, and when it stops. Safe for any number of threads.
 */
final class HostedProtocol<O, P extends Protocol> {

  /** What it does with clients. */
  private enum Phase {
    STARTING,
    SERVING,
    STOPPING
  }

  private final ChosenProtocol<O, P> chosen;
  private final List<Listener<P>> listeners;
  private volatile @Nullable P protocol;
  private volatile Phase phase = Phase.STARTING;

  private HostedProtocol(ChosenProtocol<O, P> chosen, Account account) {
    this.chosen = chosen;
    this.listeners = chosen.module().listeners(chosen.options(), account);
  }

  static <O, P extends Protocol> HostedProtocol<O, P> of(
      ChosenProtocol<O, P> chosen, Account account) {
    return new HostedProtocol<>(chosen, account);
  }

  List<Listener<P>> listeners() {
    return listeners;
  }

  /** Puts what the module wants around what answers at the server's own ports. */
  HttpHandler around(HttpHandler everything) {
    return chosen.module().around(chosen.options(), everything, this::protocol);
  }

  /** Adds what answers at the server's own ports, by path. */
  void addRoutes(Map<String, HttpHandler> routes) {
    for (Listener<P> listener : listeners) {
      if (listener instanceof Listener.AtPath<P> at) {
        routes.put(at.path(), new GatedHandler(at.http(), at.urgency()));
      }
    }
  }

  /**
   * Listens at a port of its own.
   *
   * @param policies which requests are taken where whoever comes is let in, or is not
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE if it cannot be listened on
   */
  InetSocketAddress listen(
      NetServer server,
      InetSocketAddress address,
      Listener.Spoken<P> spoken,
      Function<Boolean, OriginPolicy> policies) {
    return switch (spoken) {
      case Listener.Spoken.Http<P> http -> {
        HttpHandler handler = new GatedHandler(http.handler(), Urgency.WORK);
        OriginPolicy origins = policies.apply(http.open());
        Function<P, WebSocketHandler> webSocket = http.webSocket();
        yield webSocket == null
            ? server.listen(address, handler, origins)
            : server.listen(address, handler, webSockets(webSocket), origins);
      }
      case Listener.Spoken.Frames<P> frames ->
          server.listen(address, chosen.module().name(), frames.rules(), gated(frames.handler()));
    };
  }

  private FrameHandler gated(Function<P, FrameHandler> handler) {
    return socket -> {
      P known = serving();
      if (known == null) {
        throw refusal();
      }
      return handler.apply(known).open(socket);
    };
  }

  private WebSocketHandler webSockets(Function<P, WebSocketHandler> webSocket) {
    return socket -> {
      P known = serving();
      return known == null
          ? new RefusingPeer(socket, refusal().text())
          : webSocket.apply(known).open(socket);
    };
  }

  void start(ProtocolServices services) {
    protocol = chosen.module().start(chosen.options(), services);
  }

  /** Takes clients, once it has started. */
  void open() {
    phase = Phase.SERVING;
  }

  /** Refuses what comes from now on. */
  void refuse() {
    phase = Phase.STOPPING;
  }

  /** Ends what it has begun, if it has started and was not closed before. */
  void close() {
    P started = protocol;
    protocol = null;
    if (started != null) {
      started.close();
    }
  }

  /** Empty unless it is at work. */
  Optional<P> protocol() {
    return Optional.ofNullable(protocol);
  }

  private @Nullable P serving() {
    return phase == Phase.SERVING ? protocol : null;
  }

  private DatabaseException refusal() {
    return new DatabaseException(
        ErrorCode.UNAVAILABLE,
        phase == Phase.STOPPING
            ? "The server is stopping."
            : "The data is being opened; /ready tells when that is done.");
  }

  private final class GatedHandler implements HttpHandler {

    private final Function<P, HttpHandler> http;
    private final Urgency urgency;

    GatedHandler(Function<P, HttpHandler> http, Urgency urgency) {
      this.http = http;
      this.urgency = urgency;
    }

    @Override
    public Urgency urgency(String path) {
      return urgency;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
      P known = serving();
      if (known == null) {
        throw refusal();
      }
      return http.apply(known).handle(request);
    }
  }

  /** Closes the connection of who says something, with the reason. */
  private record RefusingPeer(WebSocket socket, String reason) implements WebSocketPeer {

    @Override
    public void message(byte[] message, boolean text) {
      socket.handled(message.length);
      socket.close(WebSocket.Close.GOING_AWAY, reason);
    }

    @Override
    public void closed() {}
  }
}
