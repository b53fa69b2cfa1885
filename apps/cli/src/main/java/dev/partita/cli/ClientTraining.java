package dev.partita.cli;

import dev.partita.cli.shell.Environment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Training run for the class archive of the client commands, started by the launcher. The commands
 * talk to a stub that gives the same response to every request: with a real server in this process,
 * the archive would contain the server's classes, too.
 */
final class ClientTraining {

  private static final int ROUNDS = 3;
  private static final String BODY =
      """
      {"id":"x","_rid":"x","_ts":1,"_etag":"x","partitionKey":{"paths":["/k"]},"k":1.5,\
      "Databases":[{"id":"x","_rid":"x","_ts":1}],"DocumentCollections":[{"id":"x","_rid":"x"}],\
      "Documents":[{"id":"x","n":1,"o":{"p":[true,null]}}],"Offers":[],"partitions":[],\
      "hottestKeys":[]}\
      """;
  private static final String[][] COMMANDS = {
    {"database", "list"},
    {"database", "show", "--name", "x"},
    {"container", "list", "-d", "x"},
    {"container", "show", "-d", "x", "-n", "x", "--json"},
    {"item", "read", "-d", "x", "-c", "x", "--id", "x", "-k", "x"},
    {"item", "upsert", "-d", "x", "-c", "x", "{\"id\":\"x\"}"},
    {"query", "-d", "x", "-c", "x", "SELECT * FROM c", "-P", "@x=1"},
    {"partition", "list", "-d", "x", "-c", "x"},
    {"throughput", "show", "-d", "x", "-c", "x"},
    {"container", "create", "--help"},
    {"item", "lost"},
  };

  private ClientTraining() {}

  static void exercise(Environment environment) {
    try (var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerAll(listener));
      var nowhere = new PrintWriter(Writer.nullWriter());
      var quiet =
          new Environment(
              environment.nodes(),
              Optional.empty(),
              Map.of("PARTITA_ENDPOINT", "http://localhost:" + listener.getLocalPort()),
              InputStream.nullInputStream(),
              nowhere,
              nowhere,
              () -> false,
              () -> 0,
              () -> 0,
              environment.clock(),
              environment.interrupts());
      for (int i = 0; i < ROUNDS; i++) {
        for (String[] command : COMMANDS) {
          Cli.run(quiet, command);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answerAll(ServerSocket listener) {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        answer(socket);
      } catch (IOException e) {
        // The training or a client has ended; in the latter case, accept the next connection.
      }
    }
  }

  /** Serves one request per connection: reads the head, and the body as far as it has arrived. */
  private static void answer(Socket socket) throws IOException {
    var in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    String line = in.readLine();
    int length = 0;
    while (line != null && !line.isEmpty()) {
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
      line = in.readLine();
    }
    for (int i = 0; i < length; i++) {
      in.read();
    }
    byte[] body = BODY.getBytes(StandardCharsets.US_ASCII);
    String head =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nx-ms-request-charge: 1.5\r\nContent-Length: %d\r\n\r\n"
            .formatted(body.length);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
  }
}
