package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.Feed;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.QueryProblem;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita query}: runs a query and prints its results as they come, or explains it. */
public final class QueryCommand {

  private static final int PAGE = 100;

  private QueryCommand() {}

  public static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "query",
            "Run a query in SQL; its request units go to standard error.",
            "partita query -d shop -c orders \"SELECT * FROM c WHERE c.total > 10\"",
            "partita query -d shop -c orders -k ada --parameter @min=10 \"SELECT c.id FROM c WHERE"
                + " c.total > @min\"",
            "partita query -d shop -c orders --file report.sql --json | jq .",
            "partita query -d shop -c orders --explain \"SELECT * FROM c ORDER BY c.total\"");
    var scope = new Scoped(command);
    var input = new TextInput(environment, command, "SQL", "The query.");
    OptionValue key = Scoped.key(command, false);
    OptionValue parameters =
        command.repeated(
            "--parameter,-P",
            "@NAME=VALUE",
            "A parameter of the query; its value is JSON, or else a text.");
    OptionValue most = most(command);
    OptionValue explain =
        command.flag(
            "--explain",
            "Run the first page, which is charged, and print how it was run in place of results.");
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          String text = input.read().strip();
          JsonObject query =
              JsonObject.builder()
                  .put("query", text)
                  .put("parameters", parameters(parameters.texts()))
                  .build();
          Optional<PartitionKeyValues> within = Scoped.keyOf(key);
          try {
            if (explain.isOn()) {
              JsonObject asked =
                  within.map(values -> query.with("partitionKey", values.json())).orElse(query);
              return explained(
                  output, client.require(scope.admin("POST", "explain").withBody(asked)).object());
            }
            ClientRequest request = query(scope.request("POST", "docs")).withBody(query);
            ClientRequest scoped = within.map(request::withKey).orElse(request);
            return printed(output, new Feed(client, paged(scoped, most), "Documents"), most);
          } catch (DatabaseException e) {
            throw located(e, text);
          }
        });
  }

  /** Extends a refusal with the places in the query that it is about. */
  private static DatabaseException located(DatabaseException refusal, String query) {
    List<QueryProblem> problems = QueryProblem.of(refusal.context());
    return problems.isEmpty()
        ? refusal
        : refusal.with(
            ClientResponse.EXPLAINED,
            problems.stream()
                .map(problem -> problem.explained(query))
                .collect(Collectors.joining("\n")));
  }

  /** Adds the headers that make a request a query. */
  public static ClientRequest query(ClientRequest request) {
    return request
        .with("Content-Type", "application/query+json")
        .with("x-ms-documentdb-isquery", "true")
        .with("x-ms-documentdb-query-enablecrosspartition", "true");
  }

  static OptionValue most(Command command) {
    return command.optional("--max-items", "N", "Stop after so many results.");
  }

  private static ClientRequest paged(ClientRequest request, OptionValue most) {
    // A table decides on its columns by the first page; a small number of results needs no large
    // page.
    long page = Math.min(PAGE, most.number(1L, Long.MAX_VALUE).orElse((long) PAGE));
    return request.with("x-ms-max-item-count", Long.toString(page));
  }

  static ExitCode printed(Output output, Feed feed, OptionValue most) {
    var rows = new Rows(output);
    boolean more = rows.print(feed, most.number(1L, Long.MAX_VALUE).orElse(Long.MAX_VALUE));
    output.note(
        String.format(
            Locale.ROOT,
            "%s%s, %s",
            Units.counted(rows.count(), "result", "results"),
            more ? " (there may be more)" : "",
            Units.ru(feed.charge())));
    return ExitCode.OK;
  }

  private static ExitCode explained(Output output, JsonObject plan) {
    if (output.isJson()) {
      output.document(plan);
    } else {
      Plan.print(output, plan);
    }
    output.note(Units.ru(Plan.charge(plan)));
    return ExitCode.OK;
  }

  private static JsonArray parameters(List<String> texts) {
    var parameters = new ArrayList<JsonValue>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw DatabaseException.badRequest("A parameter is given as @name=value")
            .with("parameter", text);
      }
      String name = text.substring(0, equals);
      parameters.add(
          JsonObject.builder()
              .put("name", name.startsWith("@") ? name : "@" + name)
              .put("value", value(text.substring(equals + 1)))
              .build());
    }
    return JsonArray.of(parameters);
  }

  private static JsonValue value(String text) {
    try {
      return JsonReader.DEFAULT.read(text);
    } catch (DatabaseException e) {
      // An argument that is not JSON is taken as a string, so that names need no quotes.
      return JsonString.of(text);
    }
  }
}
