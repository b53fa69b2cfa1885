package dev.partita.net.http;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A handler that passes each request on by the beginning of its path; the longest beginning wins.
 * {@code /ready} stands for itself and what is below it, {@code /} for everything. Immutable.
 */
public final class Router implements HttpHandler {

  private record Route(String prefix, HttpHandler handler) {

    boolean matches(String path) {
      return path.startsWith(prefix)
          && (path.length() == prefix.length()
              || prefix.endsWith("/")
              || path.charAt(prefix.length()) == '/');
    }
  }

  private final List<Route> routes;

  public Router(Map<String, HttpHandler> handlersByPrefix) {
    routes =
        handlersByPrefix.entrySet().stream()
            .map(entry -> new Route(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparingInt((Route route) -> route.prefix().length()).reversed())
            .toList();
    for (Route route : routes) {
      if (!route.prefix().startsWith("/")) {
        throw new IllegalArgumentException("A route begins with a slash: " + route.prefix());
      }
    }
  }

  @Override
  public CompletionStage<Response> handle(Request request) {
    HttpHandler handler = handlerOf(request.path());
    if (handler == null) {
      throw new DatabaseException(ErrorCode.NOT_FOUND, "Nothing is served at this path")
          .with("path", request.path());
    }
    return handler.handle(request);
  }

  @Override
  public Urgency urgency(String path) {
    HttpHandler handler = handlerOf(path);
    return handler == null ? Urgency.WORK : handler.urgency(path);
  }

  private @Nullable HttpHandler handlerOf(String path) {
    for (Route route : routes) {
      if (route.matches(path)) {
        return route.handler();
      }
    }
    return null;
  }
}
