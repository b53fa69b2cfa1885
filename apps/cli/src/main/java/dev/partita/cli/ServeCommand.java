package dev.partita.cli;

import dev.partita.base.error.DatabaseException;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.Logs;
import dev.partita.document.check.DataSalvage;
import dev.partita.protocol.Endpoint;
import dev.partita.protocol.setting.Setting;
import dev.partita.server.PartitaServer;
import dev.partita.server.ServerOptions;
import dev.partita.server.Settings;
import dev.partita.server.StoredModels;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code partita serve}: runs a server until the process is told to stop. */
final class ServeCommand {

  private static final String CONFIG = "--config";
  private static final String SALVAGE = "salvage";
  private static final String TRAIN = "train";

  private ServeCommand() {}

  static CommandSpec spec(Environment environment) {
    // The action needs the specification to see what was parsed, and the specification needs the
    // action.
    var holder = new CommandSpec[1];
    CommandSpec spec =
        Command.spec(
            "serve",
            "Run a server until SIGTERM or SIGINT; requests under way are answered first.",
            () -> run(environment, flags(holder[0].commandLine().getParseResult())));
    holder[0] = spec;
    spec.addOption(
        option(CONFIG)
            .paramLabel("FILE")
            .description(
                "A file of settings, one 'name: value' to a line; the names are those of these"
                    + " options without dashes. (PARTITA_CONFIG)")
            .build());
    for (Setting<?> setting : Settings.standard().all()) {
      spec.addOption(option(setting));
    }
    // An option, not a setting: it has to be asked for at each start.
    spec.addOption(
        OptionSpec.builder("--" + SALVAGE)
            .type(boolean.class)
            .description(
                "If the write-ahead log is damaged, keep what was committed before the damage and"
                    + " drop what came after it; the damaged files are put aside in the data"
                    + " folder. For one start, after looking for a backup.")
            .build());
    // For the launcher only: exit after a few requests of the server to itself.
    spec.addOption(
        OptionSpec.builder("--" + TRAIN)
            .type(String.class)
            .fallbackValue("")
            .arity("0..1")
            .hidden(true)
            .build());
    return Command.withExamples(
        spec,
        "partita serve --port 9000 --data /var/lib/partita",
        "partita serve --in-memory --port 0");
  }

  private static OptionSpec option(Setting<?> setting) {
    OptionSpec.Builder option =
        option(setting.flag())
            .description(
                "%s (%s%s)"
                    .formatted(
                        setting.description(),
                        setting.variable(),
                        setting.defaultText().isEmpty()
                            ? ""
                            : ", default " + setting.defaultText()));
    if (setting.isList()) {
      option.type(List.class).auxiliaryTypes(String.class);
    }
    if (setting.valueName().isEmpty()) {
      option.arity("0..1").fallbackValue("true").paramLabel("true|false");
    } else {
      option.paramLabel(setting.valueName());
    }
    return option.build();
  }

  private static OptionSpec.Builder option(String flag) {
    return OptionSpec.builder(flag).type(String.class).arity("1");
  }

  private static Map<String, String> flags(ParseResult parsed) {
    var flags = new HashMap<String, String>();
    for (OptionSpec option : parsed.matchedOptions()) {
      flags.put(option.longestName().substring("--".length()), text(option.getValue()));
    }
    return flags;
  }

  /** Joins the values of a repeated option with commas, which is the form of settings. */
  private static String text(Object value) {
    return value instanceof List<?> several
        ? several.stream().map(String::valueOf).collect(Collectors.joining(","))
        : String.valueOf(value);
  }

  /**
   * Prints the messages of readiness that other servers print, because test containers and scripts
   * for the emulator wait for them, one of them including its line ending.
   */
  private static void announce(PartitaServer server, PrintWriter out) {
    server.uris().forEach(uri -> out.println("Now listening on: " + uri));
    for (Endpoint endpoint : server.endpoints()) {
      if (!endpoint.address().title().isEmpty()) {
        out.println(endpoint.address().title() + " at: " + endpoint.uri());
      }
    }
    server.announcements().forEach(out::println);
    out.println("System is now fully ready to accept requests");
    out.print("Started\r\n");
    out.flush();
  }

  /** Reports what was lost in the repair before clients can read from the server. */
  private static void salvage(Environment environment, ServerOptions options) {
    if (options.inMemory()) {
      throw DatabaseException.badRequest("--salvage is for data in a folder, not in memory.");
    }
    DataSalvage.folder(options.data(), StoredModels.ALL, environment.clock())
        .lines()
        .forEach(line -> environment.err().println("partita: " + line));
  }

  private static int run(Environment environment, Map<String, String> flags)
      throws InterruptedException {
    ServerOptions options = ServerOptions.resolve(flags, environment.variables());
    Logs.configure(options.logLevel());
    PartitaServer server;
    try {
      server = PartitaServer.listen(options, environment.clock());
      // Registered before the server is ready, so that a signal at any moment shuts it down
      // cleanly.
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
      if (flags.containsKey(SALVAGE)) {
        salvage(environment, options);
      }
      server.open(environment.nodes());
    } catch (DatabaseException e) {
      environment.err().println("partita: cannot start: " + e.getMessage());
      return ExitCode.CANNOT_START.number();
    }
    announce(server, environment.out());
    if (flags.containsKey(TRAIN)) {
      ClassArchiveTraining.exercise(server.uri());
      server.close();
    }
    server.awaitClosed();
    return ExitCode.OK.number();
  }
}
