package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.net.NetServer;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.OriginPolicy;
import dev.partita.net.http.Router;
import dev.partita.protocol.Endpoint;
import dev.partita.protocol.Listener;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All protocols of one server: where they listen, what answers there, and what is known of them.
 * Used by the thread that starts the server until it listens, and then by any.
 */
final class ProtocolHost {

  private static final Logger log = LoggerFactory.getLogger(ProtocolHost.class);

  private final ServerOptions options;
  private final List<HostedProtocol<?, ?>> hosted;
  private final List<Endpoint> endpoints = new ArrayList<>();

  ProtocolHost(ServerOptions options) {
    this.options = options;
    this.hosted =
        options.protocols().stream()
            .<HostedProtocol<?, ?>>map(each -> HostedProtocol.of(each, options.account()))
            .toList();
  }

  /**
   * What answers at the server's own ports.
   *
   * @param handlers what is there besides the protocols, by path
   */
  HttpHandler shared(Map<String, HttpHandler> handlers) {
    Map<String, HttpHandler> routes = new HashMap<>(handlers);
    String landing = null;
    for (HostedProtocol<?, ?> each : hosted) {
      each.addRoutes(routes);
      for (Listener<?> listener : each.listeners()) {
        if (listener instanceof Listener.AtPath<?> at && at.landing() && at.address() != null) {
          landing = at.address().path();
        }
      }
    }
    HttpHandler everything = new Router(routes);
    for (HostedProtocol<?, ?> each : hosted) {
      everything = each.around(everything);
    }
    return landing == null ? everything : new FrontDoor(everything, landing);
  }

  /** Whether one of the protocols at the server's own ports lets in whoever reaches them. */
  boolean isOpen() {
    return hosted.stream()
        .flatMap(each -> each.listeners().stream())
        .anyMatch(listener -> listener instanceof Listener.AtPath<?> at && at.open());
  }

  /**
   * Listens where protocols have ports of their own.
   *
   * @param shared what answers at the server's own ports
   * @param policies which requests are taken where whoever comes is let in, or is not
   * @throws DatabaseException UNAVAILABLE if a port that was asked for cannot be listened on
   */
  void listen(NetServer http, HttpHandler shared, Function<Boolean, OriginPolicy> policies) {
    for (HostedProtocol<?, ?> each : hosted) {
      listen(each, http, shared, policies);
    }
  }

  private <P extends Protocol> void listen(
      HostedProtocol<?, P> each,
      NetServer http,
      HttpHandler shared,
      Function<Boolean, OriginPolicy> policies) {
    for (Listener<P> listener : each.listeners()) {
      switch (listener) {
        case Listener.AtPath<P> at -> {
          if (at.address() != null) {
            add(at.address(), http.addresses().getFirst(), true);
          }
        }
        case Listener.AtPort<P> at ->
            bind(
                    listener,
                    at.setting(),
                    at.port(),
                    at.missing(),
                    address -> each.listen(http, address, at.spoken(), policies))
                .ifPresent(address -> add(at.address(), address, false));
        case Listener.Alias<P> alias -> {
          var _ =
              bind(
                  listener,
                  alias.setting(),
                  alias.port(),
                  alias.missing(),
                  address -> http.listen(address, shared));
        }
      }
    }
  }

  private void add(Listener.Address address, InetSocketAddress bound, boolean isShared) {
    endpoints.add(
        new Endpoint(address, Addresses.uri(address.scheme(), bound, address.path()), isShared));
  }

  /**
   * Listens at the port of a listener, if it has one. That it cannot be had is no more than a
   * warning if nobody asked for it.
   */
  private Optional<InetSocketAddress> bind(
      Listener<?> listener,
      Setting<PortChoice> setting,
      PortChoice choice,
      String missing,
      UnaryOperator<InetSocketAddress> listening) {
    OptionalInt port = options.portOf(listener);
    if (port.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(listening.apply(new InetSocketAddress(options.host(), port.getAsInt())));
    } catch (DatabaseException e) {
      if (choice.chosen()) {
        throw e.with("setting", setting.flag());
      }
      log.warn(
          "{}: another program may have port {}; choose another with {}, or 'off' for none",
          missing,
          port.getAsInt(),
          setting.flag());
      return Optional.empty();
    }
  }

  /**
   * Starts all protocols.
   *
   * @throws RuntimeException what the first that cannot start throws; none is left running then
   */
  void start(ProtocolServices services) {
    try {
      hosted.forEach(each -> each.start(services));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Has listeners take clients. */
  void open() {
    hosted.forEach(HostedProtocol::open);
  }

  /** Has listeners refuse what comes from now on. */
  void refuse() {
    hosted.forEach(HostedProtocol::refuse);
  }

  /** Ends the protocols that have started, the last first. */
  void close() {
    hosted.reversed().forEach(HostedProtocol::close);
  }

  /** Where clients reach the protocols. */
  List<Endpoint> endpoints() {
    return List.copyOf(endpoints);
  }

  /** Those that have started. */
  List<Protocol> protocols() {
    return hosted.stream().<Protocol>flatMap(each -> each.protocol().stream()).toList();
  }

  /** The name of the first protocol that describes containers of a model. */
  String kindOf(ContainerModel model) {
    return options.protocols().stream()
        .map(ChosenProtocol::module)
        .filter(module -> module.describes(model))
        .map(ProtocolModule::name)
        .findFirst()
        .orElse("");
  }
}
