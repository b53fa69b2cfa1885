package dev.partita.cli.resource;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Given;
import dev.partita.client.Ask;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.Optional;

/** The options for a throughput, manual or autoscale. */
final class Throughput {

  private final Given manual;
  private final Given autoscale;

  Throughput(Command command) {
    this.manual = command.optional("--throughput", "RU", "Manual throughput, in RU/s.");
    this.autoscale =
        command.optional("--max-throughput", "RU", "Autoscale up to so much, in RU/s.");
  }

  /** The request with the throughput in its headers, if one was given. */
  Ask apply(Ask ask) {
    Optional<Long> fixed = chosen(manual);
    Optional<Long> most = chosen(autoscale);
    requireOne();
    if (fixed.isPresent()) {
      return ask.with("x-ms-offer-throughput", fixed.get().toString());
    }
    return most.map(
            max ->
                ask.with(
                    "x-ms-cosmos-offer-autopilot-settings",
                    JsonObject.builder().put("maxThroughput", max).build().toString()))
        .orElse(ask);
  }

  /** The content of an offer with the throughput in place of what it had. */
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

  private static Optional<Long> chosen(Given given) {
    return given.number(1L, Long.MAX_VALUE);
  }
}
