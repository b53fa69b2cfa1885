package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.resource.ContainerCommands;
import dev.partita.cli.resource.Scoped;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.Interrupts;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.Client;
import dev.partita.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita import}: reads items from a file into a container. */
public final class ImportCommand {

  private static final String STANDARD_INPUT = "-";

  private final Environment environment;
  private final Scoped scope;
  private final OptionValue file;
  private final OptionValue format;
  private final OptionValue upsert;
  private final OptionValue parallel;
  private final OptionValue skip;
  private final OptionValue rejected;

  private ImportCommand(Environment environment, Command command) {
    this.environment = environment;
    this.scope = new Scoped(command);
    this.file = command.positional(0, "FILE", true, "The file; - for standard input.");
    this.format =
        command.withDefault(
            "--format",
            "auto|" + Format.words(),
            "auto",
            "An array of items, an item to a line, or CSV; by the name and the beginning of the"
                + " file if not given.");
    this.upsert =
        command.flag("--upsert", "Replace items that exist; so an import can be run again.");
    this.parallel =
        command.withDefault("--parallel", "N", "16", "How many requests are under way at once.");
    this.skip =
        command.withDefault(
            "--skip", "N", "0", "Leave out so many entries, which an import before this one did.");
    this.rejected =
        command.optional(
            "--rejected",
            "FILE",
            "Where entries go that are refused, with the reason. (default FILE.rejected)");
  }

  public static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "import",
            "Import items from a file: JSON, JSON Lines or CSV.",
            "partita import -d shop -c orders orders.jsonl",
            "partita import -d shop -c orders --upsert --parallel 8 orders.csv",
            "zcat orders.json.gz | partita import -d shop -c orders -");
    var run = new ImportCommand(environment, command);
    return Remote.spec(environment, command, run::run);
  }

  private ExitCode run(Client client, Output output) throws IOException, InterruptedException {
    JsonObject container = client.require(scope.request("GET")).object();
    long before = skip.number(0L, Long.MAX_VALUE).orElse(0L);
    long begin = environment.clock().nanos();
    try (Interrupts.Watch watch = environment.interrupts().watch();
        CountingStream in = new CountingStream(open());
        Rejections rejections = new Rejections(rejectedFile())) {
      var ledger = new ImportLedger(rejections, before);
      var sender = new Sender(client, scope.request("POST", "docs"), upsert.isOn());
      var importer =
          new Importer(ledger, sender, ContainerCommands.paths(container), parallel.number(1, 256));
      try (Gauge gauge =
          new Gauge(
              environment, "Importing", sizeBytes(), " MB", 1 << 20, () -> words(ledger, begin))) {
        EntrySource source = EntrySource.of(in, chosenFormat());
        importer.run(source, before, watch::requested, _ -> gauge.at(in.count()));
      } catch (DatabaseException e) {
        report(output, ledger, rejections, begin);
        goOn(output, ledger);
        throw e;
      }
      report(output, ledger, rejections, begin);
      if (watch.requested()) {
        goOn(output, ledger);
        return ExitCode.FAILED;
      }
      return rejections.count() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private Optional<Format> chosenFormat() {
    Optional<Format> chosen = Format.of(format);
    // Files of both forms of JSON have the extension .json: the content tells which one it is.
    return chosen.isPresent()
        ? chosen
        : Format.ofName(file.text()).filter(byName -> byName != Format.JSON);
  }

  private InputStream open() {
    if (isStandardInput()) {
      return environment.in();
    }
    try {
      return Files.newInputStream(Path.of(file.text()));
    } catch (IOException e) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "Cannot read the file", e)
          .with("file", file.text())
          .with("reason", e);
    }
  }

  private boolean isStandardInput() {
    return file.text().equals(STANDARD_INPUT);
  }

  private long sizeBytes() throws IOException {
    return isStandardInput() ? -1 : Files.size(Path.of(file.text()));
  }

  private Path rejectedFile() {
    return Path.of(
        rejected
            .optional()
            .orElseGet(() -> (isStandardInput() ? "import" : file.text()) + ".rejected"));
  }

  private String words(ImportLedger ledger, long begin) {
    double seconds = Math.max(1e-3, (environment.clock().nanos() - begin) / 1e9);
    return String.format(
        Locale.ROOT,
        "%s, %,.0f/s, %,d rejected, %s for throughput",
        Units.counted(ledger.imported(), "item", "items"),
        ledger.imported() / seconds,
        ledger.rejected(),
        Units.counted(ledger.waits(), "wait", "waits"));
  }

  private void report(Output output, ImportLedger ledger, Rejections rejections, long begin) {
    output.note(
        String.format(
            Locale.ROOT,
            "Imported %s in %s, %s.",
            words(ledger, begin),
            Units.seconds((environment.clock().nanos() - begin) / 1e9),
            Units.ru(ledger.charge())));
    if (rejections.count() > 0) {
      output.note(
          String.format(
              Locale.ROOT,
              "%s rejected; the lines and reasons are in %s.",
              Units.counted(rejections.count(), "entry was", "entries were"),
              rejections.file()));
    }
  }

  private static void goOn(Output output, ImportLedger ledger) {
    output.note(
        String.format(
            Locale.ROOT,
            "Stopped: of the file, %s settled from its beginning. Go on with: --skip %d --upsert",
            Units.counted(ledger.reached(), "entry is", "entries are"),
            ledger.reached()));
  }
}
