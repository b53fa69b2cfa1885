package dev.partita.cli;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import dev.partita.cli.advice.AdviseCommand;
import dev.partita.cli.demo.ClusterDemoCommand;
import dev.partita.cli.demo.DemoCommand;
import dev.partita.cli.resource.ClusterCommands;
import dev.partita.cli.resource.ContainerCommands;
import dev.partita.cli.resource.DatabaseCommands;
import dev.partita.cli.resource.ItemCommands;
import dev.partita.cli.resource.JobCommands;
import dev.partita.cli.resource.PartitionCommands;
import dev.partita.cli.resource.QueryCommand;
import dev.partita.cli.resource.RehearseCommands;
import dev.partita.cli.resource.ScriptCommands;
import dev.partita.cli.resource.ThroughputCommands;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.transfer.ExportCommand;
import dev.partita.cli.transfer.ImportCommand;
import dev.partita.client.ClientResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command tree of {@code partita}, and the mapping of failures to messages and exit codes. */
final class Cli {

  private static final int HELP_COLUMNS = 100;
  private static final List<String> VERSION = List.of("--version", "-V", "-v", "-version");

  private Cli() {}

  /** Runs a command line and returns its exit code. */
  static int run(Environment environment, String... given) {
    // Accept the spellings that other programs have for help and version.
    String[] arguments =
        given.length == 1 && VERSION.contains(given[0]) ? new String[] {"version"} : given;
    var commandLine = new CommandLine(root(environment, arguments));
    commandLine
        .setOut(environment.out())
        .setErr(environment.err())
        .setUsageHelpWidth(HELP_COLUMNS)
        // Query parameters begin with an at sign and are not argument files.
        .setExpandAtFiles(false)
        .setParameterExceptionHandler((e, _) -> misunderstood(environment, e))
        .setExecutionExceptionHandler((e, command, parsed) -> failed(environment, e));
    return commandLine.execute(arguments);
  }

  /**
   * Builds only the command that the first argument names, if it is clear which one that is:
   * building the whole tree takes longer.
   */
  private static CommandSpec root(Environment environment, String... arguments) {
    Map<String, Supplier<CommandSpec>> commands = commands(environment);
    Supplier<CommandSpec> asked = arguments.length == 0 ? null : commands.get(arguments[0]);
    CommandSpec root = empty(environment);
    if (asked != null) {
      root.addSubcommand(arguments[0], asked.get());
    } else {
      commands.forEach((name, command) -> root.addSubcommand(name, command.get()));
    }
    return root;
  }

  /** Builds the whole tree of commands. */
  static CommandSpec root(Environment environment) {
    return root(environment, new String[0]);
  }

  private static CommandSpec empty(Environment environment) {
    CommandSpec root =
        Command.spec(
            "partita",
            "A self-hosted, horizontally partitioned, multi-model database.",
            () -> {
              environment.err().println("partita: which command? Try: partita --help");
              return ExitCode.USAGE.number();
            });
    root.addOption(
        OptionSpec.builder("-V", "--version")
            .arity("0")
            .type(boolean.class)
            .description("Show the version and exit.")
            .build());
    return root;
  }

  private static Map<String, Supplier<CommandSpec>> commands(Environment environment) {
    var commands = new LinkedHashMap<String, Supplier<CommandSpec>>();
    commands.put("serve", () -> ServeCommand.spec(environment));
    commands.put("demo", () -> DemoCommand.spec(environment));
    commands.put("database", () -> DatabaseCommands.spec(environment));
    commands.put("container", () -> ContainerCommands.spec(environment));
    commands.put("item", () -> ItemCommands.spec(environment));
    commands.put("query", () -> QueryCommand.spec(environment));
    commands.put("partition", () -> PartitionCommands.spec(environment));
    commands.put("advise", () -> AdviseCommand.spec(environment));
    commands.put("job", () -> JobCommands.spec(environment));
    commands.put(
        "cluster", () -> ClusterCommands.spec(environment, ClusterDemoCommand.spec(environment)));
    commands.put("throughput", () -> ThroughputCommands.spec(environment));
    commands.put("script", () -> ScriptCommands.spec(environment));
    commands.put("rehearse", () -> RehearseCommands.spec(environment));
    commands.put("import", () -> ImportCommand.spec(environment));
    commands.put("export", () -> ExportCommand.spec(environment));
    environment
        .checker()
        .ifPresent(checker -> commands.put("check", () -> CheckCommand.spec(environment, checker)));
    commands.put("cert", () -> CertCommand.spec(environment));
    commands.put("bench", () -> BenchCommand.spec(environment));
    commands.put("completion", () -> CompletionCommand.spec(environment, () -> root(environment)));
    commands.put("version", () -> VersionCommand.spec(environment));
    return commands;
  }

  private static int misunderstood(Environment environment, ParameterException failure) {
    environment.err().println("partita: " + failure.getMessage());
    UnmatchedArgumentException.printSuggestions(failure, environment.err());
    environment
        .err()
        .println("Try: " + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE.number();
  }

  private static int failed(Environment environment, Exception failure) {
    environment.out().flush();
    if (failure instanceof IOException) {
      environment.err().println("partita: " + Reasons.of(failure));
      return ExitCode.FAILED.number();
    }
    if (!(failure instanceof DatabaseException known)) {
      environment.err().println("partita: this is a defect of Partita, at this place:");
      failure.printStackTrace(environment.err());
      return ExitCode.FAILED.number();
    }
    if (known.text().equals(ClientResponse.REFUSED)) {
      return refused(environment, known).number();
    }
    if (known.code() == ErrorCode.UNAVAILABLE && known.context().containsKey("endpoint")) {
      return unreachable(environment, known).number();
    }
    environment.err().println("partita: " + known.getMessage());
    return (known.code() == ErrorCode.BAD_REQUEST ? ExitCode.USAGE : ExitCode.FAILED).number();
  }

  private static ExitCode unreachable(Environment environment, DatabaseException failure) {
    Object endpoint = failure.context().get("endpoint");
    environment
        .err()
        .println(
            "partita: %s at %s: %s."
                .formatted(failure.text(), endpoint, failure.context().get("reason")));
    environment
        .err()
        .println(
            String.valueOf(endpoint).startsWith("https")
                ? "To trust it, give its certificate with --ca-file; 'partita cert export' has it."
                : "Start one with 'partita serve', or say with --endpoint where another one is.");
    return ExitCode.UNREACHABLE;
  }

  /** Reports a request that the server refused, in the words of the server. */
  private static ExitCode refused(Environment environment, DatabaseException refusal) {
    Map<String, Object> said = refusal.context();
    Object explained = said.get(ClientResponse.EXPLAINED);
    environment
        .err()
        .println(
            "partita: "
                + (explained == null
                    ? said.get(ClientResponse.MESSAGE)
                        + " ("
                        + said.get(ClientResponse.STATUS)
                        + ")"
                    : explained));
    return switch (refusal.code()) {
      case NOT_FOUND, OWNER_NOT_FOUND -> ExitCode.NOT_FOUND;
      case INTERNAL, UNAVAILABLE, CORRUPT, INCOMPATIBLE_FORMAT -> ExitCode.FAILED;
      default -> ExitCode.REFUSED;
    };
  }
}
