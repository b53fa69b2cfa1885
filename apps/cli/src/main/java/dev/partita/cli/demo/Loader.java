package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Units;
import dev.partita.client.Answer;
import dev.partita.client.Ask;
import dev.partita.client.Client;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.Texts;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Makes the containers of the demo and fills them. Used by one thread at a time. */
final class Loader {

  /** How many bookings and readings there are at the beginning. */
  static final int ITEMS = 900;

  /** Enough to fill a container in no time. */
  private static final int LOADING_RU = 6_000;

  private static final int SMALL_RU = 400;
  private static final int BATCH = 50;
  private static final long LOOK_MILLIS = 20;

  private final Client client;
  private final Consumer<String> steps;

  /**
   * @param steps told of each step
   */
  Loader(Client client, Consumer<String> steps) {
    this.client = client;
    this.steps = steps;
  }

  void load() {
    for (String database : List.of(Place.FLIGHTS.database(), Place.DEVICES.database())) {
      client.require(
          Ask.nosql("POST", "dbs").withBody(JsonObject.builder().put("id", database).build()));
    }
    fill(Place.FLIGHTS, SMALL_RU, SampleData.flights());
    fill(Place.DEVICES, SMALL_RU, SampleData.devices());
    fill(Place.BOOKINGS, LOADING_RU, SampleData.bookings(ITEMS));
    fill(Place.READINGS, LOADING_RU, SampleData.readings(ITEMS));
    // Three partitions of a few hundred RU/s each: enough for an ordinary day, not for a rush.
    List<String> halves = split(Place.BOOKINGS, "0", JsonObject.EMPTY);
    split(Place.BOOKINGS, halves.getLast(), JsonObject.EMPTY);
    provision(Place.BOOKINGS, Play.BOOKINGS_RU);
    provision(Place.READINGS, Play.READINGS_RU);
  }

  private void fill(Place place, int ruPerSecond, List<JsonObject> items) {
    steps.accept(
        String.format(
            Locale.ROOT,
            "%s/%s: %s",
            place.database(),
            place.container(),
            Units.counted(items.size(), "item", "items")));
    JsonObject definition =
        JsonObject.builder()
            .put("id", place.container())
            .put(
                "partitionKey",
                JsonObject.builder()
                    .put("paths", JsonArray.of(JsonString.of(place.keyPath())))
                    .put("kind", "Hash")
                    .put("version", 2)
                    .build())
            .build();
    client.require(
        Ask.nosql("POST", "dbs", place.database(), "colls")
            .with("x-ms-offer-throughput", Integer.toString(ruPerSecond))
            .withBody(definition));
    // A batch is carried out item by item, each durable before the next: several go on at once.
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var batches = new ArrayList<CompletableFuture<Void>>();
      for (int from = 0; from < items.size(); from += BATCH) {
        List<JsonObject> batch = items.subList(from, Math.min(from + BATCH, items.size()));
        batches.add(CompletableFuture.runAsync(() -> sendAll(place, batch), threads));
      }
      batches.forEach(CompletableFuture::join);
    }
  }

  private void sendAll(Place place, List<JsonObject> batch) {
    List<JsonObject> left = batch;
    while (!left.isEmpty()) {
      left = send(place, left);
    }
  }

  /** Sends items; gives those that are to be sent again. */
  private List<JsonObject> send(Place place, List<JsonObject> batch) {
    JsonValue results =
        client
            .require(
                place
                    .items("POST")
                    .with("x-ms-cosmos-is-batch-request", "true")
                    .with("x-ms-cosmos-batch-continue-on-error", "true")
                    .with("Prefer", "return=minimal")
                    .withBody(
                        JsonArray.of(batch.stream().map(item -> operation(place, item)).toList())))
            .json();
    var left = new ArrayList<JsonObject>();
    long wait = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (!(results instanceof JsonArray array && array.at(i) instanceof JsonObject result)) {
        throw new DatabaseException(ErrorCode.INTERNAL, "The answer to a batch does not fit it");
      }
      if (number(result, "statusCode") >= 300) {
        left.add(batch.get(i));
        wait = Math.max(wait, (long) number(result, "retryAfterMilliseconds"));
      }
    }
    if (!left.isEmpty()) {
      client.clock().sleep(Math.max(1, wait));
    }
    return left;
  }

  private static JsonObject operation(Place place, JsonObject item) {
    return JsonObject.builder()
        .put("operationType", "Upsert")
        .put(
            "partitionKey", PartitionKeyValues.of(item, List.of(place.keyPath())).json().toString())
        .put("resourceBody", item)
        .build();
  }

  /** Splits a partition and waits for it; gives the ids of its children. */
  List<String> split(Place place, String id, JsonObject body) {
    return children(place.split(id).withBody(body));
  }

  /** Merges two neighbours and waits for it; gives the id of what they became. */
  String merge(Place place, String left, String right) {
    JsonObject both = JsonObject.builder().put("left", left).put("right", right).build();
    return children(place.merge().withBody(both)).getFirst();
  }

  private List<String> children(Ask ask) {
    JsonObject operation = operation(client.require(ask).object());
    while (Texts.plain(operation.at("state")).equals("running")) {
      client.clock().sleep(LOOK_MILLIS);
      operation =
          operation(
              client
                  .require(Ask.admin("GET", "operations", Texts.plain(operation.at("id"))))
                  .object());
    }
    if (operation.at("children") instanceof JsonArray children && !children.isEmpty()) {
      return children.elements().stream().map(Texts::plain).toList();
    }
    String reason =
        operation.at("error") instanceof JsonObject error ? Texts.plain(error.at("message")) : "";
    throw new DatabaseException(ErrorCode.CONFLICT, Answer.REFUSED).with(Answer.MESSAGE, reason);
  }

  private static JsonObject operation(JsonObject answer) {
    return answer.at("operation") instanceof JsonObject operation ? operation : answer;
  }

  /** Changes the throughput of a container. */
  void provision(Place place, long ruPerSecond) {
    JsonValue rid = client.require(place.ask("GET")).object().at("_rid");
    JsonValue offers = client.require(Ask.nosql("GET", "offers")).object().at("Offers");
    if (!(offers instanceof JsonArray list)) {
      throw new DatabaseException(ErrorCode.INTERNAL, "The answer lacks its list");
    }
    for (JsonValue each : list) {
      if (each instanceof JsonObject offer && offer.at("offerResourceId").equals(rid)) {
        JsonObject content = JsonObject.of("offerThroughput", JsonNumber.of(ruPerSecond));
        client.require(
            Ask.nosql("PUT", "offers", Texts.plain(offer.at("_rid")))
                .withBody(offer.with("content", content)));
      }
    }
  }

  private static double number(JsonObject object, String name) {
    return object.at(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
