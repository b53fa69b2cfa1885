package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Select;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolution of ORDER BY expressions to properties of items, through the subqueries in FROM. Only
 * such properties have an order in an index. Pure functions.
 */
public final class OrderPaths {

  /** Origin of a name or an expression. */
  private sealed interface Origin {}

  /** A path of an item, or of elements of arrays in items. */
  private record Stored(boolean ofElements) implements Origin {}

  /** Computed value, with the origins of the names in it. */
  private record Computed(Expression expression, Map<String, Origin> names) implements Origin {}

  private OrderPaths() {}

  /**
   * Checks that every expression has an order in an index.
   *
   * @throws DatabaseException if an expression does not resolve to a path
   */
  static void check(Query query) {
    Map<String, Origin> names = names(query, Map.of());
    for (OrderBy.Item item : values(query.orderBy())) {
      if (!isScore(item.expression()) && !(origin(item.expression(), names) instanceof Stored)) {
        throw QueryErrors.of(
            new QueryError(
                "2206",
                "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a"
                    + " document path.",
                null));
      }
    }
  }

  /** Whether rows are ordered by elements of arrays, of which each item has several. */
  public static boolean areOfElements(Query query) {
    Map<String, Origin> names = names(query, Map.of());
    return values(query.orderBy()).stream()
        .anyMatch(item -> origin(item.expression(), names) instanceof Stored(boolean of) && of);
  }

  /** Expressions of ORDER BY; empty for a rank. */
  private static List<OrderBy.Item> values(@Nullable OrderBy orderBy) {
    return orderBy == null || orderBy.rank() ? List.of() : orderBy.items();
  }

  private static boolean isScore(Expression expression) {
    return VectorCalls.isDistance(expression)
        || (expression instanceof Expression.Call call
            && Functions.key(call.name()).equals("_FULLTEXTSCORE"));
  }

  private static Map<String, Origin> names(Query query, Map<String, Origin> outer) {
    Map<String, Origin> names = new HashMap<>(outer);
    if (query.from() == null) {
      return names;
    }
    for (From.Source source : query.from().sources()) {
      String name = source.boundName();
      Origin origin = origin(source.collection(), names);
      if (name != null) {
        names.put(name, source instanceof From.Elements ? new Stored(true) : origin);
      }
    }
    return names;
  }

  private static Origin origin(From.Collection collection, Map<String, Origin> names) {
    return switch (collection) {
      case From.Path path ->
          names.containsKey(path.root())
              ? origin(Paths.expression(path), names)
              : new Stored(false);
      case From.Derived(Query query, _) -> selected(query, names(query, names));
    };
  }

  private static Origin selected(Query query, Map<String, Origin> names) {
    return switch (query.select().selection()) {
      case Select.Value(Expression expression) -> origin(expression, names);
      case Select.Columns columns -> {
        List<String> columnNames = columns.names();
        List<Expression.Property> properties = new ArrayList<>();
        for (int i = 0; i < columnNames.size(); i++) {
          properties.add(
              new Expression.Property(columnNames.get(i), columns.columns().get(i).expression()));
        }
        yield new Computed(new Expression.ObjectLiteral(properties, query.span()), names);
      }
      case Select.All _ -> {
        String name = query.from() == null ? null : query.from().sources().getFirst().boundName();
        Origin only = name == null ? null : names.get(name);
        yield only == null ? new Stored(false) : only;
      }
    };
  }

  private static Origin origin(Expression expression, Map<String, Origin> names) {
    return switch (expression) {
      case Expression.Reference(String name, _) when names.containsKey(name) -> names.get(name);
      case Expression.Member(Expression target, String name, _) ->
          within(origin(target, names), JsonString.of(name), expression, names);
      case Expression.Index(Expression target, Expression.Literal(JsonValue index, _), _) ->
          within(origin(target, names), index, expression, names);
      // Within an item, every value of the parameter gives a path.
      case Expression.Index(Expression target, Expression index, _)
          when ExpressionChecker.isConstant(index) ->
          within(origin(target, names), JsonUndefined.UNDEFINED, expression, names);
      default -> new Computed(expression, names);
    };
  }

  private static Origin within(
      Origin target, JsonValue step, Expression whole, Map<String, Origin> names) {
    return switch (target) {
      case Stored stored -> stored;
      case Computed(Expression.ObjectLiteral(var properties, _), var origins)
          when step instanceof JsonString(String name) ->
          properties.stream()
              .filter(property -> property.name().equals(name))
              .findFirst()
              .map(property -> origin(property.value(), origins))
              .orElse(new Computed(whole, names));
      case Computed(Expression.ArrayLiteral(var elements, _), var origins)
          when step instanceof JsonNumber number
              && number.isIntegral()
              && number.longValue() >= 0
              && number.longValue() < elements.size() ->
          origin(elements.get((int) number.longValue()), origins);
      case Computed _ -> new Computed(whole, names);
    };
  }
}
