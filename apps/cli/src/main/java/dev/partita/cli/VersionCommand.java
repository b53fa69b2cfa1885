package dev.partita.cli;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.server.Version;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita version}: prints the version of Partita and of Java. */
final class VersionCommand {

  private VersionCommand() {}

  static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "version",
            "Show the version of Partita, of Java and of the system.",
            "partita version");
    // For the launcher only: create the class archive.
    OptionValue train = command.hidden("--train");
    return command.does(
        () -> {
          environment
              .out()
              .printf(
                  "Partita %s (Java %s, %s %s)%n",
                  Version.current(),
                  Runtime.version(),
                  System.getProperty("os.name"),
                  System.getProperty("os.arch"));
          if (train.isOn()) {
            ClientTraining.exercise(environment);
          }
          return ExitCode.OK;
        });
  }
}
