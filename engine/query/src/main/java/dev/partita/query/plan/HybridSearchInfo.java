package dev.partita.query.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instructions to a client for ORDER BY RANK: it collects statistics from all partitions,
 * substitutes them in the component queries, one for each score, and merges their results by rank.
 * Immutable.
 *
 * @param statisticsQuery the query for the statistics of each partition
 * @param components the query of each score
 * @param weights weight of each component; empty if all count the same
 * @param skip number of results to skip
 * @param take number of results to return after that
 * @param needsStatistics whether any component needs the statistics
 */
public record HybridSearchInfo(
    String statisticsQuery,
    List<QueryInfo> components,
    List<Double> weights,
    @Nullable Long skip,
    @Nullable Long take,
    boolean needsStatistics) {

  public HybridSearchInfo {
    components = List.copyOf(components);
    weights = List.copyOf(weights);
  }

  /** JSON form for clients. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("globalStatisticsQuery", statisticsQuery)
        .put(
            "componentQueryInfos",
            JsonArray.of(components.stream().map(QueryInfo::toJson).toList()))
        .put("componentWithoutPayloadQueryInfos", JsonArray.EMPTY)
        .put("projectionQueryInfo", JsonNull.NULL)
        .put("componentWeights", JsonArray.of(weights.stream().map(JsonNumber::of).toList()))
        .put("skip", QueryInfo.number(skip))
        .put("take", QueryInfo.number(take))
        .put("requiresGlobalStatistics", needsStatistics)
        .build();
  }
}
