package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
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
import dev.partita.client.ValueText;
import dev.partita.json.JsonObject;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita throughput}: shows and changes the throughput of a container or database. */
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
          String rid = ValueText.plain(offer.get().at("_rid"));
          return printed(output, client.require(ClientRequest.nosql("GET", "offers", rid)));
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
    var throughput = new ThroughputOptions(command);
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
          ClientRequest request =
              ClientRequest.nosql("PUT", "offers", ValueText.plain(offer.get().at("_rid")))
                  .withBody(offer.get().with("content", content));
          return printed(output, client.require(request));
        });
  }

  private static ExitCode printed(Output output, ClientResponse response) {
    JsonObject offer = response.object();
    String least =
        response
            .header("x-ms-cosmos-min-throughput")
            .map(text -> Units.ruPerSecond(Double.parseDouble(text)))
            .orElse("-");
    boolean pending = response.header("x-ms-offer-replace-pending").orElse("").equals("true");
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

  /** Container or database that the options name. */
  private static final class Owner {

    private final OptionValue database;
    private final OptionValue container;

    Owner(Command command) {
      this.database = Scoped.database(command);
      this.container =
          command.optional(
              "--container,--container-name,-c",
              "NAME",
              "The container's name; without it, the database's shared throughput is meant.");
    }

    /** Finds its offer, if it has throughput of its own. */
    Optional<JsonObject> offer(Client client) {
      ClientRequest request =
          container
              .optional()
              .map(name -> ClientRequest.nosql("GET", "dbs", database.text(), "colls", name))
              .orElseGet(() -> ClientRequest.nosql("GET", "dbs", database.text()));
      return Offers.find(client, client.require(request).object());
    }
  }
}
