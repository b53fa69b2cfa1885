package dev.partita.cli.resource;

import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita script}: stored procedures, functions and triggers. */
public final class ScriptCommands {

  /** Kind of script, with the name of its list in the protocol. */
  private enum Kind {
    PROCEDURE("sprocs", "StoredProcedures"),
    FUNCTION("udfs", "UserDefinedFunctions"),
    TRIGGER("triggers", "Triggers");

    private final String segment;
    private final String list;

    Kind(String segment, String list) {
      this.segment = segment;
      this.list = list;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
      return Arrays.stream(values()).map(Kind::word).toList();
    }

    static Kind of(OptionValue given) {
      return valueOf(given.oneOf(words()).toUpperCase(Locale.ROOT));
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          Column.text("NAME", "id"),
          Column.text("KIND", "kind"),
          Column.made(
              "RUNS",
              script ->
                  (ValueText.plain(script.at("triggerType"))
                          + " "
                          + ValueText.plain(script.at("triggerOperation")))
                      .strip()),
          Column.made("SIZE", script -> Units.bytes(ValueText.plain(script.at("body")).length())),
          Column.made("CHANGED", Moments::changed));

  private ScriptCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "script",
        "List, show, put, run or delete stored procedures, functions and triggers.",
        list(environment),
        show(environment),
        put(environment),
        run(environment),
        delete(environment));
  }

  private static CommandSpec list(Environment environment) {
    Command command =
        Command.named(
            "list", "List the scripts of a container.", "partita script list -d shop -c orders");
    var scope = new Scoped(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          var scripts = new ArrayList<JsonObject>();
          for (Kind kind : Kind.values()) {
            DatabaseCommands.all(client, scope.request("GET", kind.segment), kind.list)
                .forEach(script -> scripts.add(script.with("kind", JsonString.of(kind.word()))));
          }
          output.list(scripts, COLUMNS);
          return ExitCode.OK;
        });
  }

  private static CommandSpec show(Environment environment) {
    Command command =
        Command.named(
            "show",
            "Print the text of a script.",
            "partita script show -d shop -c orders --kind procedure --name archive");
    var scope = new Scoped(command);
    OptionValue kind = kind(command);
    OptionValue name = name(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          JsonObject script =
              client.require(scope.request("GET", Kind.of(kind).segment, name.text())).object();
          if (output.isJson()) {
            output.document(script);
          } else {
            output.value(script.at("body"));
            output.out().flush();
          }
          return ExitCode.OK;
        });
  }

  private static CommandSpec put(Environment environment) {
    Command command =
        Command.named(
            "put",
            "Create a script, or replace the one of this name.",
            "partita script put -d shop -c orders --kind procedure --name archive --file"
                + " archive.js",
            "partita script put -d shop -c orders --kind trigger --name stamp --on pre:create"
                + " --file stamp.js");
    var scope = new Scoped(command);
    OptionValue kind = kind(command);
    OptionValue name = name(command);
    OptionValue on =
        command.withDefault(
            "--on",
            "pre|post:OPERATION",
            "pre:all",
            "When a trigger runs: before or after which operation (all, create, update, delete,"
                + " replace).");
    var input = new TextInput(environment, command, "JAVASCRIPT", "The script.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          Kind chosen = Kind.of(kind);
          JsonObject.Builder script =
              JsonObject.builder().put("id", name.text()).put("body", input.read());
          if (chosen == Kind.TRIGGER) {
            describe(script, on);
          }
          JsonObject definition = script.build();
          ClientResponse response =
              client.send(scope.request("PUT", chosen.segment, name.text()).withBody(definition));
          if (response.status() == ErrorCode.NOT_FOUND.status()) {
            response = client.require(scope.request("POST", chosen.segment).withBody(definition));
          }
          output.details(
              response.orThrow().object().with("kind", JsonString.of(chosen.word())), COLUMNS);
          return ExitCode.OK;
        });
  }

  private static void describe(JsonObject.Builder script, OptionValue on) {
    String[] parts = on.text().split(":", 2);
    String type = capital(parts[0]);
    String operation = parts.length == 2 ? capital(parts[1]) : "All";
    if (!List.of("Pre", "Post").contains(type)) {
      throw on.invalid("A trigger runs before or after an operation: pre:create, post:all");
    }
    script.put("triggerType", type).put("triggerOperation", operation);
  }

  private static String capital(String word) {
    return word.isEmpty()
        ? word
        : word.substring(0, 1).toUpperCase(Locale.ROOT)
            + word.substring(1).toLowerCase(Locale.ROOT);
  }

  private static CommandSpec run(Environment environment) {
    Command command =
        Command.named(
            "run",
            "Run a stored procedure in one partition key.",
            "partita script run -d shop -c orders --name archive -k ada --arguments '[2026,"
                + " true]'");
    var scope = new Scoped(command);
    OptionValue name = name(command);
    OptionValue key = Scoped.key(command, true);
    OptionValue arguments =
        command.withDefault("--arguments", "JSON|@FILE", "[]", "Its arguments, as a JSON array.");
    OptionValue log = command.flag("--log", "Print what it logs to standard error.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          Optional<JsonValue> given = TextInput.json(arguments);
          if (!(given.orElseThrow() instanceof JsonArray array)) {
            throw arguments.invalid("The arguments of a procedure are a JSON array");
          }
          ClientRequest request =
              scope
                  .request("POST", Kind.PROCEDURE.segment, name.text())
                  .withKey(PartitionKeyValues.parse(key.text()))
                  .with("x-ms-documentdb-script-enable-logging", Boolean.toString(log.isOn()))
                  .withBody(array);
          ClientResponse response = client.require(request);
          if (response.body().length > 0) {
            output.document(response.json());
          }
          response
              .header("x-ms-documentdb-script-log-results")
              .filter(text -> log.isOn() && !text.isEmpty())
              .ifPresent(text -> output.note(decoded(text)));
          output.note(Units.ru(response.charge()));
          return ExitCode.OK;
        });
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static CommandSpec delete(Environment environment) {
    Command command =
        Command.named(
            "delete",
            "Delete a script.",
            "partita script delete -d shop -c orders --kind procedure --name archive");
    var scope = new Scoped(command);
    OptionValue kind = kind(command);
    OptionValue name = name(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          client.require(scope.request("DELETE", Kind.of(kind).segment, name.text()));
          output.note(String.format(Locale.ROOT, "Deleted the %s %s.", kind.text(), name.text()));
          return ExitCode.OK;
        });
  }

  private static OptionValue name(Command command) {
    return command.required("--name,-n", "NAME", "The script's name.");
  }

  private static OptionValue kind(Command command) {
    return command.withDefault(
        "--kind", String.join("|", Kind.words()), Kind.PROCEDURE.word(), "What the script is.");
  }
}
