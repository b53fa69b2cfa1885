package dev.partita.query.plan;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Features of clients that merge the rows of partitions. A plan uses no others. */
public enum QueryFeature {
  AGGREGATE("Aggregate"),
  COMPOSITE_AGGREGATE("CompositeAggregate"),
  DISTINCT("Distinct"),
  GROUP_BY("GroupBy"),
  MULTIPLE_AGGREGATES("MultipleAggregates"),
  MULTIPLE_ORDER_BY("MultipleOrderBy"),
  OFFSET_AND_LIMIT("OffsetAndLimit"),
  ORDER_BY("OrderBy"),
  TOP("Top"),
  NON_VALUE_AGGREGATE("NonValueAggregate"),
  DCOUNT("DCount"),
  NON_STREAMING_ORDER_BY("NonStreamingOrderBy"),
  LIST_AND_SET_AGGREGATE("ListAndSetAggregate"),
  COUNT_IF("CountIf"),
  HYBRID_SEARCH("HybridSearch"),
  WEIGHTED_RANK_FUSION("WeightedRankFusion"),
  /** Components of a hybrid search may be other than ordered queries. */
  HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE("HybridSearchSkipOrderByRewrite"),
  GENERATE_EMBEDDINGS("GenerateEmbeddings");

  private final String text;

  QueryFeature(String text) {
    this.text = text;
  }

  /** Name in the protocol. */
  public String text() {
    return text;
  }

  /** Parses a comma-separated list, in any case. Unknown names are ignored. */
  public static Set<QueryFeature> parse(String list) {
    Set<QueryFeature> features = EnumSet.noneOf(QueryFeature.class);
    for (String name : list.split(",", -1)) {
      String wanted = name.strip().toLowerCase(Locale.ROOT);
      for (QueryFeature feature : values()) {
        if (feature.text.toLowerCase(Locale.ROOT).equals(wanted)) {
          features.add(feature);
        }
      }
    }
    return features;
  }
}
