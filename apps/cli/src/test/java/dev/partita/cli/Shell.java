package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.Interrupts;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.server.Node;
import dev.partita.server.PartitaServer;
import dev.partita.server.ServerOptions;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Server in memory, and commands that run against it over HTTP. */
final class Shell implements AutoCloseable {

  /** Exit code and output of a command. */
  record Ran(int code, String out, String err) {

    List<JsonObject> json() {
      return out.lines()
          .map(line -> JsonReader.DEFAULT.readObject(line.getBytes(StandardCharsets.UTF_8)))
          .toList();
    }

    /** The only line of a result, as JSON. */
    JsonObject only() {
      List<JsonObject> lines = json();
      if (lines.size() != 1) {
        throw new AssertionError("Not one line: " + this);
      }
      return lines.getFirst();
    }
  }

  /** Placeholders of usage texts: values in braces, names of classes, and one of several. */
  private static final Pattern NOT_FOR_PEOPLE =
      Pattern.compile(
          "\\{\\w+=|\\b(?:[a-z][a-z0-9]*\\.){2,}[A-Z]\\w*|\\w+Exception\\b|\\b1 (?:\\w+"
              + " )?(?:results|items|entries|rows|waits|requests|partitions|records)\\b");

  private final PartitaServer server;
  private Interrupts interrupts = Interruptions.never();
  private boolean watched;

  private Shell(PartitaServer server) {
    this.server = server;
  }

  static Shell start() {
    return start(Map.of());
  }

  /** With settings of its own. */
  static Shell start(Map<String, String> settings) {
    ServerOptions options = ServerOptions.resolve(settings, Map.of());
    return new Shell(
        PartitaServer.start(options.withPort(0).inMemoryOnly(), Node::open, Clock.system()));
  }

  String endpoint() {
    return server.uri().toString();
  }

  /** Interrupts for the commands that follow. */
  Shell interruptedBy(Interrupts chosen) {
    interrupts = chosen;
    return this;
  }

  Shell watched(boolean isWatched) {
    watched = isWatched;
    return this;
  }

  Ran run(String... arguments) {
    return type("", arguments);
  }

  /** Runs a command with this standard input. */
  Ran type(String input, String... arguments) {
    return run(Map.of("PARTITA_ENDPOINT", endpoint()), input, arguments);
  }

  Ran run(Map<String, String> variables, String input, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var environment =
        new Environment(
            Node::open,
            Optional.empty(),
            variables,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            () -> watched,
            () -> 0,
            () -> 0,
            Clock.system(),
            interrupts);
    int code = Cli.run(environment, arguments);
    assertThat(err.toString()).doesNotContainPattern(NOT_FOR_PEOPLE);
    return new Ran(code, out.toString(), err.toString());
  }

  @Override
  public void close() {
    server.close();
  }
}
