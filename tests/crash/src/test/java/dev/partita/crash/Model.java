package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Expected state of the store, derived from announcements and acknowledgements. Not for use by
 * several threads.
 */
final class Model {

  /** Address of an item. */
  record ItemName(String container, String pk, String id) {}

  /**
   * Known state of an existing item.
   *
   * @param expirySeconds when it expires; {@code Long.MAX_VALUE} for never
   */
  record Version(String version, long expirySeconds) {

    boolean isExpired(long nowMillis) {
      return expirySeconds != Long.MAX_VALUE && expirySeconds * 1000 <= nowMillis;
    }
  }

  private final Map<ItemName, Version> items = new HashMap<>();
  private final Map<ItemName, List<String>> changes = new HashMap<>();
  private final Map<Long, WorkloadOperation> unanswered = new TreeMap<>();
  private final Set<String> containers = new TreeSet<>();
  private long acknowledged;

  void started(long number, WorkloadOperation operation) {
    unanswered.put(number, operation);
  }

  void done(long number, long seconds) {
    acknowledged++;
    switch (answered(number)) {
      case WorkloadOperation.Write write -> {
        if (isPredictable(write)) {
          assertThat(succeeds(write)).as("acknowledged %s", write).isTrue();
        }
        apply(write, seconds);
      }
      case WorkloadOperation.CreateContainer(String name) -> containers.add(name);
      case WorkloadOperation.DeleteContainer(String name) -> containers.remove(name);
    }
  }

  void refused(long number) {
    acknowledged++;
    if (answered(number) instanceof WorkloadOperation.Write write && isPredictable(write)) {
      assertThat(succeeds(write)).as("refused %s", write).isFalse();
    }
  }

  long acknowledged() {
    return acknowledged;
  }

  /**
   * Operations that were under way when the process was killed; the caller finds out their outcome.
   */
  List<WorkloadOperation> takeUnanswered() {
    List<WorkloadOperation> taken = new ArrayList<>(unanswered.values());
    unanswered.clear();
    return taken;
  }

  /**
   * Whether the operation succeeds in the known state; only for {@link #isPredictable predictable}
   * ones.
   */
  boolean succeeds(WorkloadOperation.Write write) {
    return write.steps().stream()
        .allMatch(
            step -> {
              boolean present = items.containsKey(name(write, step));
              return switch (step.verb()) {
                case CREATE -> !present;
                case UPSERT -> true;
                case REPLACE, DELETE -> present;
              };
            });
  }

  /** Whether the outcome depends on the item alone: unique keys and expiry depend on more. */
  static boolean isPredictable(WorkloadOperation.Write write) {
    return !write.container().equals(World.RICH);
  }

  void apply(WorkloadOperation.Write write, long seconds) {
    for (WorkloadOperation.Step step : write.steps()) {
      ItemName name = name(write, step);
      Version after = after(step, seconds);
      String kind = after == null ? "DELETE" : items.containsKey(name) ? "REPLACE" : "CREATE";
      changes
          .computeIfAbsent(name, _ -> new ArrayList<>())
          .add(after == null ? kind : kind + " " + after.version());
      set(name, after);
    }
  }

  void set(ItemName name, @Nullable Version version) {
    if (version == null) {
      items.remove(name);
    } else {
      items.put(name, version);
    }
  }

  /** State of an item after a step; null if it is deleted. */
  static @Nullable Version after(WorkloadOperation.Step step, long seconds) {
    return step.verb().puts()
        ? new Version(
            step.version(), step.ttlSeconds() == 0 ? Long.MAX_VALUE : seconds + step.ttlSeconds())
        : null;
  }

  static ItemName name(WorkloadOperation.Write write, WorkloadOperation.Step step) {
    return new ItemName(write.container(), write.pk(), step.id());
  }

  @Nullable Version item(ItemName name) {
    return items.get(name);
  }

  Map<ItemName, Version> items(String container) {
    return items.entrySet().stream()
        .filter(entry -> entry.getKey().container().equals(container))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** All changes of the items of a container, by item, in order. */
  Map<ItemName, List<String>> changes(String container) {
    return changes.entrySet().stream()
        .filter(entry -> entry.getKey().container().equals(container))
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.copyOf(entry.getValue())));
  }

  /** Temporary containers that are known to exist. */
  Set<String> containers() {
    return containers;
  }

  private WorkloadOperation answered(long number) {
    WorkloadOperation operation = unanswered.remove(number);
    if (operation == null) {
      throw new AssertionError("An answer to nothing: " + number);
    }
    return operation;
  }
}
