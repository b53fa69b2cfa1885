package dev.partita.query.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.query.key.KeyConstraint;

/** Plan for a query over many partitions. Immutable. */
public record QueryPlan(Work work, KeyConstraint keys) {

  private static final int VERSION = 2;

  /** Instructions to the client. */
  public sealed interface Work {}

  /** One query for all partitions. */
  public record Single(QueryInfo info) implements Work {}

  /** Several queries whose results are merged by rank. */
  public record Hybrid(HybridSearchInfo info) implements Work {}

  /**
   * JSON of the response.
   *
   * @param ranges the key ranges in hashed form: objects with {@code min}, {@code max}, {@code
   *     isMinInclusive} and {@code isMaxInclusive}, ordered by {@code min}
   */
  public JsonObject toJson(JsonArray ranges) {
    JsonObject.Builder json =
        JsonObject.builder().put("partitionedQueryExecutionInfoVersion", VERSION);
    switch (work) {
      case Single(QueryInfo info) -> json.put("queryInfo", info.toJson());
      case Hybrid(HybridSearchInfo info) -> json.put("hybridSearchQueryInfo", info.toJson());
    }
    return json.put("queryRanges", ranges).build();
  }
}
