package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.Interrupts;
import dev.partita.cli.shell.Logs;
import dev.partita.cli.shell.OptionValue;
import dev.partita.client.Client;
import dev.partita.client.ServerTarget;
import dev.partita.client.SigningKey;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.server.LogLevel;
import dev.partita.server.PartitaServer;
import dev.partita.server.ServerOptions;
import dev.partita.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita demo}: a server with sample data, traffic and a split, shown in the terminal. */
public final class DemoCommand {

  private final Environment environment;
  private final OptionValue seconds;
  private final OptionValue plain;
  private final OptionValue keep;
  private final OptionValue port;

  private DemoCommand(Environment environment, Command command) {
    this.environment = environment;
    this.seconds =
        command.withDefault("--seconds", "N", "0", "Stop after so long; 0 for when you say so.");
    this.plain = command.flag("--plain", "Print lines, without colours and movement.");
    this.keep = command.flag("--keep", "Keep the data folder.");
    this.port =
        command.withDefault(
            "--port",
            "PORT",
            ServerSettings.PORT.defaultText(),
            "TCP port; another one if it is taken.");
  }

  public static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "demo",
            "Start a server with sample data, load, a hot partition and a live split.",
            "partita demo",
            "partita demo --seconds 30 --plain --keep");
    var demo = new DemoCommand(environment, command);
    return command.does(demo::run);
  }

  private ExitCode run() throws IOException {
    // Failures are printed by this command; log lines would break the picture.
    Logs.configure(LogLevel.ERROR);
    Screen screen = screen();
    int length = seconds.number(0, 86_400);
    screen.event("Partita demo: a server with an airline and some sensors. One moment …");
    Path data = Files.createTempDirectory("partita-demo-");
    try (Interrupts.Watch watch = environment.interrupts().watch()) {
      try (PartitaServer server = listen(data, screen)) {
        server.open(environment.nodes());
        String endpoint = "http://localhost:" + server.uri().getPort();
        screen.event("The server is at " + endpoint + ", its data in " + data + ".");
        screen.event("The explorer is at " + endpoint + "/_explorer/");
        play(endpoint, screen, length, watch);
      } finally {
        screen.end();
        remove(data);
      }
    }
    return ExitCode.OK;
  }

  private void play(String endpoint, Screen screen, int length, Interrupts.Watch watch) {
    ServerTarget target =
        ServerTarget.of(endpoint, SigningKey.of(AccountSettings.KEY.defaultText()));
    try (Client client = new Client(target, environment.clock())) {
      double round = length > 0 ? Math.min(Play.ROUND_SECONDS, length) : Play.ROUND_SECONDS;
      var play = new Play(client, screen, round);
      play.prepare();
      play.run(length, watch::requested);
      screen.end();
      environment.out().println();
      environment.out().println(play.summary());
    }
  }

  private Screen screen() {
    Map<String, String> variables = environment.variables();
    boolean live =
        !plain.isOn()
            && environment.isWatched().getAsBoolean()
            && !"dumb".equals(variables.get("TERM"));
    return live
        ? new Screen.Live(
            environment.out(),
            !variables.containsKey("NO_COLOR"),
            environment::columns,
            environment::rows)
        : new Screen.Plain(environment.out());
  }

  /** Listens on the default port, or on any free one if that is taken. */
  private PartitaServer listen(Path data, Screen screen) {
    int wanted = port.number(0, 65_535);
    try {
      return PartitaServer.listen(options(data, wanted), environment.clock());
    } catch (DatabaseException e) {
      if (e.code() != ErrorCode.UNAVAILABLE || wanted == 0) {
        throw e;
      }
      screen.event("Port " + wanted + " is taken; another one will do.");
      return PartitaServer.listen(options(data, 0), environment.clock());
    }
  }

  private static ServerOptions options(Path data, int port) {
    Map<String, String> flags =
        Map.of(
            ServerSettings.DATA.key(), data.toString(),
            ServerSettings.PORT.key(), Integer.toString(port));
    return ServerOptions.resolve(flags, Map.of()).withoutOwnPorts();
  }

  private void remove(Path data) throws IOException {
    if (keep.isOn()) {
      environment.out().println("The data is kept. To look at it: partita serve --data " + data);
      return;
    }
    try (Stream<Path> files = Files.walk(data)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
    environment.out().println("The server has stopped, and its data is gone. Goodbye!");
  }
}
