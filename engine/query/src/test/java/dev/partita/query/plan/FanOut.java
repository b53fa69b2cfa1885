package dev.partita.query.plan;

import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.function.Aggregate;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Sql;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Client that follows a plan as the SDKs do: it queries every partition and merges the rows. */
final class FanOut {

  private static final String FILTER = "{documentdb-formattableorderbyquery-filter}";

  private final List<List<JsonObject>> partitions;

  FanOut(List<List<JsonObject>> partitions) {
    this.partitions = partitions;
  }

  static List<JsonValue> run(String text, List<JsonObject> documents) {
    List<JsonValue> results = new ArrayList<>();
    ReferenceQuery.compile(text, Parameters.NONE, ContainerTraits.DEFAULT)
        .execute(documents, Execution.start(new ManualClock(0)))
        .forEachRemaining(results::add);
    return results;
  }

  List<JsonValue> query(String text) {
    QueryPlan plan =
        QueryPlanner.plan(
            Sql.parse(text),
            Parameters.NONE,
            ContainerTraits.DEFAULT,
            KeyDefinition.of(List.of("/pk"), "Hash"),
            EnumSet.allOf(QueryFeature.class));
    QueryInfo info = ((QueryPlan.Single) plan.work()).info();
    String sent =
        info.rewrittenQuery().isEmpty() ? text : info.rewrittenQuery().replace(FILTER, "true");
    List<JsonValue> rows = new ArrayList<>();
    partitions.forEach(documents -> rows.addAll(run(sent, documents)));
    return window(info, distinct(info, joined(info, rows)));
  }

  private static List<JsonValue> joined(QueryInfo info, List<JsonValue> rows) {
    if (!info.order().isEmpty()) {
      return ordered(info, rows);
    }
    boolean grouped =
        !info.aggregates().isEmpty()
            || !info.groupColumns().isEmpty()
            || !info.groupByExpressions().isEmpty();
    return grouped ? grouped(info, rows) : rows;
  }

  private static List<JsonValue> ordered(QueryInfo info, List<JsonValue> rows) {
    List<JsonValue> sorted = new ArrayList<>(rows);
    sorted.sort(
        (left, right) -> {
          for (int i = 0; i < info.order().size(); i++) {
            int order = JsonValue.ORDER.compare(sortValue(left, i), sortValue(right, i));
            if (order != 0) {
              return info.order().get(i).descending() ? -order : order;
            }
          }
          return 0;
        });
    return sorted.stream().map(row -> ((JsonObject) row).at("payload")).toList();
  }

  private static JsonValue sortValue(JsonValue row, int position) {
    JsonArray items = (JsonArray) ((JsonObject) row).at("orderByItems");
    return ((JsonObject) items.at(position)).at("item");
  }

  private static List<JsonValue> grouped(QueryInfo info, List<JsonValue> rows) {
    Map<JsonValue, List<JsonValue>> groups = new LinkedHashMap<>();
    for (JsonValue row : rows) {
      boolean bare = info.groupByExpressions().isEmpty();
      JsonValue key = bare ? JsonUndefined.UNDEFINED : ((JsonObject) row).at("groupByItems");
      boolean value = bare && info.hasSelectValue();
      groups
          .computeIfAbsent(key, _ -> new ArrayList<>())
          .add(value ? row : ((JsonObject) row).at("payload"));
    }
    List<JsonValue> results = new ArrayList<>();
    for (List<JsonValue> payloads : groups.values()) {
      JsonValue result = info.hasSelectValue() ? value(info, payloads) : object(info, payloads);
      if (!result.isUndefined()) {
        results.add(result);
      }
    }
    return results;
  }

  private static JsonValue value(QueryInfo info, List<JsonValue> payloads) {
    return info.aggregates().isEmpty()
        ? payloads.getFirst()
        : aggregate(
            info.aggregates().getFirst(),
            payloads.stream().map(payload -> ((JsonArray) payload).at(0)).toList());
  }

  private static JsonValue object(QueryInfo info, List<JsonValue> payloads) {
    JsonObject.Builder object = JsonObject.builder();
    for (QueryInfo.GroupColumn column : info.groupColumns()) {
      List<JsonValue> parts =
          payloads.stream().map(payload -> ((JsonObject) payload).at(column.alias())).toList();
      JsonValue value =
          column.aggregate() == null ? parts.getFirst() : aggregate(column.aggregate(), parts);
      if (!value.isUndefined()) {
        object.put(column.alias(), value);
      }
    }
    return object.build();
  }

  private static JsonValue aggregate(Aggregate aggregate, List<JsonValue> parts) {
    Aggregate.Accumulator whole =
        (switch (aggregate) {
              case COUNT, COUNTIF, SUM, AVG -> Aggregate.SUM;
              case MIN, MAX, MAKELIST, MAKESET -> aggregate;
            })
            .start();
    double count = 0;
    for (JsonValue part : parts) {
      JsonValue item = ((JsonObject) part).at("item");
      switch (aggregate) {
        case COUNT, COUNTIF, SUM -> add(whole, item);
        case AVG -> {
          add(whole, ((JsonObject) item).at("sum"));
          count += ((JsonNumber) ((JsonObject) item).at("count")).doubleValue();
        }
        case MIN, MAX -> {
          JsonObject extreme = (JsonObject) ((JsonObject) part).at("item2");
          if (!extreme.at("count").equals(JsonNumber.ZERO)) {
            add(whole, extreme.at(aggregate == Aggregate.MIN ? "min" : "max"));
          }
        }
        case MAKELIST, MAKESET -> ((JsonArray) item).forEach(whole::add);
      }
    }
    JsonValue result = whole.result();
    if (aggregate != Aggregate.AVG) {
      return result;
    }
    return count > 0 && result instanceof JsonNumber sum
        ? JsonNumber.of(sum.doubleValue() / count)
        : JsonUndefined.UNDEFINED;
  }

  /** An undefined partial result makes the whole undefined; adding an array has that effect. */
  private static void add(Aggregate.Accumulator whole, JsonValue value) {
    whole.add(value.isUndefined() ? JsonArray.EMPTY : value);
  }

  private static List<JsonValue> distinct(QueryInfo info, List<JsonValue> rows) {
    List<JsonValue> kept =
        info.distinctType() == DistinctType.NONE
            ? rows
            : new ArrayList<>(new LinkedHashSet<>(rows));
    if (info.distinctCountAlias() == null) {
      return kept;
    }
    JsonValue count = JsonNumber.of(kept.size());
    return List.of(
        info.distinctCountAlias().isEmpty()
            ? count
            : JsonObject.of(info.distinctCountAlias(), count));
  }

  private static List<JsonValue> window(QueryInfo info, List<JsonValue> rows) {
    return rows.stream()
        .limit(orElse(info.top(), Long.MAX_VALUE))
        .skip(orElse(info.offset(), 0))
        .limit(orElse(info.limit(), Long.MAX_VALUE))
        .toList();
  }

  private static long orElse(@Nullable Long value, long otherwise) {
    return value == null ? otherwise : value;
  }
}
