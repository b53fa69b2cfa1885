package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.Feed;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita item}: creates, reads, changes, deletes and lists items. */
public final class ItemCommands {

  private ItemCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "item",
        "Create, read, change, delete or list items.",
        write(environment, "create", "Create an item; its id must be free.", false),
        write(environment, "upsert", "Create an item, or replace the one that has its id.", true),
        read(environment),
        replace(environment),
        patch(environment),
        delete(environment),
        list(environment));
  }

  private static CommandSpec write(
      Environment environment, String verb, String description, boolean upsert) {
    Command command =
        Command.named(
            verb,
            description,
            "partita item %s -d shop -c orders '{\"id\":\"1\",\"customer\":\"ada\"}'"
                .formatted(verb),
            "partita item %s -d shop -c orders --file order.json".formatted(verb));
    var scope = new Scoped(command);
    var input = new TextInput(environment, command, "JSON", "The item.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request = scope.request("POST", "docs").withBody(input.readObject());
          return printed(
              output,
              client.require(upsert ? request.with("x-ms-documentdb-is-upsert", "true") : request));
        });
  }

  private static CommandSpec read(Environment environment) {
    Command command =
        Command.named("read", "Read an item.", "partita item read -d shop -c orders --id 1 -k ada");
    var scope = new Scoped(command);
    OptionValue id = id(command);
    OptionValue key = Scoped.key(command, true);
    return Remote.spec(
        environment,
        command,
        (client, output) -> printed(output, client.require(single(scope, "GET", id.text(), key))));
  }

  private static CommandSpec replace(Environment environment) {
    Command command =
        Command.named(
            "replace",
            "Replace an item that exists.",
            "partita item replace -d shop -c orders"
                + " '{\"id\":\"1\",\"customer\":\"ada\",\"total\":7}'");
    var scope = new Scoped(command);
    var input = new TextInput(environment, command, "JSON", "The item.");
    OptionValue etag = etag(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject item = input.readObject();
          String id = ValueText.plain(item.at("id"));
          if (id.isEmpty()) {
            throw DatabaseException.badRequest("The item needs an id");
          }
          ClientRequest request =
              scope.request("PUT", "docs", id).withKey(keyOf(client, scope, item)).withBody(item);
          return printed(output, client.require(conditional(request, etag)));
        });
  }

  private static CommandSpec patch(Environment environment) {
    Command command =
        Command.named(
            "patch",
            "Change properties of an item.",
            "partita item patch -d shop -c orders --id 1 -k ada"
                + " '[{\"op\":\"incr\",\"path\":\"/total\",\"value\":5}]'",
            "partita item patch -d shop -c orders --id 1 -k ada --condition \"FROM c WHERE c.total"
                + " < 100\" --file changes.json");
    var scope = new Scoped(command);
    OptionValue id = id(command);
    OptionValue key = Scoped.key(command, true);
    OptionValue condition =
        command.optional(
            "--condition", "SQL", "Change it only if this holds, such as FROM c WHERE c.total > 1");
    OptionValue etag = etag(command);
    var input =
        new TextInput(
            environment,
            command,
            "OPERATIONS",
            "A JSON array of operations: add, set, replace, remove, incr, move.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request =
              single(scope, "PATCH", id.text(), key)
                  .with("Content-Type", "application/json-patch+json")
                  .withBody(operations(input.read(), condition.optional()));
          return printed(output, client.require(conditional(request, etag)));
        });
  }

  private static CommandSpec delete(Environment environment) {
    Command command =
        Command.named(
            "delete", "Delete an item.", "partita item delete -d shop -c orders --id 1 -k ada");
    var scope = new Scoped(command);
    OptionValue id = id(command);
    OptionValue key = Scoped.key(command, true);
    OptionValue etag = etag(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientResponse response =
              client.require(conditional(single(scope, "DELETE", id.text(), key), etag));
          output.note(
              String.format(
                  Locale.ROOT, "Deleted the item %s. %s", id.text(), Units.ru(response.charge())));
          return ExitCode.OK;
        });
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named(
            "list",
            "List the items of a container, or of one partition key.",
            "partita item list -d shop -c orders --max-items 20",
            "partita item list -d shop -c orders -k ada --json > ada.jsonl");
    var scope = new Scoped(command);
    OptionValue key = Scoped.key(command, false);
    OptionValue most = QueryCommand.most(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request = scope.request("GET", "docs");
          Feed feed =
              new Feed(
                  client, Scoped.keyOf(key).map(request::withKey).orElse(request), "Documents");
          return QueryCommand.printed(output, feed, most);
        });
  }

  private static OptionValue id(Command command) {
    return command.required("--id,-i", "ID", "The item's id.");
  }

  private static OptionValue etag(Command command) {
    return command.optional("--if-match", "ETAG", "Only if the item still has this ETag.");
  }

  private static ClientRequest conditional(ClientRequest request, OptionValue etag) {
    return etag.optional().map(text -> request.with("If-Match", text)).orElse(request);
  }

  private static ClientRequest single(Scoped scope, String method, String id, OptionValue key) {
    return scope.request(method, "docs", id).withKey(PartitionKeyValues.parse(key.text()));
  }

  /** Partition key of an item, taken from the paths that the container names. */
  private static PartitionKeyValues keyOf(Client client, Scoped scope, JsonObject item) {
    return PartitionKeyValues.of(
        item, ContainerCommands.paths(client.require(scope.request("GET")).object()));
  }

  private static JsonValue operations(String text, Optional<String> condition) {
    JsonValue given = JsonReader.DEFAULT.read(text);
    if (!(given instanceof JsonArray operations)) {
      return given;
    }
    JsonObject.Builder patch = JsonObject.builder();
    condition.ifPresent(sql -> patch.put("condition", sql));
    return patch.put("operations", operations).build();
  }

  private static ExitCode printed(Output output, ClientResponse response) {
    output.document(response.json());
    output.note(Units.ru(response.charge()));
    return ExitCode.OK;
  }
}
