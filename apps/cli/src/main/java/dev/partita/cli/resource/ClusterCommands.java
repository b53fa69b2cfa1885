package dev.partita.cli.resource;

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
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita cluster}: shows how a cluster is doing, and changes what it consists of. */
public final class ClusterCommands {

  private static final String CLUSTER = "cluster";
  private static final List<Column> NODES =
      List.of(
          Column.text("NODE", "name"),
          Column.made("STATE", ClusterCommands::state),
          Column.text("ADDRESS", "address"),
          Column.made("PLACE", ClusterCommands::place),
          Column.number("LEADS", "leads", Units::count),
          Column.number("KEEPS", "keeps", Units::count),
          Column.number("LOG", "logBytes", Units::bytes),
          Column.number("FREE", "diskFreeBytes", Units::bytes),
          Column.text("VERSION", "version"));
  private static final Map<String, String> EXITS = new LinkedHashMap<>();

  static {
    EXITS.put("0", "All is well, or the server is no node of a cluster.");
    EXITS.put("1", "Everything is served, but less can fail than should; or it did not succeed.");
    EXITS.put("2", "Some of the data cannot be written; or the command line is not valid.");
    for (ExitCode code : ExitCode.values()) {
      EXITS.putIfAbsent(Integer.toString(code.number()), code.description());
    }
  }

  private ClusterCommands() {}

  public static CommandSpec spec(Environment environment, CommandSpec... more) {
    CommandSpec group =
        Command.group(
            environment,
            CLUSTER,
            "Show how a cluster is doing, add and remove nodes, drain one for a restart.",
            status(environment),
            token(environment),
            node(
                environment,
                "drain",
                "Have a node lead nothing until it is started again, for a restart without"
                    + " errors."),
            node(
                environment,
                "remove",
                "Have the replicas of a node made elsewhere, then strike it from the cluster."),
            set(environment));
    for (CommandSpec each : more) {
      group.addSubcommand(each.name(), each);
    }
    return group;
  }

  private static CommandSpec status(Environment environment) {
    Command command =
        Command.named(
            "status",
            "Show nodes, groups and leaders, what is wrong and what to do about it.",
            "partita cluster status",
            "partita cluster status --json");
    CommandSpec spec =
        Remote.spec(
            environment,
            command,
            (client, output) -> {
              JsonObject status = client.require(ClientRequest.admin("GET", CLUSTER)).object();
              if (output.isJson()) {
                output.document(status);
              } else {
                show(status, output);
              }
              return switch (ValueText.plain(status.at("health"))) {
                case "healthy" -> ExitCode.OK;
                case "degraded" -> ExitCode.FAILED;
                default -> ExitCode.USAGE;
              };
            });
    spec.usageMessage().exitCodeList(EXITS);
    return spec;
  }

  private static void show(JsonObject status, Output output) {
    if (status.at("isCluster") != JsonBoolean.TRUE) {
      output.text(ValueText.plain(status.at("text")));
      return;
    }
    List<JsonObject> nodes = PartitionCommands.objects(status.at("nodes"));
    List<JsonObject> groups = PartitionCommands.objects(status.at("groups"));
    output.text(
        "Cluster %s: %s, %s, %s"
            .formatted(
                ValueText.plain(status.at(CLUSTER)),
                ValueText.plain(status.at("health")),
                Units.counted(nodes.size(), "node", "nodes"),
                Units.counted(groups.size(), "group", "groups")));
    output.text("");
    output.list(nodes, NODES);
    output.text("");
    output.list(groups, groupColumns(names(nodes)));
    for (JsonObject problem : PartitionCommands.objects(status.at("problems"))) {
      output.text("");
      output.text(
          "%s: %s"
              .formatted(
                  ValueText.plain(problem.at("health")).equals("healthy")
                      ? "note"
                      : ValueText.plain(problem.at("health")),
                  ValueText.plain(problem.at("what"))));
      String remedy = ValueText.plain(problem.at("remedy"));
      if (!remedy.isEmpty()) {
        output.text("  " + remedy);
      }
    }
  }

