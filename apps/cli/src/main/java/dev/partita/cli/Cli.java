package dev.partita.cli;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The commands of {@code partita}. Built by hand rather than from annotations: nothing has to be
 * found by reflection at each start, and the options of {@code serve} follow from the settings.
 */
final class Cli {

  private static final int HELP_COLUMNS = 100;

  private Cli() {}

  /** Runs a command line and says how it ended. */
  static int run(Environment environment, String... arguments) {
    var commandLine = new CommandLine(root(environment));
    commandLine
        .setOut(environment.out())
        .setErr(environment.err())
        .setUsageHelpWidth(HELP_COLUMNS)
        .setParameterExceptionHandler((e, given) -> misunderstood(environment, e))
        .setExecutionExceptionHandler((e, command, parsed) -> failed(environment, e));
    return commandLine.execute(arguments);
  }

  private static CommandSpec root(Environment environment) {
    CommandSpec root =
        command(
            "partita",
            "A self-hosted, horizontally partitioned, multi-model database.",
            () -> {
              environment.err().println("partita: which command? Try: partita --help");
              return ExitCode.USAGE.number();
            });
    root.addSubcommand("serve", ServeCommand.spec(environment));
    environment
        .checker()
        .ifPresent(checker -> root.addSubcommand("check", CheckCommand.spec(environment, checker)));
    root.addSubcommand("cert", CertCommand.spec(environment));
    root.addSubcommand("version", VersionCommand.spec(environment));
    return root;
  }

  /** A command with a name, a one-line description, help, and the exit codes at its end. */
  static CommandSpec command(String name, String description, Callable<Integer> action) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(action).name(name);
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Show this help and exit.")
            .build());
    spec.usageMessage()
        .description(description)
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(
            Arrays.stream(ExitCode.values())
                .collect(
                    Collectors.toMap(
                        code -> Integer.toString(code.number()),
                        ExitCode::description,
                        (first, second) -> first,
                        LinkedHashMap::new)));
    return spec;
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
    if (failure instanceof DatabaseException known) {
      environment.err().println("partita: " + known.getMessage());
      return (known.code() == ErrorCode.BAD_REQUEST ? ExitCode.USAGE : ExitCode.FAILED).number();
    }
    failure.printStackTrace(environment.err());
    return ExitCode.FAILED.number();
  }
}
