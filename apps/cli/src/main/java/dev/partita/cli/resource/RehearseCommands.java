package dev.partita.cli.resource;

import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.ClientRequest;
import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita rehearse}: has requests fail for tests, and moves the server's clock. */
public final class RehearseCommands {

  private static final String PATH = "rehearsals";
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("ID", "id"),
          Column.text("DATABASE", "database"),
          Column.text("CONTAINER", "container"),
          Column.text("PARTITION", "partition"),
          Column.text("KEY", "key"),
          Column.text("FAULT", "fault"),
          Column.number("COUNT", "count", Units::count),
          Column.number("MET", "met", Units::count));
  private static final List<Column> TIME =
      List.of(Column.text("TIME", "time"), Column.number("AHEAD MS", "aheadMillis", Units::count));

  private RehearseCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "rehearse",
        "Have requests fail on purpose, or move the clock, on a server with --rehearsals.",
        fail(environment),
        list(environment),
        stop(environment),
        clock(environment));
  }

  private static CommandSpec fail(Environment environment) {
    Command command =
        Command.named(
            "fail",
            "Have the next requests for items fail, be late, or lose their answers.",
            "partita rehearse fail -d shop -c orders --fault throttle --count 3",
            "partita rehearse fail -d shop -c orders --fault unavailable --partition 0",
            "partita rehearse fail -d shop -c orders --fault latency --latency-millis 200 -k ada");
    var scope = new Scoped(command);
    OptionValue fault =
        command.required(
            "--fault",
            "throttle|retry-with|unavailable|gone|timeout|lost-answer|latency",
            "What happens to them.");
    OptionValue count =
        command.withDefault("--count", "N", "0", "How many; 0 until it is stopped.");
    OptionValue partition = command.optional("--partition", "ID", "Only those of a partition.");
    OptionValue key = Scoped.key(command, false);
    OptionValue operations =
        command.withDefault("--operations", "all|reads|writes", "all", "Which of them.");
    OptionValue latency =
        command.withDefault("--latency-millis", "N", "0", "How much later they are answered.");
    OptionValue retryAfter =
        command.withDefault(
            "--retry-after-millis", "N", "100", "When a refused client is told to come back.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject.Builder body =
              JsonObject.builder()
                  .put("fault", fault.text())
                  .put("count", count.number(0, 1_000_000_000))
                  .put("operations", operations.oneOf(List.of("all", "reads", "writes")))
                  .put("latencyMillis", latency.number(0, 600_000))
                  .put("retryAfterMillis", retryAfter.number(0, 600_000));
          partition.optional().ifPresent(id -> body.put("partition", id));
          key.optional().ifPresent(text -> body.put("key", PartitionKeyValues.parse(text).json()));
          ClientRequest request = scope.admin("POST", PATH).withBody(body.build());
          output.details(client.require(request).object(), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named("list", "List the rehearsals of the server.", "partita rehearse list");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject response = client.require(ClientRequest.admin("GET", PATH)).object();
          output.list(PartitionCommands.objects(response.at(PATH)), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec stop(Environment environment) {
    Command command =
        Command.named(
            "stop",
            "Stop a rehearsal, or all of them, and show what they met.",
            "partita rehearse stop",
            "partita rehearse stop --id 3");
    OptionValue id = command.optional("--id,-i", "ID", "Which one; all without it.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest all = ClientRequest.admin("DELETE", PATH);
          ClientRequest request =
              id.optional().map(one -> all.withParameter("id", one)).orElse(all);
          JsonObject response = client.require(request).object();
          output.list(PartitionCommands.objects(response.at(PATH)), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec clock(Environment environment) {
    Command command =
        Command.named(
            "clock",
            "Show the server's time, and move it forward, so that what expires does.",
            "partita rehearse clock",
            "partita rehearse clock --advance 90m");
    OptionValue advance =
        command.optional("--advance", "TIME", "How far, such as 30s, 90m, 2h or 7d.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request =
              advance.optional().isEmpty()
                  ? ClientRequest.admin("GET", "clock")
                  : ClientRequest.admin("POST", "clock")
                      .withBody(JsonObject.builder().put("advanceMillis", millis(advance)).build());
          output.details(client.require(request).object(), TIME);
          return ExitCode.OK;
        });
  }

  private static long millis(OptionValue advance) {
    String text = advance.text().toUpperCase(Locale.ROOT);
    try {
      return Duration.parse((text.endsWith("D") ? "P" : "PT") + text).toMillis();
    } catch (DateTimeException | ArithmeticException e) {
      throw advance.invalid("The option takes a time such as 30s, 90m, 2h or 7d");
    }
  }
}
