package dev.partita.execution.plan;

import dev.partita.base.error.DatabaseException;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a query that follow from its text alone, without parameters and container. Computed
 * once for each text. Immutable.
 *
 * @param query one that was checked
 * @param isRepeatable whether the rows of an item are the same however often they are made, on
 *     whatever thread: functions of users know only one, and chance and time do not come again
 * @param isMerged whether this is a query as clients send it to each of several partitions, to
 *     merge the rows by what they are ordered by and, where that is equal, by the numbers of the
 *     items
 * @param readsItemByItem whether the rows of an item depend on no other item
 * @param itemName the name of the rows, if each is an item as it is; null if they are anything else
 * @param givesItems whether a result is the item that its row is made of, as it is
 */
public record QueryShape(
    Query query,
    boolean isRepeatable,
    boolean isMerged,
    boolean readsItemByItem,
    @Nullable String itemName,
    boolean givesItems) {

  private static final Set<String> UNREPEATABLE =
      Set.of("RAND", "GETCURRENTDATETIME", "GETCURRENTTICKS", "GETCURRENTTIMESTAMP", "NOW", "AGO");

  /**
   * @throws DatabaseException if the query is not valid
   */
  public static QueryShape of(Query query) {
    ReferenceQuery.check(query);
    String itemName = itemName(query);
    return new QueryShape(
        query,
        isRepeatable(query),
        isMerged(query),
        query.from() != null && readsItemByItem(query.from()),
        itemName,
        itemName != null && givesItems(query, itemName));
  }

  private static boolean isMerged(Query query) {
    return query.orderBy() != null
        && query.select().selection() instanceof Select.Columns columns
        && columns.names().containsAll(List.of("_rid", "orderByItems"));
  }

  public static boolean isRepeatable(Query query) {
    return query.expressions().allMatch(QueryShape::isRepeatable)
        && query.derived().allMatch(QueryShape::isRepeatable);
  }

  private static boolean isRepeatable(Expression expression) {
    return switch (expression) {
          case Expression.UserCall _ -> false;
          case Expression.Call(String name, _, _) ->
              !UNREPEATABLE.contains(name.toUpperCase(Locale.ROOT));
          case Expression.Subquery(_, Query inner, _) -> isRepeatable(inner);
          default -> true;
        }
        && expression.children().allMatch(QueryShape::isRepeatable);
  }

  private static @Nullable String itemName(Query query) {
    return query.from() instanceof From(var sources)
            && sources.size() == 1
            && sources.getFirst() instanceof From.Whole(From.Path path, _, _)
            && path.steps().isEmpty()
        ? sources.getFirst().boundName()
        : null;
  }

  private static boolean givesItems(Query query, String item) {
    return switch (query.select().selection()) {
      case Select.All _ -> true;
      case Select.Value(Expression.Reference(String name, _)) -> name.equals(item);
      case Select.Value _, Select.Columns _ -> false;
    };
  }

  /** Only the first source reads the container, directly or through a query of its own. */
  private static boolean readsItemByItem(From from) {
    return switch (from.sources().getFirst().collection()) {
      case From.Path _ -> true;
      case From.Derived(Query inner, _) ->
          !inner.select().distinct()
              && inner.groupBy().isEmpty()
              && !Aggregates.areIn(inner)
              && inner.from() != null
              && readsItemByItem(inner.from());
    };
  }
}
