package dev.partita.query.plan;

import dev.partita.base.error.DatabaseException;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.compile.ConstantExpressions;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.compile.QueryChecker;
import dev.partita.query.key.KeyConstraint;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.key.KeyFilter;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Select;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Planner of queries over many partitions. For one query and one thread. */
public final class QueryPlanner {

  private final Query query;
  private final ContainerTraits traits;
  private final Parameters parameters;
  private final KeyDefinition key;
  private final KeyConstraint keys;
  private final WindowCounts window;

  private QueryPlanner(
      Query query, Parameters parameters, ContainerTraits traits, KeyDefinition key) {
    this.query = query;
    this.traits = traits;
    this.key = key;
    this.parameters = parameters;
    this.keys = KeyFilter.of(query, parameters, traits, key);
    this.window = WindowCounts.of(query, new ConstantExpressions(traits, parameters));
  }

  /**
   * Plans a query for a client.
   *
   * @param supported the features of the client
   * @throws DatabaseException if the query is not valid, if a parameter has no value, or if the
   *     client lacks a feature that every plan needs
   */
  public static QueryPlan plan(
      Query query,
      Parameters parameters,
      ContainerTraits traits,
      KeyDefinition key,
      Set<QueryFeature> supported) {
    QueryChecker.check(query);
    QueryPlanner planner = new QueryPlanner(query, parameters, traits, key);
    QueryPlan.Work work = planner.work(supported);
    FeatureChecker.check(work, supported);
    return new QueryPlan(work, planner.keys);
  }

  private QueryPlan.Work work(Set<QueryFeature> supported) {
    if (query.orderBy() != null && query.orderBy().rank()) {
      boolean skip = supported.contains(QueryFeature.HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE);
      return new QueryPlan.Hybrid(
          new HybridPlanner(query, traits, parameters, window, skip).plan());
    }
    return new QueryPlan.Single(single());
  }

  private QueryInfo single() {
    Optional<QueryInfo> distinctCount = DistinctCount.plan(query, window);
    if (distinctCount.isPresent()) {
      return distinctCount.get();
    }
    QueryInfo.Builder info =
        QueryInfo.builder()
            .hasSelectValue(query.select().selection() instanceof Select.Value)
            .distinctType(OrderRewrite.distinctType(query));
    boolean grouped = !query.groupBy().isEmpty() || Aggregates.areIn(query);
    if (query.from() == null) {
      // Any single partition has the whole result.
      return info.build();
    }
    if (grouped) {
      requireNoCompositions();
      GroupRewrite.plan(query, info.window(window));
    } else if (query.orderBy() != null) {
      OrderRewrite.plan(query, query.orderBy(), window, traits, info);
    } else {
      plain(info);
    }
    return info.build();
  }

  /** Plans a query that each partition can run as it is, except for OFFSET and LIMIT. */
  private void plain(QueryInfo.Builder info) {
    if (query.select().distinct()) {
      info.window(window);
      if (window.top() != null || window.end() != null) {
        info.rewritten(withWindow(null, null));
      }
    } else if (window.end() == null || isOfOneKey()) {
      info.window(window.topOnly());
    } else {
      info.window(window).rewritten(withWindow(window.top(), window.end()));
    }
  }

  private Query withWindow(@Nullable Long top, @Nullable Long end) {
    return new Query(
        new Select(query.select().distinct(), Parts.top(top), query.select().selection()),
        query.from(),
        query.where(),
        query.groupBy(),
        query.orderBy(),
        Parts.first(end),
        query.span());
  }

  /** Whether all items are in one logical partition, which then can count alone. */
  private boolean isOfOneKey() {
    return keys instanceof KeyConstraint.Keys(var prefixes)
        && (prefixes.isEmpty()
            || (prefixes.size() == 1 && prefixes.getFirst().size() == key.paths().size()));
  }

  /**
   * Refuses expressions over aggregates: their values over several partitions are known only after
   * the client has merged them.
   */
  private void requireNoCompositions() {
    boolean composed =
        query
            .select()
            .selection()
            .expressions()
            .anyMatch(each -> Aggregates.areIn(each) && !Aggregates.isCall(each));
    if (composed) {
      throw QueryErrors.plain("Compositions of aggregates and other expressions are not allowed.");
    }
  }
}
