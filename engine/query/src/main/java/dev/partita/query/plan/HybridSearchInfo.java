package dev.partita.query.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client does for ORDER BY RANK: it collects statistics from all partitions, puts them into
 * the queries of the components, one for each score, and orders what these give by the ranks that
 * rows have in them. Immutable.
 *
 * @param statisticsQuery what to ask each partition first
 * @param components the query of each score
 * @param weights how much the rank in each component counts; empty if all count the same
 * @param skip how many results to pass over
 * @param take how many to give then
 * @param needsStatistics whether the components need the statistics at all
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

  /** The JSON that clients read. */
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
