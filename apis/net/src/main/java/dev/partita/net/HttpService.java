package dev.partita.net;

import dev.partita.base.time.Clock;
import io.netty.handler.codec.http.FullHttpResponse;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of one server share.
 *
 * @param tls null for a server that does not speak TLS
 */
record HttpService(
    HttpHandler handler,
    NetLimits limits,
    Clock clock,
    HttpDate date,
    ByteBudget budget,
    ExecutorService threads,
    Connections connections,
    @Nullable TlsContexts tls) {

  /** Has the handler carry out a call, and turns whatever comes of it into an answer. */
  FullHttpResponse carryOut(Turn.Call call) {
    Request request = call.request();
    boolean withoutBody = request.method().equals("HEAD");
    try {
      return encode(handler.handle(request), withoutBody);
    } catch (Throwable failure) {
      return encode(Errors.of(request, failure), withoutBody);
    }
  }

  FullHttpResponse encode(Response response, boolean withoutBody) {
    return ResponseEncoding.encode(response, withoutBody, date.now());
  }
}
