package dev.partita.execution.plan;

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
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.SqlPrinter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query ready to be paged, with the values of its parameters. Immutable.
 *
 * @param itemByItem whether the rows of an item, and their rank, depend on no other item
 * @param selection the filter, if it is not that of a SQL query; null if it is
 */
public record PreparedQuery(
    QueryShape shape,
    String text,
    Parameters parameters,
    ReferenceQuery compiled,
    boolean itemByItem,
    @Nullable ItemSelection selection) {

  /** The query for the items of a selection, which has a text only to tell continuations apart. */
  public static PreparedQuery of(
      QueryShape allItems, String text, ContainerTraits traits, ItemSelection selection) {
    return new PreparedQuery(
        allItems,
        text,
        Parameters.NONE,
        ReferenceQuery.compileChecked(allItems.query(), Parameters.NONE, traits),
        true,
        selection);
  }

  /**
   * @throws DatabaseException if a parameter has no value, or one that cannot be
   */
  public static PreparedQuery of(
      QueryShape shape, String text, Parameters parameters, ContainerTraits traits) {
    ReferenceQuery compiled = ReferenceQuery.compileChecked(shape.query(), parameters, traits);
    boolean itemByItem = shape.readsItemByItem() && !compiled.clauses().ranked();
    return new PreparedQuery(shape, text, parameters, compiled, itemByItem, null);
  }

  /** Whether not all items are asked for. */
  public boolean isFiltered() {
    return selection != null || query().where() != null;
  }

  public Query query() {
    return shape.query();
  }

  public Clauses clauses() {
    return compiled.clauses();
  }

  /** Whether rows are made item by item and then grouped. */
  public boolean isGrouped() {
    return itemByItem && clauses().grouped();
  }

  /**
   * Whether there is one result, and it depends on the number of items alone that pass the filter.
   *
   * @param constants tells which expressions have the same value for each item
   */
  public boolean onlyCounts(Function<Expression, Optional<JsonValue>> constants) {
    String item = shape.itemName();
    return item != null
        && isGrouped()
        && query().groupBy().isEmpty()
        && aggregates(query().select().selection().expressions())
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

  /** The query without its filter. */
  public Query unfiltered() {
    Query query = query();
    return new Query(
        query.select(),
        query.from(),
        null,
        query.groupBy(),
        query.orderBy(),
        query.offsetLimit(),
        query.span());
  }

  /** Tells whether a continuation belongs to the query; most pages have none. */
  public long fingerprint() {
    // Clients that merge rows go on with another filter, that of the rows they have not given yet;
    // a place in the order is none the worse for it.
    String known = shape.isMerged() ? SqlPrinter.print(unfiltered()) : text;
    StringBuilder all = new StringBuilder(known);
    new TreeMap<>(parameters.values())
        .forEach((name, value) -> all.append('\u0000').append(name).append('=').append(value));
    return Murmur3.hash128(all.toString().getBytes(StandardCharsets.UTF_8)).h1();
  }
}