  private static Map<String, String> names(List<JsonObject> nodes) {
    Map<String, String> names = new HashMap<>();
    nodes.forEach(
        node -> names.put(ValueText.plain(node.at("node")), ValueText.plain(node.at("name"))));
    return names;
  }

  private static List<Column> groupColumns(Map<String, String> names) {
    Function<JsonValue, String> name =
        node -> names.getOrDefault(ValueText.plain(node), ValueText.plain(node));
    return List.of(
        Column.made(
            "GROUP",
            group ->
                group.at("isCatalogue") == JsonBoolean.TRUE
                    ? "catalogue"
                    : ValueText.plain(group.at("group"))),
        Column.made(
            "LEADER", group -> group.has("leader") ? name.apply(group.at("leader")) : "none"),
        Column.made("KEPT BY", group -> joined(group.at("voters"), name)),
        Column.made("BECOMES", group -> joined(group.at("becomes"), name)),
        Column.number("DATA", "bytes", Units::bytes),
        Column.number("USE", "requestUnits", Units::ruPerSecond),
        Column.made("LAG", ClusterCommands::lag),
        Column.made("ELECTIONS", group -> Units.count(most(group, "elections"))));
  }

  private static String joined(JsonValue nodes, Function<JsonValue, String> name) {
    return nodes instanceof JsonArray array
        ? array.elements().stream().map(name).collect(Collectors.joining(", "))
        : "";
  }

  /** What the replica lacks that lacks most. */
  private static String lag(JsonObject group) {
    return Units.count(most(group, "lag"));
  }

  private static double most(JsonObject group, String figure) {
    return PartitionCommands.objects(group.at("replicas")).stream()
        .map(replica -> replica.at(figure))
        .mapToDouble(value -> value instanceof JsonNumber number ? number.doubleValue() : 0)
        .max()
        .orElse(0);
  }

  private static String state(JsonObject node) {
    return node.at("answers") == JsonBoolean.TRUE ? ValueText.plain(node.at("state")) : "silent";
  }

  private static String place(JsonObject node) {
    return List.of("region", "zone", "rack").stream()
        .map(each -> ValueText.plain(node.at(each)))
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining("/"));
  }

  private static CommandSpec token(Environment environment) {
    Command command =
        Command.named(
            "token",
            "Make a token with which one node can join, and print the command that it joins with.",
            "partita cluster token");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject token = client.require(ClientRequest.admin("POST", CLUSTER, "token")).object();
          if (output.isJson()) {
            output.document(token);
          } else {
            output.text(ValueText.plain(token.at("command")));
            output.note(
                "For one node, until %s.".formatted(ValueText.plain(token.at("expiresAt"))));
          }
          return ExitCode.OK;
        });
  }

  private static CommandSpec node(Environment environment, String verb, String purpose) {
    Command command = Command.named(verb, purpose, "partita cluster " + verb + " b");
    OptionValue node = command.positional(0, "NODE", true, "The node's name or number.");
    return Remote.spec(
        environment, command, (client, output) -> changed(client, output, node.text(), verb));
  }

  private static ExitCode changed(Client client, Output output, String node, String verb) {
    JsonObject changed =
        client.require(ClientRequest.admin("POST", CLUSTER, "nodes", node, verb)).object();
    output.details(changed, NODES);
    return ExitCode.OK;
  }

  private static CommandSpec set(Environment environment) {
    Command command =
        Command.named(
            "set",
            "Change settings of the whole cluster.",
            "partita cluster set repair-after=30m",
            "partita cluster set replicas=5");
    OptionValue setting =
        command.positional(
            0,
            "NAME=VALUE",
            true,
            "repair-after, after which silence a node's replicas are made elsewhere, such as 10m;"
                + " replicas: 1, 3 or 5.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          String text = setting.text();
          int equals = text.indexOf('=');
          if (equals <= 0) {
            throw setting.invalid("Write a setting as NAME=VALUE").with("value", text);
          }
          JsonObject body =
              JsonObject.builder()
                  .put(text.substring(0, equals), text.substring(equals + 1))
                  .build();
          JsonObject settings =
              client
                  .require(ClientRequest.admin("POST", CLUSTER, "settings").withBody(body))
                  .object();
          output.document(settings);
          return ExitCode.OK;
        });
  }
}
