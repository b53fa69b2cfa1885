package dev.partita.cli.resource;

import dev.partita.cli.shell.Units;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.Optional;

/** Lookup of throughput, which the protocol keeps in resources of their own ("offers"). */
final class Offers {

  private Offers() {}

  /** Finds the offer of a database or container, if it has throughput of its own. */
  static Optional<JsonObject> find(Client client, JsonObject owner) {
    return DatabaseCommands.all(client, ClientRequest.nosql("GET", "offers"), "Offers").stream()
        .filter(offer -> offer.at("offerResourceId").equals(owner.at("_rid")))
        .findFirst();
  }

  static JsonObject content(JsonObject offer) {
    return offer.at("content") instanceof JsonObject content ? content : JsonObject.EMPTY;
  }

  static String text(Optional<JsonObject> offer) {
    if (offer.isEmpty()) {
      return "none of its own";
    }
    JsonObject content = content(offer.get());
    if (content.at("offerAutopilotSettings") instanceof JsonObject autoscale
        && autoscale.at("maxThroughput") instanceof JsonNumber max) {
      return "autoscale up to " + Units.ruPerSecond(max.doubleValue());
    }
    return content.at("offerThroughput") instanceof JsonNumber manual
        ? "manual " + Units.ruPerSecond(manual.doubleValue())
        : "unknown";
  }
}
