package dev.partita.server.rehearsal;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The reader of requests for rehearsals. Pure functions. */
final class PlanReader {

  private static final Set<String> PROPERTIES =
      Set.of(
          "fault", "count", "partition", "key", "operations", "latencyMillis", "retryAfterMillis");
  private static final long COUNT_MAX = 1_000_000_000;
  private static final long LATENCY_MAX = 600_000;
  private static final long RETRY_AFTER = 100;

  private PlanReader() {}

  /**
   * @param names those of the database and of the container
   * @throws DatabaseException BAD_REQUEST naming the property, NOT_FOUND for a partition
   */
  static Rehearsal.Plan read(Container container, JsonObject names, JsonObject json) {
    var unknown = new TreeSet<>(json.names());
    unknown.removeAll(PROPERTIES);
    if (!unknown.isEmpty()) {
      throw DatabaseException.badRequest("A rehearsal has no such property.")
          .with("property", unknown.getFirst())
          .with("properties", new TreeSet<>(PROPERTIES));
    }
    Fault fault =
        Fault.named(text(json.at("fault")))
            .orElseThrow(() -> invalid("fault", json.at("fault"), "one of " + Fault.titles()));
    long latency = number(json, "latencyMillis", 0, LATENCY_MAX, 0);
    if (fault == Fault.LATENCY && latency == 0) {
      throw invalid("latencyMillis", json.at("latencyMillis"), "how long answers are to take");
    }
    Rehearsal.Plan plan =
        new Rehearsal.Plan(
            container.number(),
            positions(container, json.at("partition")),
            key(container, json.at("key")),
            operations(json.at("operations")),
            fault,
            number(json, "count", 0, COUNT_MAX, 0),
            latency,
            number(json, "retryAfterMillis", 0, LATENCY_MAX, RETRY_AFTER),
            shown(names, json));
    if (plan.key() != null && !(json.at("partition") instanceof JsonUndefined)) {
      throw DatabaseException.badRequest("A rehearsal is of a partition or of a key, not of both.");
    }
    return plan;
  }

  private static JsonObject shown(JsonObject names, JsonObject json) {
    JsonObject.Builder shown = names.toBuilder();
    json.forEach(member -> shown.put(member.name(), member.value()));
    return shown.build();
  }

  private static KeyRange positions(Container container, JsonValue partition) {
    if (partition instanceof JsonUndefined) {
      return KeyRange.ALL;
    }
    try {
      return container.map().requireCurrent(Integer.parseInt(text(partition))).positions();
    } catch (NumberFormatException e) {
      throw invalid("partition", partition, "the id of a partition, as text");
    }
  }

  private static byte @Nullable [] key(Container container, JsonValue key) {
    if (key instanceof JsonUndefined) {
      return null;
    }
    byte[] position =
        key instanceof JsonArray values ? Target.keyOf(container, JsonWriter.text(values)) : null;
    if (position == null) {
      throw invalid("key", key, "the array of a partition key's values");
    }
    return position;
  }

  private static Rehearsal.Operations operations(JsonValue value) {
    return value instanceof JsonUndefined
        ? Rehearsal.Operations.ALL
        : Arrays.stream(Rehearsal.Operations.values())
            .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text(value)))
            .findFirst()
            .orElseThrow(() -> invalid("operations", value, "all, reads or writes"));
  }

  private static long number(JsonObject json, String name, long min, long max, long standard) {
    return switch (json.at(name)) {
      case JsonUndefined _ -> standard;
      case JsonNumber number
          when number.isIntegral() && number.longValue() >= min && number.longValue() <= max ->
          number.longValue();
      case JsonValue other ->
          throw invalid(name, other, "a whole number from " + min + " to " + max);
    };
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString(String text) ? text : "";
  }

  private static DatabaseException invalid(String property, JsonValue value, String expected) {
    return DatabaseException.badRequest("A property of the rehearsal has a value it cannot have.")
        .with("property", property)
        .with("value", value)
        .with("expected", expected);
  }
}
