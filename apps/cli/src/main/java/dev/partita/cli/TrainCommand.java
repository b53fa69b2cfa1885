package dev.partita.cli;

import dev.partita.server.LogLevel;
import dev.partita.server.PartitaServer;
import dev.partita.server.ServerOptions;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code partita train}: a short life of a server, from start over a few requests to stop, from
 * which the launcher has Java learn what a start needs. Hidden, as nobody else has a use for it.
 */
final class TrainCommand {

  private static final int ROUNDS = 20;

  private TrainCommand() {}

  static CommandSpec spec(Environment environment) {
    CommandSpec spec =
        Cli.command(
            "train",
            "Start and stop a server in memory, for the launcher's start-up cache.",
            () -> run(environment));
    spec.usageMessage().hidden(true);
    return spec;
  }

  private static int run(Environment environment) throws IOException {
    Logs.configure(LogLevel.WARN);
    ServerOptions options = ServerOptions.standard().withPort(0).inMemoryOnly();
    try (PartitaServer server =
        PartitaServer.start(options, environment.engines(), environment.clock())) {
      for (int i = 0; i < ROUNDS; i++) {
        for (String path : List.of("/alive", "/ready", "/unknown")) {
          ask(server.uri(), path);
        }
      }
    }
    return ExitCode.OK.number();
  }

  /** Over a plain socket: an HTTP client would have Java learn the client, too. */
  private static void ask(URI server, String path) throws IOException {
    try (var socket = new Socket(server.getHost(), server.getPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      if (socket.getInputStream().readAllBytes().length == 0) {
        throw new IOException("No answer: " + path);
      }
    }
  }
}
