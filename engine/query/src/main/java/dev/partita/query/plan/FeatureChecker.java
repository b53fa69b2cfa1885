package dev.partita.query.plan;

import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.QueryErrors;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Check that a client supports all features of a plan. Pure functions. */
final class FeatureChecker {

  private FeatureChecker() {}

  static void check(QueryPlan.Work work, Set<QueryFeature> supported) {
    Set<QueryFeature> missing =
        switch (work) {
          case QueryPlan.Single(QueryInfo info) -> needed(info);
          case QueryPlan.Hybrid(HybridSearchInfo info) -> needed(info);
        };
    missing.removeAll(supported);
    if (!missing.isEmpty()) {
      throw QueryErrors.plain(
          "Query contains the following features, which the calling client does not support: "
              + missing.stream().map(QueryFeature::text).collect(Collectors.joining(", "))
              + ".");
    }
  }

  private static Set<QueryFeature> needed(HybridSearchInfo info) {
    return info.weights().isEmpty()
        ? EnumSet.of(QueryFeature.HYBRID_SEARCH)
        : EnumSet.of(QueryFeature.HYBRID_SEARCH, QueryFeature.WEIGHTED_RANK_FUSION);
  }

  private static Set<QueryFeature> needed(QueryInfo info) {
    Set<QueryFeature> needed = EnumSet.noneOf(QueryFeature.class);
    if (info.top() != null) {
      needed.add(QueryFeature.TOP);
    }
    if (info.offset() != null) {
      needed.add(QueryFeature.OFFSET_AND_LIMIT);
    }
    if (info.nonStreaming()) {
      needed.add(QueryFeature.NON_STREAMING_ORDER_BY);
    } else if (!info.order().isEmpty()) {
      needed.add(info.order().size() > 1 ? QueryFeature.MULTIPLE_ORDER_BY : QueryFeature.ORDER_BY);
    }
    if (info.distinctCountAlias() != null) {
      needed.add(QueryFeature.DCOUNT);
    } else if (info.distinctType() != DistinctType.NONE) {
      needed.add(QueryFeature.DISTINCT);
    }
    needed.addAll(grouping(info));
    return needed;
  }

  private static Set<QueryFeature> grouping(QueryInfo info) {
    Set<QueryFeature> needed = EnumSet.noneOf(QueryFeature.class);
    List<Aggregate> aggregates = new ArrayList<>(info.aggregates());
    info.groupColumns().stream()
        .map(QueryInfo.GroupColumn::aggregate)
        .filter(Objects::nonNull)
        .forEach(aggregates::add);
    if (!info.groupByExpressions().isEmpty()) {
      needed.add(QueryFeature.GROUP_BY);
    } else if (!info.groupColumns().isEmpty()) {
      needed.add(QueryFeature.NON_VALUE_AGGREGATE);
    }
    if (!aggregates.isEmpty()) {
      needed.add(QueryFeature.AGGREGATE);
    }
    if (aggregates.size() > 1) {
      needed.add(QueryFeature.MULTIPLE_AGGREGATES);
    }
    if (aggregates.contains(Aggregate.COUNTIF)) {
      needed.add(QueryFeature.COUNT_IF);
    }
    if (aggregates.contains(Aggregate.MAKELIST) || aggregates.contains(Aggregate.MAKESET)) {
      needed.add(QueryFeature.LIST_AND_SET_AGGREGATE);
    }
    return needed;
  }
}
