package dev.partita.query.reference;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.ExpressionCompiler;
import dev.partita.query.compile.ExpressionCompiler.AggregateCall;
import dev.partita.query.compile.NameScope;
import dev.partita.query.compile.Parameters;
import dev.partita.query.compile.RankScores;
import dev.partita.query.compile.VectorCalls;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Construction;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.SlotValue;
import dev.partita.query.function.FullTextFunctions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.OffsetLimit;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.SqlPrinter;
import dev.partita.query.text.Phrase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiler from checked queries to clauses. For one query with its subqueries, and one thread. */
final class ClauseCompiler {

  private final ContainerTraits traits;
  private final Parameters parameters;
  private final ExpressionCompiler expressions;

  ClauseCompiler(ContainerTraits traits, Parameters parameters) {
    this.traits = traits;
    this.parameters = parameters;
    this.expressions = new ExpressionCompiler(traits, parameters, this::compile);
  }

  int slots() {
    return expressions.slots();
  }

  /** Compiles an outermost query. */
  Clauses compile(Query query) {
    return clauses(query, new NameScope(null));
  }

  private Results compile(Query query, NameScope outer) {
    return clauses(query, new NameScope(outer)).results();
  }

  private Clauses clauses(Query query, NameScope scope) {
    List<Step> steps = query.from() == null ? List.of() : steps(query.from(), scope);
    Evaluator filter =
        query.where() == null
            ? Constant.of(JsonBoolean.TRUE)
            : expressions.compile(query.where(), scope);
    List<SortKey> order = order(query.orderBy(), scope);
    List<Evaluator> groupBy =
        query.groupBy().stream().map(key -> expressions.compile(key, scope)).toList();
    List<AggregateCall> aggregates = new ArrayList<>();
    Evaluator selection = selection(query.select().selection(), steps, scope, aggregates);
    OrderBy orderBy = query.orderBy();
    boolean grouped = !groupBy.isEmpty() || Aggregates.areIn(query);
    return new Clauses(
        steps,
        filter,
        grouped && groupBy.isEmpty() ? List.of() : order,
        orderBy != null && isRanked(orderBy) ? scores(orderBy, scope) : List.of(),
        groupBy,
        aggregates,
        grouped,
        selection,
        query.select().distinct(),
        window(query));
  }

  private List<Step> steps(From from, NameScope scope) {
    List<Step> steps = new ArrayList<>();
    for (From.Source source : from.sources()) {
      Step step = step(source, scope, steps);
      String name = source.boundName();
      if (name != null) {
        scope.bind(name, step.slot(), step instanceof Step.Documents);
      }
    }
    return steps;
  }

  /** Adds the loops of a source and returns the loop that its alias stands for. */
  private Step step(From.Source source, NameScope scope, List<Step> steps) {
    boolean elements = source instanceof From.Elements;
    Step step =
        switch (source.collection()) {
          case From.Derived(Query query, _) -> {
            Results results = compile(query, scope);
            int slot = expressions.newSlot();
            yield elements ? new Step.RowElements(slot, results) : new Step.Rows(slot, results);
          }
          case From.Path path -> path(path, elements, scope, steps);
        };
    steps.add(step);
    return step;
  }

  private Step path(From.Path path, boolean elements, NameScope scope, List<Step> steps) {
    NameScope start = scope;
    if (scope.find(path.root()).isEmpty()) {
      Step documents = new Step.Documents(expressions.newSlot());
      if (path.steps().isEmpty() && !elements) {
        return documents;
      }
      steps.add(documents);
      start = new NameScope(null);
      start.bind(path.root(), documents.slot(), true);
    }
    Evaluator value = expressions.compile(path, start);
    int slot = expressions.newSlot();
    return elements ? new Step.Elements(slot, value) : new Step.Whole(slot, value);
  }

  private Evaluator selection(
      Select.Selection selection,
      List<Step> steps,
      NameScope scope,
      List<AggregateCall> aggregates) {
    return switch (selection) {
      case Select.All _ -> new SlotValue(steps.getLast().slot());
      case Select.Value(Expression value) -> expressions.compile(value, scope, aggregates);
      case Select.Columns columns ->
          Construction.object(
              columns.names(),
              columns.columns().stream()
                  .map(column -> expressions.compile(column.expression(), scope, aggregates))
                  .toList());
    };
  }

  private List<SortKey> order(@Nullable OrderBy orderBy, NameScope scope) {
    if (orderBy == null || isRanked(orderBy)) {
      return List.of();
    }
    return orderBy.items().stream().map(item -> sortKey(item, scope)).toList();
  }

  /** Whether the order is a rank over all rows. A vector distance alone is an ordinary sort key. */
  private static boolean isRanked(OrderBy orderBy) {
    return orderBy.rank() && !VectorCalls.isDistance(orderBy.items().getFirst().expression());
  }

  /**
   * Compiles a sort key; for vector distances the closest come first unless the query says
   * otherwise.
   */
  private SortKey sortKey(OrderBy.Item item, NameScope scope) {
    boolean largestFirst =
        item.direction() == null
            && item.expression() instanceof Expression.Call call
            && VectorCalls.isDistance(call)
            && VectorCalls.metric(call, traits).largerIsCloser();
    boolean descending = largestFirst || item.descending();
    return new SortKey(expressions.compile(item.expression(), scope), descending);
  }

  private List<Score> scores(OrderBy orderBy, NameScope scope) {
    RankScores ranks = RankScores.of(orderBy, parameters);
    List<Score> scores = new ArrayList<>();
    for (int i = 0; i < ranks.components().size(); i++) {
      Expression.Call call = ranks.components().get(i);
      scores.add(
          VectorCalls.isDistance(call)
              ? new Score.VectorScore(
                  expressions.compile(call, scope),
                  VectorCalls.metric(call, traits).largerIsCloser(),
                  ranks.weight(i))
              : new Score.TextScore(
                  expressions.compile(call.arguments().getFirst(), scope),
                  RankScores.terms(call).stream().map(term -> phrase(term, scope)).toList(),
                  ranks.weight(i)));
    }
    return scores;
  }

  private Phrase phrase(Expression term, NameScope scope) {
    JsonValue value =
        expressions.compile(term, scope) instanceof Constant constant
            ? constant.value()
            : JsonUndefined.UNDEFINED;
    return FullTextFunctions.phrase(value)
        .orElseThrow(
            () ->
                DatabaseException.badRequest(
                        "The terms of FullTextScore must be strings that are the same for all"
                            + " rows.")
                    .with("term", SqlPrinter.print(term)));
  }

  /** Combines TOP with OFFSET and LIMIT. */
  private Window window(Query query) {
    long top =
        query.select().top() == null
            ? Long.MAX_VALUE
            : expressions.count(query.select().top().count());
    OffsetLimit clause = query.offsetLimit();
    if (clause == null) {
      return new Window(0, top);
    }
    long offset = expressions.count(clause.offset());
    long limit = expressions.count(clause.limit());
    return new Window(offset, Math.min(limit, Math.max(0, top - offset)));
  }
}
