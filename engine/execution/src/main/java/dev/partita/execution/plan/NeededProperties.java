package dev.partita.execution.plan;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Computes which properties of an item a query reads, so that no others need to be parsed. Where
 * that is not plain to see the query needs the whole item; a name that a query within gives another
 * meaning counts as if it had not. For one query, on one thread.
 */
public final class NeededProperties {

  private final String item;
  private final Function<Expression, Optional<JsonValue>> constants;
  private final ComputedProperties computed;
  private final UserFunctions functions;
  private final Set<String> names = new HashSet<>();
  private boolean whole;

  private NeededProperties(
      String item,
      Function<Expression, Optional<JsonValue>> constants,
      ComputedProperties computed,
      UserFunctions functions) {
    this.item = item;
    this.constants = constants;
    this.computed = computed;
    this.functions = functions;
  }

  /**
   * The names of the properties; null if the query needs the item as it is.
   *
   * @param query one whose rows are made item by item
   * @param selects whether what SELECT asks for counts, and not only what leads to it
   * @param constants tells which expressions have the same value for each item
   */
  public static @Nullable Set<String> of(
      Query query,
      boolean selects,
      Function<Expression, Optional<JsonValue>> constants,
      ComputedProperties computed,
      UserFunctions functions) {
    From.Source first = query.from() == null ? null : query.from().sources().getFirst();
    if (first == null || !(first.collection() instanceof From.Path path)) {
      return null;
    }
    String bound = first.boundName();
    boolean isItem = first instanceof From.Whole && path.steps().isEmpty();
    NeededProperties needed =
        new NeededProperties(
            isItem && bound != null ? bound : path.root(), constants, computed, functions);
    if (!isItem) {
      needed.path(path, Set.of());
    }
    needed.query(query, selects, Set.of(), true);
    return needed.whole ? null : needed.names;
  }

  /**
   * @param around the names that the queries around this one have bound
   */
  private void query(Query query, boolean selects, Set<String> around, boolean isOutermost) {
    Set<String> bound = new HashSet<>(around);
    boolean readsItem = isOutermost;
    for (From.Source source :
        query.from() == null ? List.<From.Source>of() : query.from().sources()) {
      if (!readsItem) {
        collection(source.collection(), bound);
      }
      readsItem = false;
      String name = source.boundName();
      if (name != null) {
        bound.add(name);
      }
    }
    if (selects) {
      selection(query.select().selection(), bound, isOutermost);
    }
    if (query.where() != null) {
      expression(query.where(), bound);
    }
    query.groupBy().forEach(each -> expression(each, bound));
    if (query.orderBy() != null) {
      query.orderBy().items().forEach(each -> expression(each.expression(), bound));
    }
  }

  private void selection(Select.Selection selection, Set<String> bound, boolean isOutermost) {
    switch (selection) {
      case Select.All _ -> whole |= isOutermost;
      case Select.Value(Expression value) -> expression(value, bound);
      case Select.Columns(List<Select.Column> columns) ->
          columns.forEach(each -> expression(each.expression(), bound));
    }
  }

  private void collection(From.Collection collection, Set<String> bound) {
    switch (collection) {
      case From.Path path -> path(path, bound);
      case From.Derived(Query inner, _) -> query(inner, true, bound, false);
    }
  }

  private void path(From.Path path, Set<String> bound) {
    if (!path.root().equals(item)) {
      // A name that nothing is bound to is another name of the container.
      whole |= !bound.contains(path.root());
      return;
    }
    if (path.steps().isEmpty()) {
      whole = true;
      return;
    }
    switch (path.steps().getFirst()) {
      case From.Named(String name) -> property(name);
      case From.Quoted(String name) -> property(name);
      case From.Numbered _ -> {}
    }
  }

  private void expression(Expression expression, Set<String> bound) {
    switch (expression) {
      case Expression.Reference(String name, _) -> whole |= name.equals(item);
      case Expression.Member(Expression.Reference(String target, _), String name, _)
          when target.equals(item) ->
          property(name);
      case Expression.Index(Expression.Reference(String target, _), Expression index, _)
          when target.equals(item) -> {
        if (constants.apply(index).orElse(null) instanceof JsonString(String name)) {
          property(name);
        } else {
          whole = true;
        }
      }
      case Expression.UserCall(String name, List<Expression> arguments, _) ->
          userCall(name, arguments, bound);
      case Expression.Subquery(_, Query query, _) -> query(query, true, bound, false);
      case Expression.Literal _, Expression.Parameter _ -> {}
      case Expression.Member(Expression target, _, _) -> expression(target, bound);
      case Expression.Binary(_, Expression left, Expression right, _) -> {
        expression(left, bound);
        expression(right, bound);
      }
      case Expression.Logical(_, List<Expression> operands, _) ->
          operands.forEach(each -> expression(each, bound));
      default -> expression.children().forEach(each -> expression(each, bound));
    }
  }

  private void userCall(String name, List<Expression> arguments, Set<String> bound) {
    for (int i = 0; i < arguments.size(); i++) {
      boolean isItem =
          arguments.get(i) instanceof Expression.Reference(String target, _) && target.equals(item);
      Set<String> lookedAt = isItem ? functions.looksAt(name, i) : null;
      if (lookedAt == null) {
        expression(arguments.get(i), bound);
      } else {
        lookedAt.forEach(this::property);
      }
    }
  }

  private void property(String name) {
    if (computed.include(name)) {
      whole = true;
    } else {
      names.add(name);
    }
  }
}
