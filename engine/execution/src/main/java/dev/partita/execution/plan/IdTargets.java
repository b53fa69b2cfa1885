package dev.partita.execution.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.bytes.Bytes;
import dev.partita.index.IndexPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Query;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The items that a filter names by partition key and id. Their keys are known, so that no index is
 * needed to find them. Pure functions.
 */
public final class IdTargets {

  private static final IndexPath ID = IndexPath.ROOT.property("id");
  private static final int MOST = 100;

  private IdTargets() {}

  /** The keys of the only items that the query can find; empty if it does not name them. */
  public static Optional<List<byte[]>> of(
      List<ScanFragment> fragments, Query query, IndexFilter filter) {
    if (query.where() == null) {
      return Optional.empty();
    }
    for (ScanFragment fragment : fragments) {
      if (fragment.logical() == null) {
        return Optional.empty();
      }
    }
    return ids(query.where(), filter)
        .filter(ids -> ids.size() * fragments.size() <= MOST)
        .map(ids -> keys(fragments, ids));
  }

  private static Optional<List<String>> ids(Expression condition, IndexFilter filter) {
    if (!(condition instanceof Expression.Logical(var operator, var operands, _)
        && operator == LogicalOperator.AND)) {
      return named(condition, filter);
    }
    for (Expression operand : operands) {
      Optional<List<String>> ids = ids(operand, filter);
      if (ids.isPresent()) {
        return ids;
      }
    }
    return Optional.empty();
  }

  /** The ids that a condition asks for; what is no text is the id of no item. */
  private static Optional<List<String>> named(Expression condition, IndexFilter filter) {
    return switch (condition) {
      case Expression.Binary(var operator, Expression left, Expression right, _)
          when operator == BinaryOperator.EQUAL ->
          isId(left, filter)
              ? texts(List.of(right), filter)
              : isId(right, filter) ? texts(List.of(left), filter) : Optional.empty();
      case Expression.In(Expression value, List<Expression> candidates, boolean negated, _)
          when !negated && isId(value, filter) ->
          texts(candidates, filter);
      default -> Optional.empty();
    };
  }

  private static boolean isId(Expression expression, IndexFilter filter) {
    return filter.path(expression).filter(ID::equals).isPresent();
  }

  private static Optional<List<String>> texts(List<Expression> expressions, IndexFilter filter) {
    List<String> texts = new ArrayList<>();
    for (Expression expression : expressions) {
      JsonValue value = filter.constant(expression).orElse(null);
      if (value == null) {
        return Optional.empty();
      }
      if (value instanceof JsonString(String text)) {
        texts.add(text);
      }
    }
    return Optional.of(texts);
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
