package dev.partita.cli;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code partita bench}: declared for the help only. The launcher hands the command over to {@code
 * ./bench}, which builds what it needs.
 */
final class BenchCommand {

  private BenchCommand() {}

  static CommandSpec spec(Environment environment) {
    return Command.named(
            "bench",
            "Measure against raw RocksDB on this machine, with ./bench; needs the sources.",
            "partita bench all")
        .does(
            () -> {
              environment.err().println("partita: run ./bench in the folder of the sources.");
              return ExitCode.FAILED;
            });
  }
}
