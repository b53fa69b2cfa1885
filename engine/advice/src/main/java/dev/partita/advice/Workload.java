package dev.partita.advice;

import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Traffic that somebody expects, for advice before there is any. Immutable.
 *
 * @param present the key that he has in mind; null for none
 */
public record Workload(@Nullable PartitionKeyDefinition present, List<Kind> kinds) {

  private static final int REQUESTS = 100_000;
  private static final long MILLIS = 3_600_000;

  /**
   * Requests of one kind.
   *
   * @param rate how many a second
   * @param by the paths that the filter of a query compares with values
   * @param changes the paths that a patch changes
   * @param units what a request is charged, or the work of a query beyond asking a partition
   * @param items how many items a transaction is about
   */
  public record Kind(
      Action action,
      Scope scope,
      double rate,
      List<String> by,
      Set<String> changes,
      double units,
      int items) {
    public Kind {
      by = List.copyOf(by);
      changes = Set.copyOf(changes);
    }
  }

  public Workload {
    kinds = List.copyOf(kinds);
  }

  /**
   * An hour of it. Each request is about a document of the sample, so what is frequent there is
   * asked for often.
   *
   * @param untilMillis when the hour ends
   */
  public void replay(
      List<JsonObject> sample, long untilMillis, ValueHash hash, Consumer<LoggedRequest> each) {
    double rates = kinds.stream().mapToDouble(Kind::rate).sum();
    SplittableRandom random = new SplittableRandom(5);
    for (Kind kind : kinds) {
      long count = Math.max(1, Math.round(REQUESTS * kind.rate() / rates));
      double weight = kind.rate() * MILLIS / 1_000 / count;
      for (long i = 0; i < count && !sample.isEmpty(); i++) {
        long at = untilMillis - MILLIS + i * MILLIS / count;
        List<JsonObject> items = new ArrayList<>();
        items.add(sample.get(random.nextInt(sample.size())));
        each.accept(request(kind, items, at, weight, hash));
      }
    }
  }

  private LoggedRequest request(
      Kind kind, List<JsonObject> items, long at, double weight, ValueHash hash) {
    JsonObject item = items.getFirst();
    Map<String, Long> values = new LinkedHashMap<>();
    for (String path : kind.by()) {
      values.put(path, hash.of(JsonPath.parse(path).evaluate(item)));
    }
    PartitionKey key = present == null ? PartitionKey.EMPTY : present.extract(item);
    if (kind.action() != Action.QUERY) {
      for (int i = 0; i < key.size(); i++) {
        values.put(LoggedRequest.keyPath(i), hash.of(key.components().get(i)));
      }
      values.put("/id", hash.of(item.at("id")));
    }
    boolean written = kind.action() == Action.CREATE || kind.action() == Action.WRITE;
    if (written) {
      scalars("", item, values, hash);
    }
    String id = item.at("id") instanceof JsonString(String text) ? text : "";
    return new LoggedRequest(
        at,
        new RequestShape(
            kind.action(), kind.scope(), List.copyOf(values.keySet()), kind.changes(), 1),
        weight,
        kind.action() == Action.QUERY ? kind.units() + Replay.ASKING : kind.units(),
        kind.action() == Action.QUERY ? new long[0] : new long[] {hash.item(key, id)},
        values.values().stream().mapToLong(Long::longValue).toArray(),
        kind.action() == Action.CREATE ? JsonWriter.bytes(item).length : 0,
        1,
        false);
  }

  private static void scalars(
      String above, JsonObject object, Map<String, Long> values, ValueHash hash) {
    object.forEach(
        member -> {
          String path = above + JsonPath.of(member.name());
          JsonValue value = member.value();
          if (value instanceof JsonObject inner) {
            scalars(path, inner, values, hash);
          } else if (!(value instanceof JsonArray)) {
            values.put(path, hash.of(value));
          }
        });
  }
}
