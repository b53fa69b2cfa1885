package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.Given;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.shell.Units;
import dev.partita.client.Answer;
import dev.partita.client.Ask;
import dev.partita.client.Client;
import dev.partita.client.Texts;
import dev.partita.json.JsonObject;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita throughput}: shows and changes what a container or database may spend. */
public final class ThroughputCommands {

  private ThroughputCommands() {}

  public static CommandSpec spec(Environment environment) {
    return Command.group(
        environment,
        "throughput",
        "Show or change the throughput of a container, or that of a database.",
        show(environment),
        update(environment));
  }

  private static CommandSpec show(Environment environment) {
    Command command =
        Command.named(
            "show",
            "Show a throughput.",
            "partita throughput show --database shop --container orders");
    var owner = new Owner(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          Optional<JsonObject> offer = owner.offer(client);
          if (offer.isEmpty()) {
            return none(output);
          }
          String rid = Texts.plain(offer.get().at("_rid"));
          return printed(output, client.require(Ask.nosql("GET", "offers", rid)));
        });
  }

  private static CommandSpec update(Environment environment) {
    Command command =
        Command.named(
            "update",
            "Change a throughput, or whether it is manual; partitions are split if it needs them.",
            "partita throughput update --database shop --container orders --throughput 12000",
            "partita throughput update --database shop --max-throughput 4000");
    var owner = new Owner(command);
    var throughput = new Throughput(command);
    return Remote.spec(
        environment,
        command,
        (client, output) -> {
          Optional<JsonObject> offer = owner.offer(client);
          if (offer.isEmpty()) {
            return none(output);
          }
          JsonObject content =
              throughput
                  .change(Offers.content(offer.get()))
                  .orElseThrow(
                      () ->
                          DatabaseException.badRequest(
                              "There is nothing to change: give --throughput or --max-throughput"));
          Ask ask =
              Ask.nosql("PUT", "offers", Texts.plain(offer.get().at("_rid")))
                  .withBody(offer.get().with("content", content));
          return printed(output, client.require(ask));
        });
  }

  private static ExitCode printed(Output output, Answer answer) {
    JsonObject offer = answer.object();
    String least =
        answer
            .header("x-ms-cosmos-min-throughput")
            .map(text -> Units.ruPerSecond(Double.parseDouble(text)))
            .orElse("-");
    boolean pending = answer.header("x-ms-offer-replace-pending").orElse("").equals("true");
    output.details(
        offer,
        List.of(
            Column.made("THROUGHPUT", _ -> Offers.text(Optional.of(offer))),
            Column.made("AT LEAST", _ -> least),
            Column.made(
                "IN EFFECT", _ -> pending ? "not yet: partitions are being split" : "yes")));
    return ExitCode.OK;
  }

  private static ExitCode none(Output output) {
    output.note(
        "partita: It has no throughput of its own; a container may share its database's, or have"
            + " none.");
    return ExitCode.NOT_FOUND;
  }

  /** The container or database that is meant. */
  private static final class Owner {

    private final Given database;
    private final Given container;

    Owner(Command command) {
      this.database = Scoped.database(command);
      this.container =
          command.optional(
              "--container,--container-name,-c",
              "NAME",
              "The container's name; without it, the database's shared throughput is meant.");
    }

    /** Its throughput, if it has one of its own. */
    Optional<JsonObject> offer(Client client) {
      Ask ask =
          container
              .optional()
              .map(name -> Ask.nosql("GET", "dbs", database.text(), "colls", name))
              .orElseGet(() -> Ask.nosql("GET", "dbs", database.text()));
      return Offers.find(client, client.require(ask).object());
    }
  }
}
