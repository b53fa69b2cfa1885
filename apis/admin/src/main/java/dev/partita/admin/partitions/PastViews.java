package dev.partita.admin.partitions;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.map.PartitionMap;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.throughput.LoadHistory;
import dev.partita.throughput.LoadStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What the partitions of a container did in the last minutes, and which came of which. Safe for use
 * by any number of threads.
 */
public final class PastViews {

  /** The longest time that can be asked for. */
  public static final int MINUTES_MAX = LoadHistory.STEPS * LoadHistory.STEP_SECONDS / 60;

  private static final int STEPS_PER_MINUTE = 60 / LoadHistory.STEP_SECONDS;

  private final Clock clock;

  public PastViews(Clock clock) {
    this.clock = clock;
  }

  /** The load of each partition in steps; the last step is the last complete one. */
  public JsonObject history(Container container, int minutes) {
    int steps = minutes * STEPS_PER_MINUTE;
    long nowNanos = clock.nanos();
    long first = LoadHistory.stepAt(nowNanos) - steps;
    List<JsonValue> times = new ArrayList<>(steps);
    for (int i = 0; i < steps; i++) {
      long startNanos = TimeUnit.SECONDS.toNanos((first + i) * LoadHistory.STEP_SECONDS);
      times.add(Texts.time(clock.millis() - TimeUnit.NANOSECONDS.toMillis(nowNanos - startNanos)));
    }
    Map<Integer, List<LoadStep>> load = new TreeMap<>(container.recentLoad());
    container.map().current().forEach(each -> load.putIfAbsent(each.number(), List.of()));
    List<JsonObject> partitions = new ArrayList<>();
    load.forEach((number, done) -> partitions.add(series(number, done, first, steps)));
    return JsonObject.builder()
        .put("stepSeconds", LoadHistory.STEP_SECONDS)
        .put("times", JsonArray.of(times))
        .put("partitions", JsonArray.of(partitions))
        .build();
  }

  private static JsonObject series(int partition, List<LoadStep> done, long first, int steps) {
    JsonValue[] ru = zeros(steps);
    JsonValue[] throttled = zeros(steps);
    JsonValue[] percent = zeros(steps);
    for (LoadStep step : done) {
      long i = step.number() - first;
      if (i >= 0 && i < steps) {
        ru[(int) i] = Texts.rounded(step.charge().requestUnits());
        throttled[(int) i] = JsonNumber.of(step.throttled());
        percent[(int) i] = Texts.rounded(step.peakPercent());
      }
    }
    return JsonObject.builder()
        .put("id", Texts.id(partition))
        .put("ru", JsonArray.of(ru))
        .put("throttled", JsonArray.of(throttled))
        .put("normalisedPercent", JsonArray.of(percent))
        .build();
  }

  private static JsonValue[] zeros(int count) {
    JsonValue[] zeros = new JsonValue[count];
    Arrays.fill(zeros, JsonNumber.ZERO);
    return zeros;
  }

  /** All partitions that there are or were. */
  public JsonObject lineage(Container container) {
    PartitionMap map = container.map();
    Map<Integer, PartitionMap.Retired> retired = new HashMap<>();
    List<PartitionDescriptor> all = new ArrayList<>(map.current());
    for (PartitionMap.Retired each : map.retired()) {
      retired.put(each.descriptor().number(), each);
      all.add(each.descriptor());
    }
    Map<Integer, List<Integer>> children = new HashMap<>();
    all.sort(Comparator.comparingInt(PartitionDescriptor::number));
    for (PartitionDescriptor each : all) {
      for (int parent : each.parents()) {
        children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(each.number());
      }
    }
    return JsonObject.builder()
        .put(
            "partitions",
            JsonArray.of(
                all.stream()
                    .map(
                        each ->
                            relative(
                                each, children.getOrDefault(each.number(), List.of()), retired))
                    .toList()))
        .build();
  }

  private static JsonObject relative(
      PartitionDescriptor partition,
      List<Integer> children,
      Map<Integer, PartitionMap.Retired> retired) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("id", Texts.id(partition.number()))
            .put("parents", Texts.ids(partition.parents()))
            .put("children", Texts.ids(children))
            .put("min", Texts.min(partition.positions()))
            .put("max", Texts.max(partition.positions()))
            .put("live", !retired.containsKey(partition.number()));
    if (partition.parents().isEmpty()) {
      json.put("cause", "created");
    } else {
      PartitionMap.Retired parent = retired.get(partition.parents().getFirst());
      PartitionMap.Ending begun = parent == null ? null : parent.ending();
      if (begun != null) {
        json.put("createdAt", Texts.time(begun.millis()))
            .put(
                "cause",
                partition.parents().size() > 1
                    ? "merge"
                    : begun.cause().name().toLowerCase(Locale.ROOT));
      }
    }
    PartitionMap.Retired itself = retired.get(partition.number());
    PartitionMap.Ending ended = itself == null ? null : itself.ending();
    if (ended != null) {
      json.put("retiredAt", Texts.time(ended.millis()));
    }
    return json.build();
  }
}
