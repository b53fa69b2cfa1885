package dev.partita.advice;

import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Made-up data with its traffic, the same each time. */
final class Scenario {

  static final int PARTITIONS = 10;
  static final long HOUR = 3_600_000;
  static final long NOW = 1_800_000_000_000L;

  /** A request before anyone hashes it. */
  record Event(
      long at,
      Action action,
      Scope scope,
      List<JsonObject> items,
      Map<String, String> filter,
      double work) {}

  final PartitionKeyDefinition present;
  final boolean ranged;
  final List<JsonObject> documents = new ArrayList<>();
  final List<Event> events = new ArrayList<>();
  final Random random = new Random(7);
  long bytes;
  double weight = 1;
  int throughput = 10_000;

  Scenario(PartitionKeyDefinition present, boolean ranged) {
    this.present = present;
    this.ranged = ranged;
  }

  JsonObject document(long secondsAgo, String... members) {
    JsonObject.Builder json = JsonObject.builder();
    for (int i = 0; i < members.length; i += 2) {
      json.put(members[i], members[i + 1]);
    }
    JsonObject made =
        json.put("filler", "x".repeat(100)).put("_ts", NOW / 1_000 - secondsAgo).build();
    documents.add(made);
    return made;
  }

  JsonObject anyDocument() {
    return documents.get(random.nextInt(documents.size()));
  }

  /** A moment in the hour that the traffic is from. */
  private long moment() {
    return NOW - HOUR + (long) (random.nextDouble() * HOUR);
  }

  void item(Action action, JsonObject document) {
    events.add(
        new Event(
            moment(),
            action,
            Scope.SINGLE,
            List.of(document),
            Map.of(),
            action == Action.READ ? 1 : 6));
  }

  void batch(List<JsonObject> items) {
    events.add(new Event(moment(), Action.WRITE, Scope.BATCH, items, Map.of(), 6.0 * items.size()));
  }

  void query(double work, String... filter) {
    Map<String, String> equalities = new LinkedHashMap<>();
    for (int i = 0; i < filter.length; i += 2) {
      equalities.put(filter[i], filter[i + 1]);
    }
    events.add(new Event(moment(), Action.QUERY, Scope.SINGLE, List.of(), equalities, work));
  }

  static String text(JsonObject document, String path) {
    return document.at(path.substring(1)) instanceof JsonString(String text) ? text : "";
  }

  Subject subject() {
    return new Subject(
        "shop/orders",
        present,
        ranged,
        0,
        bytes,
        PARTITIONS,
        throughput,
        List.of(),
        20L << 30,
        List.of(),
        NOW);
  }

  Advice advice() {
    return advice(ValueHash.open());
  }

  Advice advice(ValueHash hash) {
    Advisor advisor = new Advisor(subject(), AdviceOptions.DEFAULT, hash);
    events.forEach(event -> advisor.add(logged(event, hash)));
    documents.forEach(document -> advisor.add(document, JsonWriter.bytes(document).length));
    return advisor.advise(_ -> {}, () -> false);
  }

  LoggedRequest logged(Event event, ValueHash hash) {
    Map<String, Long> values = new LinkedHashMap<>();
    event.filter().forEach((path, value) -> values.put(path, hash.of(JsonString.of(value))));
    if (!event.items().isEmpty()) {
      JsonObject first = event.items().getFirst();
      List<JsonValue> key = present.extract(first).components();
      for (int i = 0; i < key.size(); i++) {
        values.put(LoggedRequest.keyPath(i), hash.of(key.get(i)));
      }
      values.put("/id", hash.of(first.at("id")));
      if (event.action() == Action.CREATE) {
        first.forEach(
            member -> {
              if (!member.name().startsWith("_")) {
                values.put("/" + member.name(), hash.of(member.value()));
              }
            });
      }
    }
    boolean isOne =
        event.action() != Action.QUERY
            || present.paths().stream().allMatch(path -> values.containsKey(path.toString()));
    int asked = isOne ? 1 : PARTITIONS;
    return new LoggedRequest(
        event.at(),
        new RequestShape(event.action(), event.scope(), List.copyOf(values.keySet()), Set.of(), 1),
        weight,
        event.action() == Action.QUERY ? event.work() + Replay.ASKING * asked : event.work(),
        event.items().stream()
            .mapToLong(item -> hash.item(present.extract(item), text(item, "/id")))
            .toArray(),
        values.values().stream().mapToLong(Long::longValue).toArray(),
        event.action() == Action.CREATE ? JsonWriter.bytes(event.items().getFirst()).length : 0,
        asked,
        false);
  }

  /** The key of a document under a candidate that documents have as they are. */
  static PartitionKey key(JsonObject document, List<String> paths) {
    return PartitionKeyDefinition.multiHash(paths.toArray(String[]::new)).extract(document);
  }
}
