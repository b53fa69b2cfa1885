package dev.partita.protocol;

import dev.partita.net.frames.FrameHandler;
import dev.partita.net.frames.FrameRules;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Urgency;
import dev.partita.net.websocket.WebSocketHandler;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where clients reach a protocol. The server listens before the data is open, and asks the protocol
 * for its handlers once it has started. Immutable.
 *
 * @param <P> the protocol at work
 */
public sealed interface Listener<P extends Protocol> {

  /**
   * How an address is told to people and programs.
   *
   * @param name in the account's document, and for programs that have the server inside
   * @param title on standard output; empty to leave it out there
   * @param scheme that of its URI without TLS
   * @param path of its URI
   */
  record Address(String name, String title, String scheme, String path) {

    /** An address that is told to programs only. */
    public static Address of(String name) {
      return new Address(name, "", "http", "");
    }

    public static Address of(String name, String title) {
      return new Address(name, title, "http", "");
    }
  }

  /**
   * Below a path of the ports that the server has in any case.
   *
   * @param path what the paths of requests begin with
   * @param http what answers there
   * @param urgency how requests are carried out when there is much to do
   * @param open whether it lets in whoever reaches it, so that pages of other origins are refused
   * @param address null if there is nothing to tell of it
   * @param landing whether browsers that open the root of the server are led to the address
   */
  record AtPath<P extends Protocol>(
      String path,
      Function<P, HttpHandler> http,
      Urgency urgency,
      boolean open,
      @Nullable Address address,
      boolean landing)
      implements Listener<P> {

    public AtPath(String path, Function<P, HttpHandler> http, boolean open) {
      this(path, http, Urgency.WORK, open, null, false);
    }

    public AtPath<P> withUrgency(Urgency other) {
      return new AtPath<>(path, http, other, open, address, landing);
    }

    public AtPath<P> withAddress(Address other) {
      return new AtPath<>(path, http, urgency, open, other, landing);
    }

    public AtPath<P> asLanding() {
      return new AtPath<>(path, http, urgency, open, address, true);
    }
  }

  /** What is spoken at a port of its own. */
  sealed interface Spoken<P extends Protocol> {

    /**
     * HTTP.
     *
     * @param handler what answers requests
     * @param webSocket what speaks over WebSockets; null if nothing does
     * @param open whether it lets in whoever reaches it, so that pages of other origins are refused
     */
    record Http<P extends Protocol>(
        Function<P, HttpHandler> handler,
        @Nullable Function<P, WebSocketHandler> webSocket,
        boolean open)
        implements Spoken<P> {}

    /**
     * A protocol with frames of its own.
     *
     * @param rules for its frames
     * @param handler what speaks it
     */
    record Frames<P extends Protocol>(FrameRules rules, Function<P, FrameHandler> handler)
        implements Spoken<P> {}
  }

  /**
   * At a port of its own.
   *
   * @param setting that of the port
   * @param port what was chosen there
   * @param missing what is not as it should be without it, which is no more than a warning if
   *     nobody asked for this port
   */
  record AtPort<P extends Protocol>(
      Setting<PortChoice> setting,
      PortChoice port,
      String missing,
      Spoken<P> spoken,
      Address address)
      implements Listener<P> {}

  /**
   * One more port at which everything is served that the server has at its own. Nobody needs it
   * beside a port that is any free one, so it is left out there unless it was asked for.
   *
   * @param setting that of the port
   * @param port what was chosen there
   * @param missing what is not as it should be without it
   */
  record Alias<P extends Protocol>(Setting<PortChoice> setting, PortChoice port, String missing)
      implements Listener<P> {}
}
