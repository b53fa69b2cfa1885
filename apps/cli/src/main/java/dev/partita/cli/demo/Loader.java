package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Units;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.ValueText;
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

/** Creates the containers of the demo and fills them. Used by one thread at a time. */
final class Loader {

  /** Number of bookings and of readings at the beginning. */
  static final int ITEMS = 900;

  /** Throughput while loading, high enough not to throttle it. */
  private static final int LOADING_RU = 6_000;

  private static final int SMALL_RU = 400;
  private static final int BATCH = 50;
  private static final long LOOK_MILLIS = 20;

  private final Client client;
  private final Consumer<String> steps;

  /**
   * @param steps receives a description of each step
   */
  Loader(Client client, Consumer<String> steps) {
    this.client = client;
    this.steps = steps;
  }

  void load() {
    fill();
    // Three partitions of a few hundred RU/s each: enough for the normal load, too little for the
    // peak.
    List<String> halves = split(DemoContainer.BOOKINGS, "0", JsonObject.EMPTY);
    split(DemoContainer.BOOKINGS, halves.getLast(), JsonObject.EMPTY);
    provision(DemoContainer.BOOKINGS, Play.BOOKINGS_RU);
    provision(DemoContainer.READINGS, Play.READINGS_RU);
  }

  /** Creates the containers with their items, and leaves them as they are. */
  void fill() {
    for (String database :
        List.of(DemoContainer.FLIGHTS.database(), DemoContainer.DEVICES.database())) {
      client.require(
          ClientRequest.nosql("POST", "dbs")
              .withBody(JsonObject.builder().put("id", database).build()));
    }
    fill(DemoContainer.FLIGHTS, SMALL_RU, SampleData.flights());
    fill(DemoContainer.DEVICES, SMALL_RU, SampleData.devices());
    fill(DemoContainer.BOOKINGS, LOADING_RU, SampleData.bookings(ITEMS));
    fill(DemoContainer.READINGS, LOADING_RU, SampleData.readings(ITEMS));
  }

  private void fill(DemoContainer container, int ruPerSecond, List<JsonObject> items) {
    steps.accept(
        String.format(
            Locale.ROOT,
            "%s/%s: %s",
            container.database(),
            container.container(),
            Units.counted(items.size(), "item", "items")));
    JsonObject definition =
        JsonObject.builder()
            .put("id", container.container())
            .put(
                "partitionKey",
                JsonObject.builder()
                    .put("paths", JsonArray.of(JsonString.of(container.keyPath())))
                    .put("kind", "Hash")
                    .put("version", 2)
                    .build())
            .build();
    client.require(
        ClientRequest.nosql("POST", "dbs", container.database(), "colls")
            .with("x-ms-offer-throughput", Integer.toString(ruPerSecond))
            .withBody(definition));
    // The server commits a batch item by item, each durable before the next, so several run in
    // parallel.
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var batches = new ArrayList<CompletableFuture<Void>>();
      for (int from = 0; from < items.size(); from += BATCH) {
        List<JsonObject> batch = items.subList(from, Math.min(from + BATCH, items.size()));
        batches.add(CompletableFuture.runAsync(() -> sendAll(container, batch), threads));
      }
      batches.forEach(CompletableFuture::join);
    }
  }

  private void sendAll(DemoContainer container, List<JsonObject> batch) {
    List<JsonObject> left = batch;
    while (!left.isEmpty()) {
      left = send(container, left);
    }
  }

  /** Sends items in one batch; returns those that have to be sent again. */
  private List<JsonObject> send(DemoContainer container, List<JsonObject> batch) {
    JsonValue results =
        client
            .require(
                container
                    .items("POST")
                    .with("x-ms-cosmos-is-batch-request", "true")
                    .with("x-ms-cosmos-batch-continue-on-error", "true")
                    .with("Prefer", "return=minimal")
                    .withBody(
                        JsonArray.of(
                            batch.stream().map(item -> operation(container, item)).toList())))
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

  private static JsonObject operation(DemoContainer container, JsonObject item) {
    return JsonObject.builder()
        .put("operationType", "Upsert")
        .put(
            "partitionKey",
            PartitionKeyValues.of(item, List.of(container.keyPath())).json().toString())
        .put("resourceBody", item)
        .build();
  }

  /** Splits a partition, waits for the end and returns the ids of its children. */
  List<String> split(DemoContainer container, String id, JsonObject body) {
    return children(container.split(id).withBody(body));
  }

  /** Merges two neighbours, waits for the end and returns the id of the result. */
  String merge(DemoContainer container, String left, String right) {
    JsonObject both = JsonObject.builder().put("left", left).put("right", right).build();
    return children(container.merge().withBody(both)).getFirst();
  }

  private List<String> children(ClientRequest request) {
    JsonObject operation = operation(client.require(request).object());
    while (ValueText.plain(operation.at("state")).equals("running")) {
      client.clock().sleep(LOOK_MILLIS);
      operation =
          operation(
              client
                  .require(
                      ClientRequest.admin("GET", "operations", ValueText.plain(operation.at("id"))))
                  .object());
    }
    if (operation.at("children") instanceof JsonArray children && !children.isEmpty()) {
      return children.elements().stream().map(ValueText::plain).toList();
    }
    String reason =
        operation.at("error") instanceof JsonObject error
            ? ValueText.plain(error.at("message"))
            : "";
    throw new DatabaseException(ErrorCode.CONFLICT, ClientResponse.REFUSED)
        .with(ClientResponse.MESSAGE, reason);
  }

  private static JsonObject operation(JsonObject response) {
    return response.at("operation") instanceof JsonObject operation ? operation : response;
  }

  /** Changes the throughput of a container. */
  void provision(DemoContainer container, long ruPerSecond) {
    JsonValue rid = client.require(container.request("GET")).object().at("_rid");
    JsonValue offers = client.require(ClientRequest.nosql("GET", "offers")).object().at("Offers");
    if (!(offers instanceof JsonArray list)) {
      throw new DatabaseException(ErrorCode.INTERNAL, "The answer lacks its list");
    }
    for (JsonValue each : list) {
      if (each instanceof JsonObject offer && offer.at("offerResourceId").equals(rid)) {
        JsonObject content = JsonObject.of("offerThroughput", JsonNumber.of(ruPerSecond));
        client.require(
            ClientRequest.nosql("PUT", "offers", ValueText.plain(offer.at("_rid")))
                .withBody(offer.with("content", content)));
      }
    }
  }

  private static double number(JsonObject object, String name) {
    return object.at(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
