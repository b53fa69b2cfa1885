package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Column;
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
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita partition}: shows, splits and merges the physical partitions of a container. */
public final class PartitionCommands {

  private static final long LOOK_MILLIS = 100;
  private static final int RANGE_DIGITS = 8;
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("ID", "id"),
          Column.made("FROM", partition -> shortened(partition.at("min"))),
          Column.made("TO", partition -> shortened(partition.at("max"))),
          Column.number("ITEMS", "items", Units::count),
          Column.number("SIZE", "storageBytes", Units::bytes),
          Column.number("SHARE", "ruPerSecond", Units::ruPerSecond),
          Column.number("LAST SECOND", "ruLastSecond", Units::ruPerSecond),
          Column.number("USED", "normalisedPercent", Units::percent),
          Column.number("429s/MIN", "throttledLastMinute", Units::count),
          Column.made("LOAD", partition -> Bars.of(partition.at("normalisedPercent"))));
  private static final List<Column> OPERATION =
      List.of(
          Column.text("OPERATION", "id"),
          Column.text("KIND", "kind"),
          Column.text("STATE", "state"),
          Column.text("STEP", "step"),
          Column.joined("PARTITIONS", "partitions"),
          Column.joined("CHILDREN", "children"));

  private PartitionCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "partition",
        "Show, split or merge the physical partitions of a container.",
        list(environment),
        split(environment),
        merge(environment),
        locate(environment),
        history(environment),
        lineage(environment));
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named(
            "list",
            "List the partitions of a container with what they hold and do.",
            "partita partition list -d shop -c orders");
    var scope = new Scoped(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject response = client.require(scope.admin("GET", "partitions")).object();
          output.list(objects(response.at("partitions")), COLUMNS);
          if (!output.isJson()) {
            if (response.at("keySpread") instanceof JsonObject spread) {
              output.text("");
              output.text("KEY  " + ValueText.plain(spread.at("text")));
            }
            hottest(output, objects(response.at("hottestKeys")));
          }
          return ExitCode.OK;
        });
  }

  private static void hottest(Output output, List<JsonObject> keys) {
    if (!keys.isEmpty()) {
      output.text("");
      output.list(
          keys,
          List.of(
              Column.text("HOTTEST KEYS", "key"),
              Column.text("PARTITION", "partition"),
              Column.number("SPENDS", "ruPerSecond", Units::ruPerSecond),
              Column.number("OF ITS PARTITION", "sharePercent", Units::percent)));
    }
  }

  private static CommandSpec split(Environment environment) {
    Command command =
        Command.named(
            "split",
            "Split a partition in two while it is in use.",
            "partita partition split -d shop -c orders --id 0",
            "partita partition split -d shop -c orders --id 0 --boundary-key ada");
    var scope = new Scoped(command);
    OptionValue id = command.required("--id,-i", "ID", "The partition's id.");
    OptionValue boundary =
        command.optional(
            "--boundary-key",
            "KEY",
            "The partition key with which the second half begins; the middle of the data without"
                + " it.");
    OptionValue detached = detached(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject.Builder body = JsonObject.builder();
          boundary
              .optional()
              .ifPresent(key -> body.put("boundaryKey", PartitionKeyValues.parse(key).json()));
          ClientRequest request =
              scope.admin("POST", "partitions", id.text(), "split").withBody(body.build());
          return followed(client, output, request, detached);
        });
  }

  private static CommandSpec merge(Environment environment) {
    Command command =
        Command.named(
            "merge",
            "Merge two neighbouring partitions while they are in use.",
            "partita partition merge -d shop -c orders --left 1 --right 2");
    var scope = new Scoped(command);
    OptionValue left =
        command.required("--left", "ID", "The partition that ends where the other begins.");
    OptionValue right = command.required("--right", "ID", "The other one.");
    OptionValue detached = detached(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject body =
              JsonObject.builder()
                  .put("left", JsonString.of(left.text()))
                  .put("right", JsonString.of(right.text()))
                  .build();
          ClientRequest request = scope.admin("POST", "partitions", "merge").withBody(body);
          return followed(client, output, request, detached);
        });
  }

  private static CommandSpec locate(Environment environment) {
    Command command =
        Command.named(
            "locate",
            "Say which partition has a partition key, and how much of it.",
            "partita partition locate -d shop -c orders -k ada");
    var scope = new Scoped(command);
    OptionValue key = Scoped.key(command, true);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          PartitionKeyValues values = PartitionKeyValues.parse(key.text());
          ClientRequest request =
              scope
                  .admin("GET", "partitions", "locate")
                  .withParameter("key", values.json().toString());
          output.details(
              client.require(request).object(),
              List.of(
                  Column.text("KEY", "key"),
                  Column.text("EFFECTIVE KEY", "epk"),
                  Column.text("PARTITION", "partition"),
                  Column.text("EXISTS", "exists"),
                  Column.number("ITEMS", "items", Units::count),
                  Column.number("SIZE", "storageBytes", Units::bytes)));
          return ExitCode.OK;
        });
  }

  private static CommandSpec history(Environment environment) {
    Command command =
        Command.named(
            "history",
            "Show how busy the partitions were, as a line of bars for each.",
            "partita partition history -d shop -c orders --minutes 5");
    var scope = new Scoped(command);
    OptionValue minutes = command.withDefault("--minutes", "N", "10", "How far to look back.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          String asked = Integer.toString(minutes.number(1, 24 * 60));
          JsonObject response =
              client
                  .require(
                      scope.admin("GET", "partitions", "history").withParameter("minutes", asked))
                  .object();
          if (output.isJson()) {
            output.document(response);
          } else {
            History.print(output, response);
          }
          return ExitCode.OK;
        });
  }

  private static CommandSpec lineage(Environment environment) {
    Command command =
        Command.named(
            "lineage",
            "Show which partitions came from which.",
            "partita partition lineage -d shop -c orders");
    var scope = new Scoped(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject response =
              client.require(scope.admin("GET", "partitions", "lineage")).object();
          output.list(
              objects(response.at("partitions")),
              List.of(
                  Column.text("ID", "id"),
                  Column.joined("PARENTS", "parents"),
                  Column.joined("CHILDREN", "children"),
                  Column.text("LIVE", "live"),
                  Column.text("CAUSE", "cause"),
                  Column.made("FROM", partition -> shortened(partition.at("min"))),
                  Column.made("TO", partition -> shortened(partition.at("max"))),
                  Column.text("CREATED", "createdAt"),
                  Column.text("RETIRED", "retiredAt")));
          return ExitCode.OK;
        });
  }

  private static OptionValue detached(Command command) {
    return command.flag("--no-wait", "Return when it has begun.");
  }

  /** Starts an operation, and waits for its end unless the user asked not to. */
  private static ExitCode followed(
      Client client, Output output, ClientRequest request, OptionValue detached) {
    JsonObject operation = operation(client.require(request));
    while (!detached.isOn() && ValueText.plain(operation.at("state")).equals("running")) {
      client.clock().sleep(LOOK_MILLIS);
      operation =
          operation(
              client.require(
                  ClientRequest.admin("GET", "operations", ValueText.plain(operation.at("id")))));
    }
    output.details(operation, OPERATION);
    if (operation.at("error") instanceof JsonObject error) {
      output.note(
          String.format(
              Locale.ROOT,
              "partita: %s: %s",
              ValueText.plain(error.at("code")),
              ValueText.plain(error.at("message"))));
      return ExitCode.FAILED;
    }
    return ExitCode.OK;
  }

  private static JsonObject operation(ClientResponse response) {
    JsonObject object = response.object();
    return object.at("operation") instanceof JsonObject operation ? operation : object;
  }

  static List<JsonObject> objects(JsonValue list) {
    if (!(list instanceof JsonArray array)) {
      throw new DatabaseException(ErrorCode.INTERNAL, "The answer lacks its list");
    }
    return StreamSupport.stream(array.spliterator(), false)
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .toList();
  }

  private static String shortened(JsonValue position) {
    String text = ValueText.plain(position);
    return text.isEmpty()
        ? "the start"
        : text.equals("FF")
            ? "the end"
            : text.length() > RANGE_DIGITS ? text.substring(0, RANGE_DIGITS) + "…" : text;
  }

  /** Bars of block characters. Pure functions. */
  private static final class Bars {

    private static final int WIDTH = 20;

    private Bars() {}

    static String of(JsonValue percent) {
      double value = percent instanceof JsonNumber number ? number.doubleValue() : 0;
      int filled = (int) Math.round(Math.clamp(value / 100, 0, 1) * WIDTH);
      return "█".repeat(filled) + "░".repeat(WIDTH - filled);
    }
  }
}
