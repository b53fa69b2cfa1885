package dev.partita.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A few requests to a server of this process, from which the launcher has Java learn what a start
 * and the first requests need.
 */
final class Training {

  private static final int ROUNDS = 20;

  private Training() {}

  static void exercise(URI server) {
    for (int i = 0; i < ROUNDS; i++) {
      for (String path : List.of("/alive", "/ready", "/unknown")) {
        ask(server, path);
      }
    }
  }

  /** Over a plain socket: an HTTP client would have Java learn the client, too. */
  private static void ask(URI server, String path) {
    try (var socket = new Socket(server.getHost(), server.getPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      if (socket.getInputStream().readAllBytes().length == 0) {
        throw new IllegalStateException("No answer: " + path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
