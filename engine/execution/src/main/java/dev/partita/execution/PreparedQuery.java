package dev.partita.execution;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.hash.Murmur3;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.function.Aggregate;
import dev.partita.query.reference.Clauses;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.SqlPrinter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query ready to be paged. Immutable.
 *
 * @param fingerprint tells whether a continuation belongs to it
 * @param itemByItem whether the rows of an item, and their rank, depend on no other item
 */
record PreparedQuery(Query query, ReferenceQuery compiled, long fingerprint, boolean itemByItem) {

  private static final Set<String> UNREPEATABLE =
      Set.of("RAND", "GETCURRENTDATETIME", "GETCURRENTTICKS", "GETCURRENTTIMESTAMP", "NOW", "AGO");

  /**
   * @throws DatabaseException if the query is not valid or a parameter has no value
   */
  static PreparedQuery of(Query query, String text, Parameters parameters, ContainerTraits traits) {
    ReferenceQuery compiled = ReferenceQuery.compile(query, parameters, traits);
    return new PreparedQuery(
        query,
        compiled,
        fingerprint(isMerged(query) ? SqlPrinter.print(unfiltered(query)) : text, parameters),
        query.from() != null && itemByItem(query.from()) && !compiled.clauses().ranked());
  }

  Clauses clauses() {
    return compiled.clauses();
  }

  /** Whether rows are made item by item and then grouped. */
  boolean isGrouped() {
    return itemByItem && clauses().grouped();
  }

  /**
   * Whether this is a query as clients send it to each of several partitions, to merge the rows by
   * what they are ordered by and, where that is equal, by the numbers of the items.
   */
  boolean isMerged() {
    return isMerged(query);
  }

  private static boolean isMerged(Query query) {
    return query.orderBy() != null
        && query.select().selection() instanceof Select.Columns columns
        && columns.names().containsAll(List.of("_rid", "orderByItems"));
  }

  /**
   * Whether the rows of an item are the same however often they are made, on whatever thread:
   * functions of users know only one, and chance and time do not come again.
   */
  boolean isRepeatable() {
    return isRepeatable(query);
  }

  static boolean isRepeatable(Query query) {
    return query.expressions().allMatch(PreparedQuery::isRepeatable)
        && query.derived().allMatch(PreparedQuery::isRepeatable);
  }

  private static boolean isRepeatable(Expression expression) {
    return switch (expression) {
          case Expression.UserCall _ -> false;
          case Expression.Call(String name, _, _) ->
              !UNREPEATABLE.contains(name.toUpperCase(Locale.ROOT));
          case Expression.Subquery(_, Query inner, _) -> isRepeatable(inner);
          default -> true;
        }
        && expression.children().allMatch(PreparedQuery::isRepeatable);
  }

  /** The name of the rows, if each is an item as it is; null if they are anything else. */
  @Nullable String itemName() {
    return query.from() instanceof From(var sources)
            && sources.size() == 1
            && sources.getFirst() instanceof From.Whole(From.Path path, _, _)
            && path.steps().isEmpty()
        ? sources.getFirst().boundName()
        : null;
  }

  /** Whether a result is the item that its row is made of, as it is. */
  boolean givesItems() {
    String item = itemName();
    return item != null
        && switch (query.select().selection()) {
          case Select.All _ -> true;
          case Select.Value(Expression.Reference(String name, _)) -> name.equals(item);
          case Select.Value _, Select.Columns _ -> false;
        };
  }

  /**
   * Whether there is one result, and it depends on the number of items alone that pass the filter.
   *
   * @param constants tells which expressions have the same value for each item
   */
  boolean onlyCounts(Function<Expression, Optional<JsonValue>> constants) {
    String item = itemName();
    return item != null
        && isGrouped()
        && query.groupBy().isEmpty()
        && aggregates(query.select().selection().expressions())
            .allMatch(
                call ->
                    Aggregate.named(call.name()).orElseThrow() == Aggregate.COUNT
                        && isDefined(call.arguments().getFirst(), item, constants));
  }

  private static Stream<Expression.Call> aggregates(Stream<Expression> expressions) {
    return expressions.flatMap(
        each ->
            Aggregates.isCall(each) && each instanceof Expression.Call call
                ? Stream.of(call)
                : aggregates(each.children()));
  }

  private static boolean isDefined(
      Expression expression, String item, Function<Expression, Optional<JsonValue>> constants) {
    return expression instanceof Expression.Reference(String name, _)
        ? name.equals(item)
        : constants.apply(expression).filter(value -> !value.isUndefined()).isPresent();
  }

  /** Only the first source reads the container, directly or through a query of its own. */
  private static boolean itemByItem(From from) {
    return switch (from.sources().getFirst().collection()) {
      case From.Path _ -> true;
      case From.Derived(Query inner, _) ->
          !inner.select().distinct()
              && inner.groupBy().isEmpty()
              && !Aggregates.areIn(inner)
              && inner.from() != null
              && itemByItem(inner.from());
    };
  }

  /**
   * Clients that merge rows go on with another filter, that of the rows they have not given yet. A
   * place in the order is none the worse for it.
   */
  private static Query unfiltered(Query query) {
    return new Query(
        query.select(),
        query.from(),
        null,
        query.groupBy(),
        query.orderBy(),
        query.offsetLimit(),
        query.span());
  }

  private static long fingerprint(String text, Parameters parameters) {
    StringBuilder all = new StringBuilder(text);
    new TreeMap<>(parameters.values())
        .forEach((name, value) -> all.append('\u0000').append(name).append('=').append(value));
    return Murmur3.hash128(all.toString().getBytes(StandardCharsets.UTF_8)).h1();
  }
}
