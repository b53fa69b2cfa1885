package dev.partita.query.plan;

import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.compile.RankScores;
import dev.partita.query.compile.VectorCalls;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.Span;
import dev.partita.query.syntax.SqlPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Planner of queries ordered by rank. Every score becomes an ordered query of its own, for more
 * rows than the result has, since a row may rank low in one order and high in another. For one
 * query and one thread.
 */
final class HybridPlanner {

  private static final String PLACEHOLDER = "{documentdb-formattablehybridsearchquery-";

  /**
   * Up to this many results, every component returns {@link #FEW_ROWS} rows; beyond it, twice as
   * many as there are results.
   */
  private static final long FEW_RESULTS = 60;

  private static final long FEW_ROWS = 120;
  private static final long UNSIGNED_INTEGER = 0xFFFF_FFFFL;

  /** Score of a row without a vector: less than any other. */
  private static final double NO_VECTOR_SCORE = 1.79769e308;

  private static final long NO_TEXT_SCORE = -1;

  /** Score: its expression, whether larger is better, and the ORDER BY suffix. */
  private record Component(
      Expression score, boolean text, boolean descending, OrderBy.@Nullable Direction direction) {}

  private final Query query;
  private final WindowCounts window;
  private final boolean skipOrderByRewrite;
  private final boolean listScores;
  private final String root;
  private final RankScores scores;
  private final List<Component> components = new ArrayList<>();
  private final List<Expression> statistics = new ArrayList<>();

  HybridPlanner(
      Query query,
      ContainerTraits traits,
      Parameters parameters,
      WindowCounts window,
      boolean skipOrderByRewrite) {
    this.query = query;
    this.window = window;
    this.root = OrderRewrite.root(query);
    this.scores = RankScores.of(Objects.requireNonNull(query.orderBy()), parameters);
    for (int i = 0; i < scores.components().size(); i++) {
      Expression.Call call = scores.components().get(i);
      boolean flipped = scores.weight(i) < 0;
      components.add(
          VectorCalls.isDistance(call)
              ? vector(call, VectorCalls.metric(call, traits).largerIsCloser(), flipped)
              : text(call, flipped));
    }
    // Clients read a single component as before, but without scores there is nothing to fuse.
    this.skipOrderByRewrite = skipOrderByRewrite && components.size() > 1;
    this.listScores = !skipOrderByRewrite || components.size() > 1;
  }

  HybridSearchInfo plan() {
    Long skip = window.offset();
    Long take = window.limit() == null ? window.top() : window.limit();
    return new HybridSearchInfo(
        SqlPrinter.print(statisticsQuery()),
        components.stream().map(component -> info(component, rows(skip, take))).toList(),
        scores.weights().stream().map(Math::abs).toList(),
        skip,
        take,
        !statistics.isEmpty());
  }

  /** Computed in 32 bits as the service does, since clients may compare it. */
  private static @Nullable Long rows(@Nullable Long skip, @Nullable Long take) {
    if (take == null) {
      return null;
    }
    long results = (skip == null ? 0 : skip) + take;
    return results <= FEW_RESULTS ? FEW_ROWS : (2 * results) & UNSIGNED_INTEGER;
  }

  private static Component vector(Expression.Call call, boolean largerIsCloser, boolean flipped) {
    boolean descending = largerIsCloser != flipped;
    return new Component(
        Parts.call("_VectorScore", call.arguments()),
        false,
        descending,
        flipped ? direction(descending) : null);
  }

  private Component text(Expression.Call call, boolean flipped) {
    Expression path = call.arguments().getFirst();
    List<Expression> terms = RankScores.terms(call);
    int number = statistics.size();
    statistics.add(
        Parts.object(
            Parts.property("totalWordCount", Parts.call("SUM", wordCount(path))),
            Parts.property(
                "hitCounts", Parts.array(terms.stream().map(term -> hits(path, term)).toList()))));
    Expression score =
        Parts.call(
            "_FullTextScore",
            path,
            Parts.array(terms),
            Parts.text(PLACEHOLDER + "totaldocumentcount}"),
            Parts.text(PLACEHOLDER + "totalwordcount-" + number + "}"),
            Parts.text(PLACEHOLDER + "hitcountsarray-" + number + "}"));
    return new Component(score, true, !flipped, direction(!flipped));
  }

  private static Expression wordCount(Expression path) {
    return Parts.call("_FullTextWordCount", path);
  }

  private static Expression hits(Expression path, Expression term) {
    return Parts.call("COUNTIF", Parts.call("FullTextContains", path, term));
  }

  private static OrderBy.Direction direction(boolean descending) {
    return descending ? OrderBy.Direction.DESC : OrderBy.Direction.ASC;
  }

  /**
   * Statistics cover the whole container, whatever the filter, as those of a full-text index do.
   */
  private Query statisticsQuery() {
    return new Query(
        new Select(
            false,
            null,
            new Select.Columns(
                List.of(
                    Parts.column(Parts.call("COUNT", Parts.number(1)), "documentCount"),
                    Parts.column(Parts.array(statistics), "fullTextStatistics")))),
        query.from(),
        null,
        List.of(),
        null,
        null,
        Span.NONE);
  }

  private QueryInfo info(Component component, @Nullable Long rows) {
    boolean byWindow = window.offset() != null;
    Long top = byWindow ? null : rows;
    Long limit = byWindow ? rows : null;
    Query rewritten =
        new Query(
            new Select(false, Parts.top(top), new Select.Columns(columns(component))),
            query.from(),
            skipOrderByRewrite ? query.where() : Parts.and(query.where(), Parts.RESUME_FILTER),
            List.of(),
            new OrderBy(
                false, List.of(new OrderBy.Item(component.score, component.direction)), Span.NONE),
            Parts.first(limit),
            Span.NONE);
    QueryInfo.Builder info = QueryInfo.builder().rewritten(rewritten);
    if (!skipOrderByRewrite) {
      QueryInfo.SortItem item =
          new QueryInfo.SortItem(SqlPrinter.print(component.score), component.descending);
      info.order(List.of(item), true)
          .window(new WindowCounts(top, limit == null ? null : 0L, limit));
    }
    return info.build();
  }

  private List<Select.Column> columns(Component component) {
    Expression payload = Parts.payload(query.select().selection(), root);
    Expression all =
        Parts.array(listScores ? components.stream().map(this::scoreOr).toList() : List.of());
    Select.Column rid = Parts.column(Parts.member(root, "_rid"), null);
    if (skipOrderByRewrite) {
      return List.of(rid, Parts.column(payload, "payload"), Parts.column(all, "componentScores"));
    }
    return List.of(
        rid,
        Parts.column(Parts.items(List.of(component.score)), "orderByItems"),
        Parts.column(
            Parts.object(
                Parts.property("payload", payload), Parts.property("componentScores", all)),
            "payload"));
  }

  /**
   * Score, or the worst possible one. Where nothing tells the client the order, larger is better.
   */
  private Expression scoreOr(Component component) {
    Expression worst =
        component.text && component.descending
            ? Parts.number(NO_TEXT_SCORE)
            : Parts.number(component.descending ? -NO_VECTOR_SCORE : NO_VECTOR_SCORE);
    Expression score = new Expression.Coalesce(component.score, worst, Span.NONE);
    return skipOrderByRewrite && !component.descending
        ? new Expression.Binary(BinaryOperator.MULTIPLY, Parts.number(-1), score, Span.NONE)
        : score;
  }
}
