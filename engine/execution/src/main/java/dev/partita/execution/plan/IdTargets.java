package dev.partita.execution.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The items that a predicate names by partition key and id. Their keys are known, so that no index
 * is needed to find them. Pure functions.
 */
public final class IdTargets {

  private static final FieldPath ID = FieldPath.of("id");
  private static final int MOST = 100;

  private IdTargets() {}

  /** The keys of the only items that a predicate can accept; empty if it does not name them. */
  public static Optional<List<byte[]>> of(List<ScanFragment> fragments, Predicate predicate) {
    for (ScanFragment fragment : fragments) {
      if (fragment.logical() == null) {
        return Optional.empty();
      }
    }
    return ids(predicate)
        .filter(ids -> ids.size() * fragments.size() <= MOST)
        .map(ids -> keys(fragments, ids));
  }

  /** The ids that a predicate names; what is no text is the id of no item. */
  private static Optional<List<String>> ids(Predicate predicate) {
    return switch (predicate) {
      case Predicate.Comparison(FieldPath path, Predicate.Operator operator, JsonValue value)
          when operator == Predicate.Operator.EQUAL && path.equals(ID) ->
          Optional.of(texts(List.of(value)));
      case Predicate.In(FieldPath path, List<JsonValue> values) when path.equals(ID) ->
          Optional.of(texts(values));
      case Predicate.And(List<Predicate> operands) ->
          operands.stream().map(IdTargets::ids).flatMap(Optional::stream).findFirst();
      default -> Optional.empty();
    };
  }

  private static List<String> texts(List<JsonValue> values) {
    List<String> texts = new ArrayList<>();
    for (JsonValue value : values) {
      if (value instanceof JsonString(String text)) {
        texts.add(text);
      }
    }
    return texts;
  }

  private static List<byte[]> keys(List<ScanFragment> fragments, List<String> ids) {
    List<byte[]> keys = new ArrayList<>();
    for (ScanFragment fragment : fragments) {
      LogicalKey logical = Objects.requireNonNull(fragment.logical());
      for (String id : new LinkedHashSet<>(ids)) {
        keys.add(RecordKey.encode(logical, id.getBytes(UTF_8)));
      }
    }
    keys.sort(Bytes.ORDER);
    return keys;
  }
}
