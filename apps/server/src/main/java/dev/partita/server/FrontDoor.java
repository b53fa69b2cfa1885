package dev.partita.server;

import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Urgency;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What leads browsers that open the root of the server to a page; everything else passes.
 * Immutable.
 *
 * @param page the path that browsers are led to
 */
record FrontDoor(HttpHandler everything, String page) implements HttpHandler {

  @Override
  public CompletionStage<Response> handle(Request request) {
    return isForBrowsers(request)
        ? CompletableFuture.completedFuture(
            Response.of(302).with("location", page).with("vary", "accept"))
        : everything.handle(request);
  }

  @Override
  public Urgency urgency(String path) {
    return everything.urgency(path);
  }

  /** Some programs say, too, that they would take HTML; XHTML only browsers have ever wanted. */
  private static boolean isForBrowsers(Request request) {
    String accepted = request.headers().first("accept");
    return request.path().equals("/")
        && request.method().equals("GET")
        && accepted != null
        && accepted.contains("application/xhtml+xml");
  }
}
