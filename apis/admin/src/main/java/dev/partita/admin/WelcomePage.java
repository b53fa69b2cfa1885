package dev.partita.admin;

import dev.partita.net.Headers;
import dev.partita.net.HttpHandler;
import dev.partita.net.Request;
import dev.partita.net.Response;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The page for people who open the server in a browser, at the address where they know such a page
 * from emulators. Test tools wait for it as well, so it answers 503 until the server is ready. Safe
 * for any thread.
 */
public final class WelcomePage implements HttpHandler {

  /** Where it is, and everything below. */
  public static final String PATH = "/_explorer";

  private static final String INDEX = PATH + "/index.html";
  private static final Headers HTML =
      Headers.of(
          "content-type", "text/html; charset=utf-8",
          "content-security-policy", "default-src 'none'",
          "x-content-type-options", "nosniff",
          "cache-control", "no-store");

  private final Health health;
  private final byte[] page;

  /**
   * @param version the server's version, told to whoever asks
   */
  public WelcomePage(Health health, String version) {
    this.health = health;
    this.page = text(version).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(String version) {
    return """
    <!doctype html>
    <html lang="en">
    <head><meta charset="utf-8"><title>Partita</title></head>
    <body>
    <h1>Partita %s</h1>
    <p>This server is running. Clients use the address of this page without its path.</p>
    <ul>
    <li><a href="/ready">Whether it can serve requests</a></li>
    <li><a href="%s/emulator.pem">The certificate to trust</a>, if it serves HTTPS</li>
    </ul>
    </body>
    </html>
    """
        .formatted(version, PATH);
  }

  @Override
  public Response handle(Request request) {
    return switch (request.path()) {
      case PATH, PATH + "/" -> Response.of(302).with("location", INDEX);
      case INDEX -> index();
      default -> Response.json(404, Map.of("code", "NotFound", "message", "There is no such page"));
    };
  }

  private Response index() {
    return switch (health.readiness()) {
      case Readiness.Ready() -> new Response(200, HTML, page);
      case Readiness.NotReady(String reason) ->
          Response.json(503, Map.of("code", "ServiceUnavailable", "message", reason));
    };
  }
}
