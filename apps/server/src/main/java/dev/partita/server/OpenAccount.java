package dev.partita.server;

import dev.partita.net.HttpHandler;
import dev.partita.net.Request;
import dev.partita.net.Response;

/**
 * An API whose account may be read without a signature, and nothing else. Tools that start servers
 * for tests look there whether one is up, before they know of keys. For servers whose key is known
 * to all anyway. Safe for any thread.
 *
 * @param open the same API, which asks nobody for a signature
 */
record OpenAccount(HttpHandler signed, HttpHandler open) implements HttpHandler {

  @Override
  public Response handle(Request request) {
    boolean accountOnly = request.method().equals("GET") && request.path().equals("/");
    boolean unsigned = request.headers().first("authorization") == null;
    return (accountOnly && unsigned ? open : signed).handle(request);
  }
}
