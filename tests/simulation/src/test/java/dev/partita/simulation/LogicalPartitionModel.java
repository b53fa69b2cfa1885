package dev.partita.simulation;

import dev.partita.base.error.ErrorCode;
import dev.partita.testkit.LinearizabilityChecker;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What operations on the items of one partition key do: the versions of items by their ids. */
final class LogicalPartitionModel
    implements LinearizabilityChecker.Specification<Map<String, Long>, Operation> {

  static final Map<String, Long> EMPTY = Map.of();

  @Override
  public @Nullable Map<String, Long> apply(Map<String, Long> before, Operation operation) {
    return switch (operation.action()) {
      case Action.Read(String id) -> matches(before, id, operation.result()) ? before : null;
      case Action.ReadAll() ->
          operation.result().equals(new Operation.Found(before)) ? before : null;
      case Action.Write write -> apply(before, write, operation.result());
    };
  }

  private static boolean matches(Map<String, Long> before, String id, Operation.Result result) {
    return result instanceof Operation.Found(Map<String, Long> versions)
        && Objects.equals(versions.get(id), before.get(id));
  }

  private static @Nullable Map<String, Long> apply(
      Map<String, Long> before, Action.Write write, Operation.Result result) {
    Map<String, Long> after = new TreeMap<>(before);
    for (int i = 0; i < write.steps().size(); i++) {
      ErrorCode refusal = apply(after, write.steps().get(i));
      if (refusal != null) {
        return switch (result) {
          case Operation.Refused(int step, ErrorCode reason) ->
              step == i && reason == refusal ? before : null;
          case Operation.Unknown() -> before;
          case Operation.Written(), Operation.Found(_) -> null;
        };
      }
    }
    return result instanceof Operation.Refused ? null : after;
  }

  /** Carries out a step, or tells why it is refused. */
  private static @Nullable ErrorCode apply(Map<String, Long> items, Action.Step step) {
    Long current = items.get(step.id());
    return switch (step) {
      case Action.Create(String id, long version) -> {
        if (current != null) {
          yield ErrorCode.CONFLICT;
        }
        items.put(id, version);
        yield null;
      }
      case Action.Upsert(String id, long version, long expected) -> {
        if (current != null && !isExpected(current, expected)) {
          yield ErrorCode.PRECONDITION_FAILED;
        }
        items.put(id, version);
        yield null;
      }
      case Action.Replace(String id, long version, long expected) ->
          change(items, id, version, expected);
      case Action.Patch(String id, long version, long expected) ->
          change(items, id, version, expected);
      case Action.Delete(String id, long expected) -> change(items, id, null, expected);
    };
  }

  private static @Nullable ErrorCode change(
      Map<String, Long> items, String id, @Nullable Long version, long expected) {
    Long current = items.get(id);
    if (current == null) {
      return ErrorCode.NOT_FOUND;
    }
    if (!isExpected(current, expected)) {
      return ErrorCode.PRECONDITION_FAILED;
    }
    if (version == null) {
      items.remove(id);
    } else {
      items.put(id, version);
    }
    return null;
  }

  private static boolean isExpected(long current, long expected) {
    return expected == Action.ANY || expected == current;
  }
}
