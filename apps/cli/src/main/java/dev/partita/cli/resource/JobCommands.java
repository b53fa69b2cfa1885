package dev.partita.cli.resource;

import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.ClientRequest;
import dev.partita.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita job}: shows the long work of a server, and what is to become of it. */
public final class JobCommands {

  private static final List<Column> COLUMNS =
      List.of(
          Column.text("ID", "id"),
          Column.text("KIND", "kind"),
          Column.text("DATABASE", "database"),
          Column.text("CONTAINER", "container"),
          Column.text("STATE", "state"),
          Column.number("DONE", "percent", Units::percent),
          Column.number("UNITS", "done", Units::count),
          Column.number("PER SECOND", "perSecond", Units::count),
          Column.text("STARTED", "startedAt"),
          Column.text("FAILS", "failure"));

  private JobCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "job",
        "Show, pause, resume, limit or cancel long work, such as re-indexing.",
        list(environment),
        change(environment, "pause", "Have a job wait until it is resumed."),
        change(environment, "resume", "Let a paused job go on."),
        change(environment, "cancel", "Break a job off, and take back what it has done."),
        limit(environment));
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named(
            "list", "List the jobs under way and the last that have ended.", "partita job list");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject response = client.require(ClientRequest.admin("GET", "jobs")).object();
          output.list(PartitionCommands.objects(response.at("jobs")), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec change(Environment environment, String verb, String purpose) {
    Command command = Command.named(verb, purpose, "partita job " + verb + " --id 7");
    OptionValue id = id(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request = ClientRequest.admin("POST", "jobs", id.text(), verb);
          output.details(client.require(request).object(), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec limit(Environment environment) {
    Command command =
        Command.named(
            "limit",
            "Limit how fast a job goes on.",
            "partita job limit --id 7 --per-second 1000",
            "partita job limit --id 7 --per-second 0");
    OptionValue id = id(command);
    OptionValue perSecond =
        command.required(
            "--per-second", "N", "How many units a second, such as items; 0 for no limit.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject body =
              JsonObject.builder().put("perSecond", perSecond.number(0, 1_000_000_000)).build();
          ClientRequest request =
              ClientRequest.admin("POST", "jobs", id.text(), "limit").withBody(body);
          output.details(client.require(request).object(), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static OptionValue id(Command command) {
    return command.required("--id,-i", "ID", "The job's id.");
  }
}
