package dev.partita.server;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Urgency;
import dev.partita.protocol.Readiness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * The health endpoints. {@code /alive} answers 200 as soon as the process listens: if it does not,
 * start the process again. {@code /ready} answers 200 only when requests can be served, else 503
 * with the reason: if it does not, wait; a server that can read but takes no writes is not ready.
 * {@code /status} says the same as {@code /ready}, but with 200 in any case, for tools that look at
 * the text.
 */
final class HealthApi {

  private final Supplier<Readiness> readiness;
  private final String version;

  /**
   * @param readiness how the server is doing; asked on any thread, often, and answers at once
   * @param version the server's version, told to whoever asks
   */
  HealthApi(Supplier<Readiness> readiness, String version) {
    this.readiness = readiness;
    this.version = version;
  }

  /** The handlers by path. */
  Map<String, HttpHandler> routes() {
    return Map.of(
        "/alive", reading(this::alive),
        "/ready", reading(this::ready),
        "/status", reading(request -> Response.json(200, ready(request).body())));
  }

  private Response alive(Request request) {
    return Response.json(200, status("alive"));
  }

  private Response ready(Request request) {
    return switch (readiness.get()) {
      case Readiness.Ready(List<String> warnings) -> {
        SequencedMap<String, Object> body = status("ready");
        if (!warnings.isEmpty()) {
          body.put("warning", String.join("; ", warnings));
        }
        yield Response.json(200, body);
      }
      case Readiness.NotReady(String reason) -> {
        SequencedMap<String, Object> body = status("not ready");
        body.put("reason", reason);
        yield Response.json(503, body);
      }
    };
  }

  private SequencedMap<String, Object> status(String status) {
    var body = new LinkedHashMap<String, Object>();
    body.put("status", status);
    body.put("version", version);
    return body;
  }

  private static HttpHandler reading(BlockingHandler handler) {
    return new Probe(handler);
  }

  private record Probe(BlockingHandler answers) implements BlockingHandler {

    @Override
    public Response answer(Request request) {
      return switch (request.method()) {
        case "GET", "HEAD" -> answers.answer(request).with("cache-control", "no-store");
        default ->
            Response.json(
                    405,
                    Map.of("code", "MethodNotAllowed", "message", "Only GET and HEAD work here"))
                .with("allow", "GET, HEAD");
      };
    }

    @Override
    public Urgency urgency(String path) {
      return Urgency.PROBE;
    }
  }
}
