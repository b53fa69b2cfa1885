package dev.partita.telemetry;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What a filter says, without most of its values: whatever language it was written in. */
final class FilterSummary {

  private static final int PATHS_MAX = 16;

  private final Map<String, List<JsonValue>> equalities = new LinkedHashMap<>();
  private final TreeSet<String> conditions = new TreeSet<>();

  FilterSummary(Predicate filter) {
    collect(filter, true);
  }

  /** The values that all documents have one of, by path. */
  Map<String, List<JsonValue>> equalities() {
    return equalities;
  }

  /** The conditions without their values, in an order that does not depend on how they are put. */
  String shape() {
    return String.join("; ", conditions);
  }

  private void collect(Predicate filter, boolean must) {
    switch (filter) {
      case Predicate.And(List<Predicate> operands) ->
          operands.forEach(operand -> collect(operand, must));
      case Predicate.Or(List<Predicate> operands) ->
          operands.forEach(operand -> collect(operand, false));
      case Predicate.Not(Predicate operand) -> collect(operand, false);
      case Predicate.Comparison(FieldPath path, Predicate.Operator operator, JsonValue value) -> {
        note(path, sign(operator));
        if (must && operator == Predicate.Operator.EQUAL) {
          require(path, List.of(value));
        }
      }
      case Predicate.In(FieldPath path, List<JsonValue> values) -> {
        note(path, "in");
        if (must) {
          require(path, values);
        }
      }
      case Predicate.Between(FieldPath path, _, _, _, _) -> note(path, "between");
      case Predicate.Prefix(FieldPath path, _) -> note(path, "starts");
      case Predicate.OfType(FieldPath path, _, _) -> note(path, "type");
      case Predicate.Defined(FieldPath path) -> note(path, "defined");
      case Predicate.Near(FieldPath path, _, _) -> note(path, "near");
      case Predicate.Residual _ -> {}
    }
  }

  private void note(FieldPath path, String sign) {
    if (conditions.size() < PATHS_MAX) {
      conditions.add(text(path) + " " + sign);
    }
  }

  private void require(FieldPath path, List<JsonValue> values) {
    boolean scalar = values.stream().noneMatch(FilterSummary::isCompound);
    if (scalar && !values.isEmpty() && !path.hasElements() && equalities.size() < PATHS_MAX) {
      equalities.putIfAbsent(text(path), values);
    }
  }

  private static boolean isCompound(JsonValue value) {
    return value instanceof JsonObject
        || value instanceof JsonArray
        || value instanceof JsonUndefined;
  }

  private static String text(FieldPath path) {
    List<String> names = new ArrayList<>();
    for (FieldPath.Step step : path.steps()) {
      names.add(step instanceof FieldPath.Property(String name) ? name : "*");
    }
    return names.isEmpty() ? "/" : JsonPath.of(names.toArray(String[]::new)).toString();
  }

  private static String sign(Predicate.Operator operator) {
    return switch (operator) {
      case EQUAL -> "=";
      case NOT_EQUAL -> "!=";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
    };
  }
}
