package dev.partita.query.plan;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a client can do with the rows of partitions. A plan asks for nothing else. */
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
  /** Components of a hybrid search need not look like ordered queries. */
  HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE("HybridSearchSkipOrderByRewrite"),
  GENERATE_EMBEDDINGS("GenerateEmbeddings");

  private final String text;

  QueryFeature(String text) {
    this.text = text;
  }

  /** The name that clients use. */
  public String text() {
    return text;
  }

  /** The features of a list with commas, in any case. Names that are not known are passed over. */
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
