package dev.partita.cli.resource;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.OptionValue;
import dev.partita.client.ClientRequest;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.Optional;

/** Options for manual or autoscale throughput. */
final class ThroughputOptions {

  private final OptionValue manual;
  private final OptionValue autoscale;

  ThroughputOptions(Command command) {
    this.manual = command.optional("--throughput", "RU", "Manual throughput, in RU/s.");
    this.autoscale =
        command.optional("--max-throughput", "RU", "Autoscale up to so much, in RU/s.");
  }

  /** Adds the throughput to the headers of a request, if one was given. */
  ClientRequest apply(ClientRequest request) {
    Optional<Long> fixed = chosen(manual);
    Optional<Long> most = chosen(autoscale);
    requireOne();
    if (fixed.isPresent()) {
      return request.with("x-ms-offer-throughput", fixed.get().toString());
    }
    return most.map(
            max ->
                request.with(
                    "x-ms-cosmos-offer-autopilot-settings",
                    JsonObject.builder().put("maxThroughput", max).build().toString()))
        .orElse(request);
  }

  /** Returns the content of an offer with the throughput replaced; empty if none was given. */
  Optional<JsonObject> change(JsonObject content) {
    requireOne();
    Optional<JsonObject> fixed =
        chosen(manual)
            .map(
                ru ->
                    content
                        .without("offerAutopilotSettings")
                        .with("offerThroughput", JsonNumber.of(ru)));
    return fixed.or(
        () ->
            chosen(autoscale)
                .map(
                    ru ->
                        content.with(
                            "offerAutopilotSettings",
                            JsonObject.builder().put("maxThroughput", ru).build())));
  }

  private void requireOne() {
    if (manual.optional().isPresent() && autoscale.optional().isPresent()) {
      throw manual.invalid("Throughput is manual or autoscale, not both");
    }
  }

  private static Optional<Long> chosen(OptionValue given) {
    return given.number(1L, Long.MAX_VALUE);
  }
}
