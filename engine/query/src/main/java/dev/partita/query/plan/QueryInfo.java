package dev.partita.query.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.SqlPrinter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instructions to a client for merging the rows of one query from many partitions. Immutable.
 *
 * @param top largest number of results
 * @param offset number of results to skip, if the partitions do not
 * @param limit number of results to return after that
 * @param order sort order of rows; empty if there is none
 * @param groupByExpressions the expressions of GROUP BY
 * @param groupColumns the columns of the results of groups, or of one group of all rows
 * @param aggregates the aggregate of which the value of a row is a part; at most one
 * @param rewrittenQuery the query to send instead of the original; empty if that can be sent as it
 *     is
 * @param distinctCountAlias the name of the property for the number of distinct rows, empty if the
 *     number is the result itself; null if there is no such count
 * @param nonStreaming whether the rows of a partition come in the partition's own order
 */
public record QueryInfo(
    DistinctType distinctType,
    @Nullable Long top,
    @Nullable Long offset,
    @Nullable Long limit,
    List<SortItem> order,
    List<String> groupByExpressions,
    List<GroupColumn> groupColumns,
    List<Aggregate> aggregates,
    String rewrittenQuery,
    boolean hasSelectValue,
    @Nullable String distinctCountAlias,
    boolean nonStreaming) {

  public QueryInfo {
    order = List.copyOf(order);
    groupByExpressions = List.copyOf(groupByExpressions);
    groupColumns = List.copyOf(groupColumns);
    aggregates = List.copyOf(aggregates);
  }

  /**
   * Whether the query would rank and return all rows: one ordered by vector distance without TOP
   * and LIMIT.
   */
  public boolean isUnboundedSearch() {
    return nonStreaming && top == null && limit == null;
  }

  /** Expression of ORDER BY with its direction. */
  public record SortItem(String expression, boolean descending) {}

  /** Column of a group, with its aggregate if it is one. */
  public record GroupColumn(String alias, @Nullable Aggregate aggregate) {}

  static Builder builder() {
    return new Builder();
  }

  /** Builder whose parts are empty until set. Not for use by several threads. */
  static final class Builder {
    private DistinctType distinctType = DistinctType.NONE;
    private WindowCounts window = WindowCounts.NONE;
    private List<SortItem> order = List.of();
    private List<String> groupByExpressions = List.of();
    private List<GroupColumn> groupColumns = List.of();
    private List<Aggregate> aggregates = List.of();
    private String rewrittenQuery = "";
    private boolean hasSelectValue;
    private @Nullable String distinctCountAlias;
    private boolean nonStreaming;

    Builder distinctType(DistinctType type) {
      distinctType = type;
      return this;
    }

    Builder window(WindowCounts given) {
      window = given;
      return this;
    }

    Builder order(List<SortItem> items, boolean givenNonStreaming) {
      order = items;
      nonStreaming = givenNonStreaming;
      return this;
    }

    Builder groupByExpressions(List<String> expressions) {
      groupByExpressions = expressions;
      return this;
    }

    Builder groupColumns(List<GroupColumn> columns) {
      groupColumns = columns;
      return this;
    }

    Builder aggregate(Aggregate aggregate) {
      aggregates = List.of(aggregate);
      return this;
    }

    Builder rewritten(Query query) {
      rewrittenQuery = SqlPrinter.print(query);
      return this;
    }

    Builder hasSelectValue(boolean value) {
      hasSelectValue = value;
      return this;
    }

    Builder distinctCountAlias(String alias) {
      distinctCountAlias = alias;
      return this;
    }

    QueryInfo build() {
      return new QueryInfo(
          distinctType,
          window.top(),
          window.offset(),
          window.limit(),
          order,
          groupByExpressions,
          groupColumns,
          aggregates,
          rewrittenQuery,
          hasSelectValue,
          distinctCountAlias,
          nonStreaming);
    }
  }

  /** JSON form for clients. */
  public JsonObject toJson() {
    JsonObject.Builder types = JsonObject.builder();
    for (GroupColumn column : groupColumns) {
      types.put(
          column.alias,
          column.aggregate == null ? JsonNull.NULL : JsonString.of(column.aggregate.planName()));
    }
    return JsonObject.builder()
        .put("distinctType", distinctType.text())
        .put("top", number(top))
        .put("offset", number(offset))
        .put("limit", number(limit))
        .put("orderBy", strings(order.stream().map(QueryInfo::direction).toList()))
        .put("orderByExpressions", strings(order.stream().map(SortItem::expression).toList()))
        .put("groupByExpressions", strings(groupByExpressions))
        .put("groupByAliases", strings(groupColumns.stream().map(GroupColumn::alias).toList()))
        .put("aggregates", strings(aggregates.stream().map(Aggregate::planName).toList()))
        .put("groupByAliasToAggregateType", types.build())
        .put("rewrittenQuery", rewrittenQuery)
        .put("hasSelectValue", hasSelectValue)
        .put(
            "dCountInfo",
            distinctCountAlias == null
                ? JsonNull.NULL
                : JsonObject.of("dCountAlias", JsonString.of(distinctCountAlias)))
        .put("hasNonStreamingOrderBy", nonStreaming)
        .build();
  }

  private static String direction(SortItem item) {
    return item.descending ? "Descending" : "Ascending";
  }

  static JsonValue number(@Nullable Long value) {
    return value == null ? JsonNull.NULL : JsonNumber.of(value);
  }

  private static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::of).toList());
  }
}
