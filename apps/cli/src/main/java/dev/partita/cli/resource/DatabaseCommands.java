package dev.partita.cli.resource;

import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Remote;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.Feed;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita database}: creates, lists, shows and deletes databases. */
public final class DatabaseCommands {

  private static final List<Column> COLUMNS =
      List.of(
          Column.text("NAME", "id"),
          Column.made("CHANGED", Moments::changed),
          Column.text("RID", "_rid"));

  private DatabaseCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "database",
        "Create, list, show or delete databases.",
        create(environment),
        list(environment),
        show(environment),
        delete(environment));
  }

  private static CommandSpec create(Environment environment) {
    Command command =
        Command.named(
            "create",
            "Create a database; with a throughput, its containers share it.",
            "partita database create --name shop",
            "partita database create --name shop --throughput 1000");
    OptionValue name = name(command);
    ThroughputOptions throughput = new ThroughputOptions(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request =
              ClientRequest.nosql("POST", "dbs")
                  .withBody(JsonObject.builder().put("id", name.text()).build());
          output.details(client.require(throughput.apply(request)).object(), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named(
            "list",
            "List the databases.",
            "partita database list",
            "partita database list --json | jq -r .id");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          output.list(all(client, ClientRequest.nosql("GET", "dbs"), "Databases"), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec show(Environment environment) {
    Command command =
        Command.named("show", "Show a database.", "partita database show --name shop");
    OptionValue name = name(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject database =
              client.require(ClientRequest.nosql("GET", "dbs", name.text())).object();
          Optional<JsonObject> offer = Offers.find(client, database);
          List<Column> columns = new ArrayList<>(COLUMNS);
          columns.add(1, Column.made("THROUGHPUT", _ -> Offers.text(offer)));
          output.details(database, columns);
          return ExitCode.OK;
        });
  }

  private static CommandSpec delete(Environment environment) {
    Command command =
        Command.named(
            "delete",
            "Delete a database with all its containers and their items.",
            "partita database delete --name shop --yes");
    OptionValue name = name(command);
    var confirmation = new Confirmation(environment, command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          confirmation.require("the database " + name.text() + " and everything in it");
          client.require(ClientRequest.nosql("DELETE", "dbs", name.text()));
          output.note(String.format(Locale.ROOT, "Deleted the database %s.", name.text()));
          return ExitCode.OK;
        });
  }

  private static OptionValue name(Command command) {
    return command.required("--name,-n,--database,-d", "NAME", "The database's name.");
  }

  /** Reads all entries of a list that is known to be short. */
  static List<JsonObject> all(Client client, ClientRequest request, String name) {
    var entries = new ArrayList<JsonObject>();
    var feed = new Feed(client, request, name);
    for (var page = feed.next(); page.isPresent(); page = feed.next()) {
      for (JsonValue entry : page.get()) {
        if (entry instanceof JsonObject object) {
          entries.add(object);
        }
      }
    }
    return entries;
  }
}
