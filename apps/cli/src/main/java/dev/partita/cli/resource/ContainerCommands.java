package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita container}: creates, lists, shows, updates and deletes containers. */
public final class ContainerCommands {

  private static final int PATHS_MAX = 3;
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("NAME", "id"),
          Column.made("PARTITION KEY", ContainerCommands::keyPaths),
          Column.made("TTL", ContainerCommands::timeToLive),
          Column.made("INDEXING", ContainerCommands::indexing),
          Column.made("CHANGED", Moments::changed));

  private ContainerCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "container",
        "Create, list, show, update or delete containers.",
        create(environment),
        list(environment),
        show(environment),
        update(environment),
        delete(environment));
  }

  private static CommandSpec create(Environment environment) {
    Command command =
        Command.named(
            "create",
            "Create a container.",
            "partita container create --database shop --name orders --partition-key /customer"
                + " --throughput 4000",
            "partita container create -d shop -n logs -p /tenant -p /user --max-throughput 4000"
                + " --ttl 86400");
    OptionValue database = Scoped.database(command);
    OptionValue name = name(command);
    OptionValue paths =
        command.repeated(
            "--partition-key,--partition-key-path,-p",
            "PATH",
            "A path of the partition key, such as /customer; up to 3 for a hierarchical key.");
    ThroughputOptions throughput = new ThroughputOptions(command);
    var changes = new Changes(command);
    OptionValue unique =
        command.repeated(
            "--unique-key", "PATHS", "Paths that no two items of a key may share: /email,/name");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject definition =
              JsonObject.builder()
                  .put("id", name.text())
                  .put("partitionKey", partitionKey(paths))
                  .put("uniqueKeyPolicy", uniqueKeys(unique.texts()))
                  .build();
          ClientRequest request =
              ClientRequest.nosql("POST", "dbs", database.text(), "colls")
                  .withBody(changes.apply(definition));
          output.details(client.require(throughput.apply(request)).object(), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named(
            "list", "List the containers of a database.", "partita container list --database shop");
    OptionValue database = Scoped.database(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientRequest request = ClientRequest.nosql("GET", "dbs", database.text(), "colls");
          output.list(DatabaseCommands.all(client, request, "DocumentCollections"), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec show(Environment environment) {
    Command command =
        Command.named(
            "show",
            "Show a container: what it is, what it holds and what it may spend.",
            "partita container show --database shop --name orders");
    OptionValue database = Scoped.database(command);
    OptionValue name = name(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          ClientResponse response =
              client.require(
                  ClientRequest.nosql("GET", "dbs", database.text(), "colls", name.text())
                      .with("x-ms-documentdb-populatepartitionstatistics", "true"));
          Optional<JsonObject> offer = Offers.find(client, response.object());
          List<Column> columns = new ArrayList<>(COLUMNS);
          columns.add(Column.made("THROUGHPUT", _ -> Offers.text(offer)));
          columns.add(Column.made("PARTITIONS", ContainerCommands::partitions));
          columns.add(Column.made("ITEMS", ContainerCommands::items));
          columns.add(Column.made("SIZE", ContainerCommands::size));
          JsonObject partitions =
              client
                  .require(
                      ClientRequest.admin(
                          "GET",
                          "databases",
                          database.text(),
                          "containers",
                          name.text(),
                          "partitions"))
                  .object();
          columns.add(
              Column.made("KEY", _ -> KeyHealth.of(partitions, database.text(), name.text())));
          output.details(response.object(), columns);
          return ExitCode.OK;
        });
  }

  private static CommandSpec update(Environment environment) {
    Command command =
        Command.named(
            "update",
            "Change the time to live or the indexing policy of a container.",
            "partita container update --database shop --name orders --ttl 3600",
            "partita container update -d shop -n orders --indexing-policy @policy.json");
    OptionValue database = Scoped.database(command);
    OptionValue name = name(command);
    var changes = new Changes(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          changes.requireAny();
          String[] path = {"dbs", database.text(), "colls", name.text()};
          JsonObject current = client.require(ClientRequest.nosql("GET", path)).object();
          // If-Match: a change by another client in between is not overwritten.
          ClientRequest request =
              ClientRequest.nosql("PUT", path)
                  .with("If-Match", ValueText.plain(current.at("_etag")))
                  .withBody(changes.apply(current));
          output.details(client.require(request).object(), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec delete(Environment environment) {
    Command command =
        Command.named(
            "delete",
            "Delete a container with all its items.",
            "partita container delete --database shop --name orders --yes");
    OptionValue database = Scoped.database(command);
    OptionValue name = name(command);
    var confirmation = new Confirmation(environment, command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          confirmation.require("the container " + name.text() + " and its items");
          client.require(
              ClientRequest.nosql("DELETE", "dbs", database.text(), "colls", name.text()));
          output.note(String.format(Locale.ROOT, "Deleted the container %s.", name.text()));
          return ExitCode.OK;
        });
  }

  private static OptionValue name(Command command) {
    return command.required("--name,-n,--container,-c", "NAME", "The container's name.");
  }

  /** Options that change a container, at its creation or later. */
  private static final class Changes {

    private final OptionValue timeToLive;
    private final OptionValue indexing;

    Changes(Command command) {
      this.timeToLive =
          command.optional(
              "--ttl",
              "SECONDS|-1|off",
              "How long items live: a time, -1 for what each item says itself, or off.");
      this.indexing =
          command.optional(
              "--indexing-policy,--idx",
              "JSON|@FILE",
              "The indexing policy, as JSON or in a file behind an @.");
    }

    void requireAny() {
      if (timeToLive.optional().isEmpty() && indexing.optional().isEmpty()) {
        throw DatabaseException.badRequest(
            "There is nothing to change: give --ttl or --indexing-policy");
      }
    }

    JsonObject apply(JsonObject definition) {
      JsonObject changed = definition;
      if (timeToLive.optional().isPresent()) {
        changed = changed.with("defaultTtl", seconds());
      }
      Optional<JsonValue> policy = TextInput.json(indexing);
      return policy.isEmpty() ? changed : changed.with("indexingPolicy", policy.get());
    }

    private JsonValue seconds() {
      return timeToLive.text().equals("off")
          ? JsonUndefined.UNDEFINED
          : JsonNumber.of(timeToLive.number(-1L, Integer.MAX_VALUE).orElseThrow());
    }
  }

  private static JsonObject partitionKey(OptionValue given) {
    List<JsonString> paths =
        given.texts().stream()
            .flatMap(text -> Arrays.stream(text.split(",")))
            .map(text -> JsonString.of(text.strip()))
            .toList();
    if (paths.isEmpty() || paths.size() > PATHS_MAX) {
      throw given.invalid("A container has a partition key of 1 to 3 paths, such as /customer");
    }
    return JsonObject.builder()
        .put("paths", JsonArray.of(paths))
        .put("kind", paths.size() == 1 ? "Hash" : "MultiHash")
        .put("version", 2)
        .build();
  }

  private static JsonValue uniqueKeys(List<String> texts) {
    if (texts.isEmpty()) {
      return JsonUndefined.UNDEFINED;
    }
    List<JsonObject> keys =
        texts.stream()
            .map(
                text ->
                    JsonObject.of(
                        "paths",
                        JsonArray.of(
                            Arrays.stream(text.split(","))
                                .map(path -> JsonString.of(path.strip()))
                                .toList())))
            .toList();
    return JsonObject.of("uniqueKeys", JsonArray.of(keys));
  }

  /** Paths of the partition key in a container's definition. */
  public static List<String> paths(JsonObject container) {
    return container.at("partitionKey") instanceof JsonObject key
            && key.at("paths") instanceof JsonArray paths
        ? paths.elements().stream().map(ValueText::plain).toList()
        : List.of();
  }

  private static String keyPaths(JsonObject container) {
    return String.join(", ", paths(container));
  }

  private static String timeToLive(JsonObject container) {
    return container.at("defaultTtl") instanceof JsonNumber seconds
        ? seconds.longValue() < 0 ? "by item" : Units.seconds(seconds.doubleValue())
        : "off";
  }

  private static String indexing(JsonObject container) {
    if (!(container.at("indexingPolicy") instanceof JsonObject policy)) {
      return "-";
    }
    String included =
        policy.at("includedPaths") instanceof JsonArray paths
            ? paths.elements().stream()
                .map(
                    path ->
                        path instanceof JsonObject object ? ValueText.plain(object.at("path")) : "")
                .collect(Collectors.joining(", "))
            : "";
    return (ValueText.plain(policy.at("indexingMode")) + " " + included).strip();
  }

  private static String partitions(JsonObject container) {
    return container.at("statistics") instanceof JsonArray statistics
        ? Integer.toString(statistics.size())
        : "-";
  }

  private static String items(JsonObject container) {
    return Units.count(sum(container, "documentCount"));
  }

  private static String size(JsonObject container) {
    return Units.bytes(1024 * sum(container, "sizeInKB"));
  }

  /** Sum of a property over all partitions. */
  private static double sum(JsonObject container, String property) {
    double sum = 0;
    if (container.at("statistics") instanceof JsonArray statistics) {
      for (JsonValue each : statistics) {
        if (each instanceof JsonObject partition
            && partition.at(property) instanceof JsonNumber number) {
          sum += number.doubleValue();
        }
      }
    }
    return sum;
  }
}
