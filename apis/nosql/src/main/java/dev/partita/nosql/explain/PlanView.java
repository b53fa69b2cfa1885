package dev.partita.nosql.explain;

import dev.partita.execution.page.QueryMetrics;
import dev.partita.execution.page.QueryPage;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a query as a tree, each operator above those it takes its rows from, with what it did
 * and what that cost. What is charged is all in the tree: the sum over it is the charge of the
 * page. Pure functions.
 */
final class PlanView {

  private static final double NANOS_PER_MILLI = 1e6;

  private PlanView() {}

  /** The document of a page that has its explanation as the one result. */
  static JsonObject of(QueryPage page) {
    JsonObject explained = (JsonObject) page.values().getFirst();
    QueryMetrics metrics = page.metrics();
    List<JsonObject> operators = objects(explained.at("operators"));
    JsonObject plan = access(operators.getFirst(), metrics);
    double charged = charge(operators.getFirst());
    for (JsonObject operator : operators.subList(1, operators.size())) {
      plan = node(operator, metrics, plan);
      charged += charge(operator);
    }
    double total = page.charge().requestUnits();
    JsonObject query =
        node(
            "Query",
            "on " + ranges(explained.at("logicalRanges")) + ", " + partitions(page),
            metrics.outputCount(),
            total - charged,
            metrics.compileNanos() + metrics.planNanos(),
            List.of(plan));
    return JsonObject.builder()
        .put("plan", query)
        .put("totalRu", JsonNumber.of(total))
        .put("rows", metrics.outputCount())
        .put("millis", rounded(metrics.totalNanos() / NANOS_PER_MILLI))
        .put("complete", explained.at("complete"))
        .put(
            "indexAdvice",
            JsonObject.builder()
                .put("utilized", indexes(explained, "UtilizedIndexes"))
                .put("potential", indexes(explained, "PotentialIndexes"))
                .build())
        .build();
  }

  private static String ranges(JsonValue count) {
    return count.toString().equals("1") ? "1 range" : count + " ranges";
  }

  private static String partitions(QueryPage page) {
    return page.visits().size() == 1
        ? "partition " + page.visits().getFirst().partition()
        : page.visits().size() + " partitions";
  }

  /** Where the rows come from: the items, and below them what of the index was used. */
  private static JsonObject access(JsonObject operator, QueryMetrics metrics) {
    List<JsonObject> children =
        operator.at("candidates") instanceof JsonObject candidates
            ? List.of(
                lookup(
                    candidates,
                    number(operator.at("indexCharge")),
                    metrics.indexEntries(),
                    metrics.indexLookupNanos()))
            : List.of();
    double ownCharge =
        number(operator.at("requestCharge"))
            + (children.isEmpty() ? number(operator.at("indexCharge")) : 0);
    return node(
        name(operator),
        metrics.retrievedBytes() == 1 ? "1 byte" : metrics.retrievedBytes() + " bytes",
        metrics.retrievedCount(),
        ownCharge,
        metrics.loadNanos(),
        children);
  }

  /** A lookup is charged and timed as a whole, at its top. */
  private static JsonObject lookup(JsonObject candidates, double charge, long rows, long nanos) {
    List<JsonObject> children = new ArrayList<>();
    for (JsonObject operand : objects(candidates.at("of"))) {
      children.add(lookup(operand, 0, 0, 0));
    }
    return node(name(candidates), detail(candidates), rows, charge, nanos, children);
  }

  private static JsonObject node(JsonObject operator, QueryMetrics metrics, JsonObject child) {
    String name = name(operator);
    long rows =
        switch (name) {
          case "Filter", "Sort", "IndexOrder" -> metrics.matchedCount();
          default -> metrics.outputCount();
        };
    long otherNanos =
        Math.max(
            0,
            metrics.totalNanos()
                - metrics.compileNanos()
                - metrics.planNanos()
                - metrics.indexLookupNanos()
                - metrics.loadNanos()
                - metrics.writeNanos());
    long nanos =
        switch (name) {
          case "Filter" -> otherNanos;
          case "Project" -> metrics.writeNanos();
          default -> 0;
        };
    return node(name, detail(operator), rows, charge(operator), nanos, List.of(child));
  }

  private static JsonObject node(
      String name, String detail, long rows, double ru, long nanos, List<JsonObject> children) {
    return JsonObject.builder()
        .put("operator", name)
        .put("detail", detail)
        .put("rows", rows)
        .put("ru", rounded(ru))
        .put("millis", rounded(nanos / NANOS_PER_MILLI))
        .put("children", JsonArray.of(children))
        .build();
  }

  private static String name(JsonObject operator) {
    return operator.at("operator") instanceof JsonString(String name) ? name : "Operator";
  }

  /** What the engine says of an operator besides its counts, as text. */
  private static String detail(JsonObject operator) {
    StringBuilder detail = new StringBuilder();
    for (JsonObject.Member member : operator) {
      switch (member.name()) {
        case "path", "paths", "values", "backwards", "of" -> {
          if (!(member.value() instanceof JsonArray array && hasObjects(array))) {
            detail.append(detail.isEmpty() ? "" : ", ").append(member.name()).append(' ');
            detail.append(
                member.value() instanceof JsonString(String text) ? text : member.value());
          }
        }
        default -> {}
      }
    }
    return detail.toString();
  }

  private static boolean hasObjects(JsonArray array) {
    return !array.isEmpty() && array.at(0) instanceof JsonObject;
  }

  private static double charge(JsonObject operator) {
    return number(operator.at("requestCharge")) + number(operator.at("indexCharge"));
  }

  /** A measured number; more than two digits after the point would be noise. */
  private static JsonNumber rounded(double value) {
    return JsonNumber.of(Math.round(value * 100) / 100.0);
  }

  private static double number(JsonValue value) {
    return value instanceof JsonNumber number ? number.doubleValue() : 0;
  }

  private static List<JsonObject> objects(JsonValue value) {
    List<JsonObject> objects = new ArrayList<>();
    if (value instanceof JsonArray array) {
      for (JsonValue each : array) {
        if (each instanceof JsonObject object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  /** Single and composite indexes in one list; those of several paths are composite. */
  private static JsonArray indexes(JsonObject explained, String which) {
    List<JsonObject> all = new ArrayList<>();
    if (explained.at("indexes") instanceof JsonObject indexes
        && indexes.at(which) instanceof JsonObject of) {
      all.addAll(objects(of.at("SingleIndexes")));
      all.addAll(objects(of.at("CompositeIndexes")));
    }
    return JsonArray.of(all);
  }
}
