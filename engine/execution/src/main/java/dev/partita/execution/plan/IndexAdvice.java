package dev.partita.execution.plan;

import dev.partita.execution.plan.IndexUtilization.Composite;
import dev.partita.execution.plan.IndexUtilization.Single;
import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexPath;
import dev.partita.index.Indexes;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.SqlPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds out which indexes a query uses and which it could use. For one query.
 *
 * <p>The rules are those that the service was seen to follow: a path that is filtered by is listed,
 * the last first; one that also gives the order is not, unless it is the only one or belongs to an
 * index over several paths that would help; and that is, for each path compared otherwise, one with
 * the paths compared for equality and then that path, or one with those that are all grouped by.
 */
public final class IndexAdvice {

  private static final Set<String> TEXT_FUNCTIONS =
      Set.of("STARTSWITH", "STRINGEQUALS", "CONTAINS", "ENDSWITH", "REGEXMATCH");

  /** The advice is for people, who read no more. */
  private static final int MAX_USES = 100;

  /** The most columns of an index over several paths. */
  private static final int MAX_COLUMNS = 8;

  /** A part of the filter that is about one path. */
  private record Use(IndexPath path, boolean equality, Expression filter) {}

  private final Query query;
  private final SourcePaths paths;
  private final SqlPredicate filter;
  private final Indexes indexes;
  private final List<Use> uses = new ArrayList<>();
  private boolean conjunction = true;

  private IndexAdvice(Query query, SqlPredicate filter, Indexes indexes) {
    this.query = query;
    this.paths = filter.paths();
    this.filter = filter;
    this.indexes = indexes;
  }

  public static IndexUtilization of(Query query, SqlPredicate filter, Indexes indexes) {
    IndexAdvice advice = new IndexAdvice(query, filter, indexes);
    if (query.where() != null) {
      advice.collect(query.where());
    }
    query.select().selection().expressions().forEach(advice::collectCalls);
    return advice.result();
  }

  private IndexUtilization result() {
    List<Composite> used = new ArrayList<>();
    List<Composite> missing = new ArrayList<>();
    composites().forEach(found -> (isThere(found.index()) ? used : missing).add(found));
    List<IndexPath> ordered = orderPaths();
    List<Single> usedSingles = new ArrayList<>();
    List<Single> missingSingles = new ArrayList<>();
    boolean others = uses.stream().anyMatch(use -> !ordered.contains(use.path));
    for (Use use : uses.reversed()) {
      boolean servesOrder =
          ordered.contains(use.path) && others && used.isEmpty() && missing.isEmpty();
      Single single = new Single(SqlPrinter.print(use.filter), use.path);
      List<Single> list = indexes.isIndexed(use.path) ? usedSingles : missingSingles;
      if (!servesOrder && list.stream().noneMatch(known -> known.path().equals(use.path))) {
        list.add(single);
      }
    }
    return new IndexUtilization(usedSingles, used, missingSingles, missing);
  }

  private boolean isThere(CompositeIndex wanted) {
    return indexes.composites().stream()
        .anyMatch(
            index ->
                index.columns().stream()
                    .map(CompositeIndex.Column::path)
                    .toList()
                    .equals(wanted.columns().stream().map(CompositeIndex.Column::path).toList()));
  }

  private List<Composite> composites() {
    List<IndexPath> equal =
        uses.stream().filter(use -> use.equality).map(Use::path).distinct().toList();
    List<IndexPath> other =
        uses.stream().filter(use -> !use.equality).map(Use::path).distinct().toList();
    if (!conjunction
        || equal.isEmpty()
        || equal.size() + (other.isEmpty() ? 0 : 1) > MAX_COLUMNS
        || query.where() == null) {
      return List.of();
    }
    if (other.isEmpty()) {
      return equal.size() > 1 && grouped().containsAll(equal)
          ? List.of(composite(equal.stream()))
          : List.of();
    }
    return other.stream()
        .filter(path -> !equal.contains(path))
        .map(path -> composite(Stream.concat(equal.stream(), Stream.of(path))))
        .toList();
  }

  private List<IndexPath> grouped() {
    return query.groupBy().stream().map(paths::path).flatMap(Optional::stream).toList();
  }

  private Composite composite(Stream<IndexPath> columns) {
    return new Composite(
        SqlPrinter.print(Objects.requireNonNull(query.where())),
        new CompositeIndex(columns.map(path -> new CompositeIndex.Column(path, false)).toList()));
  }

  private List<IndexPath> orderPaths() {
    return query.orderBy() == null
        ? List.of()
        : query.orderBy().items().stream()
            .map(item -> paths.path(item.expression()))
            .flatMap(Optional::stream)
            .toList();
  }

  private void collect(Expression condition) {
    switch (condition) {
      case Expression.Logical(LogicalOperator operator, List<Expression> operands, _) -> {
        conjunction &= operator == LogicalOperator.AND;
        operands.forEach(this::collect);
      }
      case Expression.Unary unary -> {
        conjunction = false;
        collect(unary.operand());
      }
      case Expression.Binary(BinaryOperator operator, Expression left, Expression right, _)
          when isComparison(operator) -> {
        boolean equality = operator == BinaryOperator.EQUAL;
        if (filter.constant(right).isPresent()) {
          add(left, equality, condition);
        } else if (filter.constant(left).isPresent()) {
          add(right, equality, condition);
        }
      }
      case Expression.In in -> add(in.value(), !in.negated(), condition);
      case Expression.Between between -> add(between.value(), false, condition);
      case Expression.Like like -> add(like.value(), false, condition);
      case Expression.Call call -> call(call);
      default -> {}
    }
  }

  private static boolean isComparison(BinaryOperator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
      default -> false;
    };
  }

  private void call(Expression.Call call) {
    String name = Functions.key(call.name());
    if (call.arguments().isEmpty()) {
      return;
    }
    Expression first = call.arguments().getFirst();
    if (name.equals("ARRAYCONTAINS")) {
      paths.path(first).ifPresent(path -> use(path.elements(), true, call));
    } else if (TEXT_FUNCTIONS.contains(name) || name.startsWith("IS")) {
      add(first, name.equals("STRINGEQUALS"), call);
    }
  }

  /** The calls in what is selected that an index can answer. */
  private void collectCalls(Expression expression) {
    if (expression instanceof Expression.Call call
        && TEXT_FUNCTIONS.contains(Functions.key(call.name()))) {
      call(call);
    }
    expression.children().forEach(this::collectCalls);
  }

  private void add(Expression tested, boolean equality, Expression condition) {
    paths
        .path(tested)
        .filter(path -> !path.steps().isEmpty())
        .ifPresent(path -> use(path, equality, condition));
  }

  private void use(IndexPath path, boolean equality, Expression condition) {
    if (uses.size() < MAX_USES) {
      uses.add(new Use(path, equality, condition));
    }
  }
}
