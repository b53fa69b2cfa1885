package dev.partita.nosql;

import dev.partita.container.key.EffectivePartitionKey;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.key.KeyConstraint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The effective partition keys that a plan sends its client to. */
final class PlanRanges {

  private PlanRanges() {}

  /** Ranges that do not overlap, in their order. */
  static JsonArray of(KeyConstraint keys, PartitionKeyDefinition definition) {
    return switch (keys) {
      case KeyConstraint.Everything _ -> JsonArray.of(range("", "FF", false));
      // Some partition has to say that there is nothing: the first one.
      case KeyConstraint.Keys(List<List<JsonValue>> prefixes) when prefixes.isEmpty() ->
          JsonArray.of(range("", "", true));
      case KeyConstraint.Keys(List<List<JsonValue>> prefixes) -> {
        Map<String, JsonObject> ranges = new TreeMap<>();
        for (List<JsonValue> prefix : prefixes) {
          PartitionKey key = PartitionKey.of(prefix);
          String hex = EffectivePartitionKey.of(definition, key).hex();
          boolean whole = key.size() == definition.paths().size();
          ranges.put(hex, whole ? range(hex, hex, true) : range(hex, hex + "FF", false));
        }
        yield JsonArray.of(List.copyOf(ranges.values()));
      }
    };
  }

  private static JsonObject range(String min, String max, boolean maxInclusive) {
    return JsonObject.builder()
        .put("min", min)
        .put("max", max)
        .put("isMinInclusive", true)
        .put("isMaxInclusive", maxInclusive)
        .build();
  }
}
