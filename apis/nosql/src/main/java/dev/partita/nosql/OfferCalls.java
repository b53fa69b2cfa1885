package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.ThroughputAdministration;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.throughput.ThroughputMinimum;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests on offers: the throughput of containers and databases, as resources of their own. */
final class OfferCalls {

  /** An offer and what it belongs to. */
  private record Offer(
      int number,
      String resourceRid,
      String resourceSelf,
      ThroughputSettings settings,
      long highest,
      long changedMillis,
      @Nullable Container container) {}

  private static final String TO_AUTOSCALE = "x-ms-cosmos-migrate-offer-to-autopilot";
  private static final String TO_MANUAL = "x-ms-cosmos-migrate-offer-to-manual-throughput";

  private final Catalogue catalogue;
  private final Containers containers;
  private final ThroughputAdministration throughput;
  private final Resolver resolver;
  private final Feeds feeds;

  OfferCalls(
      Catalogue catalogue,
      Containers containers,
      ThroughputAdministration throughput,
      Resolver resolver,
      Feeds feeds) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.throughput = throughput;
    this.resolver = resolver;
    this.feeds = feeds;
  }

  Reply feed(Call call) {
    List<JsonObject> documents = offers().stream().map(this::document).toList();
    return switch (call.intent()) {
      case READ -> feeds.list(call, "", "Offers", documents);
      case QUERY -> feeds.query(call, "", "Offers", documents);
      default -> throw call.methodNotAllowed();
    };
  }

  Reply single(Call call) {
    String rid = call.path().at(1);
    Offer offer =
        offers().stream()
            .filter(each -> Rids.offer(each.number()).equals(rid))
            .findFirst()
            .orElseThrow(
                () ->
                    new DatabaseException(ErrorCode.NOT_FOUND, "The offer does not exist.")
                        .with("offer", rid));
    return switch (call.method()) {
      case "GET" ->
          Etags.isKnown(call, etag(offer)) ? Reply.notModified(etag(offer)) : reply(offer);
      case "PUT" -> {
        Etags.require(call.header("if-match"), etag(offer));
        yield replace(call, offer);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply replace(Call call, Offer offer) {
    ThroughputSettings wanted = wanted(call, offer);
    Container container = offer.container();
    if (container != null) {
      throughput.changeContainer(container.number(), wanted);
    } else {
      throughput.changeDatabase(offer.number(), wanted);
    }
    return reply(
        offers().stream()
            .filter(each -> each.number() == offer.number())
            .findFirst()
            .orElseThrow());
  }

  private static ThroughputSettings wanted(Call call, Offer offer) {
    long current = offer.settings().ruPerSecond();
    boolean toAutoscale = call.flag(TO_AUTOSCALE);
    boolean toManual = call.flag(TO_MANUAL);
    if (toAutoscale && toManual) {
      throw DatabaseException.badRequest("Throughput becomes either manual or autoscale, not both.")
          .with(TO_AUTOSCALE, true)
          .with(TO_MANUAL, true);
    }
    if (toAutoscale) {
      return new ThroughputSettings.Autoscale(Math.max(1_000, (current + 999) / 1_000 * 1_000));
    }
    if (toManual) {
      return new ThroughputSettings.Manual(current);
    }
    if (!(call.json().at("content") instanceof JsonObject content)) {
      throw DatabaseException.badRequest("An offer has its throughput in its content.");
    }
    JsonValue settings = content.at("offerAutopilotSettings");
    if (!settings.isUndefined() && !(settings instanceof JsonNull)) {
      return Throughputs.autoscale(settings, settings.toString());
    }
    if (content.at("offerThroughput") instanceof JsonNumber manual && manual.isIntegral()) {
      return new ThroughputSettings.Manual(manual.longValue());
    }
    throw DatabaseException.badRequest(
        "An offer's content has offerThroughput or offerAutopilotSettings.");
  }

  private List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    for (DatabaseRecord database : catalogue.databases(resolver.account())) {
      ThroughputSettings shared = database.throughput();
      if (shared != null) {
        offers.add(
            new Offer(
                database.number(),
                Rids.of(database),
                "dbs/" + Rids.of(database) + "/",
                shared,
                database.highestThroughput(),
                database.changedMillis(),
                null));
      }
      for (ContainerRecord container : catalogue.containers(database.number())) {
        ThroughputSettings own = container.throughput();
        if (own != null) {
          offers.add(
              new Offer(
                  container.number(),
                  Rids.of(container),
                  ContainerDocument.self(container),
                  own,
                  container.highestThroughput(),
                  container.changedMillis(),
                  containers.container(container.number()).orElseThrow()));
        }
      }
    }
    return offers;
  }

  private Reply reply(Offer offer) {
    Container container = offer.container();
    return Reply.of(200)
        .etag(etag(offer))
        .charge(Feeds.METADATA_READ)
        .header("x-ms-cosmos-min-throughput", Long.toString(minimum(offer)))
        .header(
            "x-ms-offer-replace-pending",
            Boolean.toString(container != null && throughput.isRescaling(container)))
        .body(document(offer));
  }

  private long minimum(Offer offer) {
    Container container = offer.container();
    if (container != null) {
      return throughput.minimum(container, offer.settings());
    }
    int members = catalogue.containers(offer.number()).size();
    return switch (offer.settings()) {
      case ThroughputSettings.Manual _ ->
          ThroughputMinimum.manualDatabase(0, offer.highest(), members);
      case ThroughputSettings.Autoscale _ ->
          ThroughputMinimum.autoscaleDatabase(0, offer.highest(), members);
    };
  }

  private static String etag(Offer offer) {
    return Etags.of(contents(offer), offer.changedMillis());
  }

  private JsonObject document(Offer offer) {
    return contents(offer).with("_etag", JsonString.of(etag(offer)));
  }

  private static JsonObject contents(Offer offer) {
    String rid = Rids.offer(offer.number());
    JsonObject.Builder content =
        JsonObject.builder()
            .put("offerThroughput", offer.settings().ruPerSecond())
            .put("offerIsRUPerMinuteThroughputEnabled", false)
            .put(
                "offerMinimumThroughputParameters",
                JsonObject.builder()
                    .put("maxThroughputEverProvisioned", offer.highest())
                    .put("maxConsumedStorageEverInKB", 0)
                    .build());
    content.put(
        "offerAutopilotSettings",
        offer.settings() instanceof ThroughputSettings.Autoscale(long max)
            ? JsonObject.builder().put("maxThroughput", max).build()
            : JsonUndefined.UNDEFINED);
    return JsonObject.builder()
        .put("resource", offer.resourceSelf())
        .put("offerType", "Invalid")
        .put("offerResourceId", offer.resourceRid())
        .put("offerVersion", "V2")
        .put("content", content.build())
        .put("id", rid)
        .put("_rid", rid)
        .put("_self", "offers/" + rid + "/")
        .put("_ts", offer.changedMillis() / 1000)
        .build();
  }
}
