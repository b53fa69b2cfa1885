package dev.partita.cli;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code partita check DIRECTORY}: looks for damage in a data folder. */
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
    return Cli.command(
            "check",
            "Look for damage in a data folder; each finding is a line on standard output.",
            () -> run(environment, checker, directory.getValue()))
        .addPositional(directory);
  }

  private static int run(Environment environment, Checker checker, Path data) {
    long count;
    if (environment.isWatched().getAsBoolean()) {
      try (ProgressBar bar = new ProgressBarBuilder().setTaskName("Checking").build()) {
        count =
            report(environment, checker, data, (done, total) -> bar.maxHint(total).stepTo(done));
      }
    } else {
      count = report(environment, checker, data, (done, total) -> {});
    }
    environment.err().println(count == 0 ? "No damage found" : "Findings: " + count);
    return (count == 0 ? ExitCode.OK : ExitCode.FAILED).number();
  }

  private static long report(
      Environment environment, Checker checker, Path data, Checker.Progress progress) {
    var count = new AtomicLong();
    try (Stream<Finding> findings = checker.check(data, progress)) {
      findings.forEach(
          finding -> {
            count.incrementAndGet();
            environment.out().println(finding.where() + ": " + finding.what());
          });
    }
    environment.out().flush();
    return count.get();
  }
}
