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
 * What the store must hold, by what was announced and what was acknowledged. Not for use by several
 * threads.
 */
final class Model {

  /** The name of an item. */
  record ItemName(String container, String pk, String id) {}

  /**
   * What is known of an item that exists.
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
  private final Map<Long, Operation> unanswered = new TreeMap<>();
  private final Set<String> containers = new TreeSet<>();
  private long acknowledged;

  void started(long number, Operation operation) {
    unanswered.put(number, operation);
  }

  void done(long number, long seconds) {
    acknowledged++;
    switch (answered(number)) {
      case Operation.Write write -> {
        if (isPredictable(write)) {
          assertThat(succeeds(write)).as("acknowledged %s", write).isTrue();
        }
        apply(write, seconds);
      }
      case Operation.CreateContainer(String name) -> containers.add(name);
      case Operation.DeleteContainer(String name) -> containers.remove(name);
    }
  }

  void refused(long number) {
    acknowledged++;
    if (answered(number) instanceof Operation.Write write && isPredictable(write)) {
      assertThat(succeeds(write)).as("refused %s", write).isFalse();
    }
  }

  long acknowledged() {
    return acknowledged;
  }

  /** What was under way when the process died; the caller finds out what became of it. */
  List<Operation> takeUnanswered() {
    List<Operation> taken = new ArrayList<>(unanswered.values());
    unanswered.clear();
    return taken;
  }

  /** Whether the operation succeeds on the items as they are known; for those it can be told of. */
  boolean succeeds(Operation.Write write) {
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

  /** Unique keys and expiry depend on more than an item itself. */
  static boolean isPredictable(Operation.Write write) {
    return !write.container().equals(World.RICH);
  }

  void apply(Operation.Write write, long seconds) {
    for (Operation.Step step : write.steps()) {
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

  /** How an item is after a step; null if it is gone. */
  static @Nullable Version after(Operation.Step step, long seconds) {
    return step.verb().puts()
        ? new Version(
            step.version(), step.ttlSeconds() == 0 ? Long.MAX_VALUE : seconds + step.ttlSeconds())
        : null;
  }

  static ItemName name(Operation.Write write, Operation.Step step) {
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

  /** All changes of the items of a container, by item, in the order in which they happened. */
  Map<ItemName, List<String>> changes(String container) {
    return changes.entrySet().stream()
        .filter(entry -> entry.getKey().container().equals(container))
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.copyOf(entry.getValue())));
  }

  /** The passing containers that exist for sure. */
  Set<String> containers() {
    return containers;
  }

  private Operation answered(long number) {
    Operation operation = unanswered.remove(number);
    if (operation == null) {
      throw new AssertionError("An answer to nothing: " + number);
    }
    return operation;
  }
}
