package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.resource.QueryCommand;
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
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.Feed;
import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code partita export}: writes the items of a container, or the results of a query, to a file.
 */
public final class ExportCommand {

  private static final List<String> OF_THE_SYSTEM =
      List.of("_rid", "_self", "_etag", "_attachments", "_ts");
  private static final String STANDARD_OUTPUT = "-";
  private static final String PAGE = "1000";
  private static final Pattern COUNT = Pattern.compile("documentsCount=(\\d+)");

  private final Environment environment;
  private final Scoped scope;
  private final OptionValue file;
  private final OptionValue format;
  private final OptionValue query;
  private final OptionValue key;
  private final OptionValue system;
  private final OptionValue overwrite;

  private ExportCommand(Environment environment, Command command) {
    this.environment = environment;
    this.scope = new Scoped(command);
    this.file = command.positional(0, "FILE", false, "The file; standard output without it.");
    this.format =
        command.withDefault(
            "--format",
            "auto|" + Format.words(),
            "auto",
            "An array of items, an item to a line, or CSV; by the name of the file if not given,"
                + " else jsonl.");
    this.query = command.optional("--query", "SQL", "Export what a query gives.");
    this.key = Scoped.key(command, false);
    this.system =
        command.flag("--system-properties", "Keep _rid, _self, _etag, _attachments and _ts.");
    this.overwrite = command.flag("--overwrite", "Replace the file if it exists.");
  }

  public static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "export",
            "Export items to a file: JSON, JSON Lines or CSV.",
            "partita export -d shop -c orders orders.jsonl",
            "partita export -d shop -c orders --query \"SELECT c.id, c.total FROM c\" totals.csv",
            "partita export -d shop -c orders | gzip > orders.jsonl.gz");
    var run = new ExportCommand(environment, command);
    return Remote.spec(environment, command, run::run);
  }

  private ExitCode run(Client client, Output output) throws IOException {
    long begin = environment.clock().nanos();
    long total = count(client);
    Feed feed = new Feed(client, request(), "Documents");
    try (Interrupts.Watch watch = environment.interrupts().watch();
        OutputStream out = open()) {
      ItemWriter writer = ItemWriter.of(chosenFormat(), out);
      var items = new AtomicLong();
      try (Gauge gauge =
          new Gauge(
              environment, "Exporting", total, " items", 1, () -> words(items.get(), begin))) {
        try {
          for (var page = feed.next();
              page.isPresent() && !watch.requested() && !output.isAbandoned();
              page = feed.next()) {
            writer.write(page.get().stream().map(this::cleaned).toList());
            gauge.at(items.addAndGet(page.get().size()));
          }
        } finally {
          // Also after a failure: the items written so far are complete.
          writer.end();
        }
      } catch (DatabaseException e) {
        output.note(stopped(items.get()));
        throw e;
      }
      output.note(
          String.format(
              Locale.ROOT, "Exported %s, %s.", words(items.get(), begin), Units.ru(feed.charge())));
      return ended(output, writer, watch.requested(), items.get());
    }
  }

  private static ExitCode ended(Output output, ItemWriter writer, boolean interrupted, long items) {
    if (interrupted) {
      output.note(stopped(items));
      return ExitCode.FAILED;
    }
    if (!writer.omissions().isEmpty()) {
      output.note(String.format(Locale.ROOT, "partita: %s", writer.omissions()));
      return ExitCode.FAILED;
    }
    return ExitCode.OK;
  }

  private ClientRequest request() {
    ClientRequest request =
        query
            .optional()
            .map(
                sql ->
                    QueryCommand.query(scope.request("POST", "docs"))
                        .withBody(JsonObject.builder().put("query", sql).build()))
            .orElseGet(() -> scope.request("GET", "docs"))
            .with("x-ms-max-item-count", PAGE);
    return key.optional()
        .map(text -> request.withKey(PartitionKeyValues.parse(text)))
        .orElse(request);
  }

  /**
   * Number of items, if all of them are exported. Also fails early if the container does not exist.
   */
  private long count(Client client) {
    ClientResponse response =
        client.require(scope.request("GET").with("x-ms-documentdb-populatequotainfo", "true"));
    if (query.optional().isPresent() || key.optional().isPresent()) {
      return -1;
    }
    Matcher count = COUNT.matcher(response.header("x-ms-resource-usage").orElse(""));
    return count.find() ? Long.parseLong(count.group(1)) : -1;
  }

  private JsonValue cleaned(JsonValue value) {
    if (system.isOn() || !(value instanceof JsonObject object)) {
      return value;
    }
    JsonObject.Builder builder = object.toBuilder();
    OF_THE_SYSTEM.forEach(builder::remove);
    return builder.build();
  }

  private Format chosenFormat() {
    return Format.of(format).or(() -> target().flatMap(Format::ofName)).orElse(Format.JSONL);
  }

  /** Name of the file, unless the items go to standard output. */
  private Optional<String> target() {
    return file.optional().filter(name -> !name.equals(STANDARD_OUTPUT));
  }

  private OutputStream open() {
    Optional<String> name = target();
    if (name.isEmpty()) {
      return new Printed(environment.out());
    }
    Path path = Path.of(name.get());
    try {
      return new BufferedOutputStream(
          overwrite.isOn()
              ? Files.newOutputStream(path)
              : Files.newOutputStream(path, StandardOpenOption.CREATE_NEW));
    } catch (FileAlreadyExistsException e) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "The file exists; to replace it, add --overwrite", e)
          .with("file", path);
    } catch (IOException e) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "Cannot write the file", e)
          .with("file", path)
          .with("reason", e);
    }
  }

  private static String stopped(long items) {
    return "Stopped after "
        + Units.counted(items, "item", "items")
        + "; what was written is whole.";
  }

  private String words(long items, long begin) {
    double seconds = Math.max(1e-3, (environment.clock().nanos() - begin) / 1e9);
    return String.format(
        Locale.ROOT,
        "%s in %s, %,.0f/s",
        Units.counted(items, "item", "items"),
        Units.seconds(seconds),
        items / seconds);
  }

  /** Standard output of the command as a stream of UTF-8; closing it only flushes it. */
  private static final class Printed extends OutputStream {

    private final PrintWriter out;

    Printed(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      out.print(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void flush() {
      out.flush();
    }

    @Override
    public void close() {
      flush();
    }
  }
}
