package dev.partita.cli;

import dev.partita.cli.shell.Checker;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.ProgressLine;
import dev.partita.cli.shell.Units;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.Summary;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code partita check DIRECTORY}: verifies a data folder. */
final class CheckCommand {

  private CheckCommand() {}

  static CommandSpec spec(Environment environment, Checker checker) {
    PositionalParamSpec directory =
        PositionalParamSpec.builder()
            .paramLabel("DIRECTORY")
            .type(Path.class)
            .arity("1")
            .required(true)
            .description("The data folder; no server may have it open.")
            .build();
    CommandSpec spec =
        Command.spec(
            "check",
            "Look for damage in a data folder; each finding is a line on standard output.",
            () -> run(environment, checker, directory.getValue()));
    return Command.withExamples(spec.addPositional(directory), "partita check ./data");
  }

  private static int run(Environment environment, Checker checker, Path data) {
    Consumer<Finding> print = finding -> environment.out().println(finding);
    Summary summary;
    if (environment.isWatched().getAsBoolean()) {
      try (var line = new ProgressLine(environment, "Checking")) {
        Consumer<Finding> below =
            finding -> {
              line.clear();
              print.accept(finding);
            };
        summary = checker.check(data, below, (done, total) -> show(line, done, total));
      }
    } else {
      summary = checker.check(data, print, Progress.NONE);
    }
    environment.out().flush();
    environment.err().println(seen(summary));
    environment.err().println(found(summary));
    return (summary.findings() == 0 ? ExitCode.OK : ExitCode.FAILED).number();
  }

  private static void show(ProgressLine line, long done, long total) {
    if (line.isDue()) {
      double part = total > 0 ? (double) done / total : -1;
      line.show(
          part,
          String.format(Locale.ROOT, "%,d of %s", done, Units.counted(total, "record", "records")));
    }
  }

  private static String seen(Summary summary) {
    return String.format(
        Locale.ROOT,
        "Checked %s, %s and %s in %s with %s.",
        Units.counted(summary.records(), "record", "records"),
        Units.counted(summary.logEntries(), "log entry", "log entries"),
        Units.counted(summary.indexEntries(), "index entry", "index entries"),
        Units.counted(summary.containers(), "container", "containers"),
        Units.counted(summary.partitions(), "partition", "partitions"));
  }

  private static String found(Summary summary) {
    return summary.findings() == 0
        ? "No damage found."
        : String.format(
            Locale.ROOT, "Errors: %,d, warnings: %,d.", summary.errors(), summary.warnings());
  }
}
