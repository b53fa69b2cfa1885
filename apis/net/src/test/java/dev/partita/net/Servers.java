package dev.partita.net;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.OriginPolicy;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.transport.NetLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Servers for tests: on a free port of this machine. */
final class Servers {

  /** Answers with the body of the request. */
  static final BlockingHandler ECHO = Servers::echo;

  private Servers() {}

  static NetServer start(BlockingHandler handler) {
    return start(handler, NetLimits.standard());
  }

  static NetServer start(BlockingHandler handler, NetLimits limits) {
    return startAny(handler, limits);
  }

  /** A server whose handler may do without workers. */
  static NetServer startAny(HttpHandler handler, NetLimits limits) {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return NetServer.start(List.of(anyPort), handler, limits, Clock.system());
  }

  /** A server that speaks TLS as well, with the identity given. */
  static NetServer startSecure(BlockingHandler handler, NetLimits limits, IdentitySource identity) {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return NetServer.start(
        List.of(anyPort), handler, limits, Clock.system(), identity, OriginPolicy.ANY);
  }

  static InetSocketAddress address(NetServer server) {
    return server.addresses().getFirst();
  }

  static RawClient connect(NetServer server) {
    return new RawClient(address(server));
  }

  /** Answers with the body of the request. */
  static Response echo(Request request) {
    return new Response(200, Headers.empty(), request.body());
  }

  /** Small limits, and all the time a busy machine may need. */
  static NetLimits small() {
    return impatient(20_000, 20_000, 20_000);
  }

  /** Small limits with little time for what a test is about. */
  static NetLimits impatient(long idleMillis, long receiveMillis, long sendMillis) {
    return new NetLimits(256, 512, 1_000, 4_000, 3, 4, 5, idleMillis, receiveMillis, sendMillis);
  }
}
