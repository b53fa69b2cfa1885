package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonString;
import dev.partita.query.function.Aggregate;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Computed properties of a container. A query reads them like properties of the item, and they hide
 * stored ones of the same name; the item as a whole does not contain them. Immutable.
 */
public final class ComputedProperties {

  /** Largest number in a container. */
  public static final int MAX_COUNT = 20;

  public static final ComputedProperties NONE = new ComputedProperties(Map.of());

  private static final Set<String> SYSTEM_PROPERTIES =
      Set.of("id", "_rid", "_self", "_etag", "_attachments", "_ts");

  /** Expression, and the name by which it refers to the item. */
  record Definition(String item, Expression expression) {}

  private final Map<String, Definition> definitions;

  private ComputedProperties(Map<String, Definition> definitions) {
    this.definitions = definitions;
  }

  /**
   * Parses definitions: a name and a query {@code SELECT VALUE … FROM c} for each.
   *
   * @throws DatabaseException if a definition is not allowed
   */
  public static ComputedProperties of(Map<String, String> queries) {
    if (queries.size() > MAX_COUNT) {
      throw DatabaseException.badRequest("A container has too many computed properties.")
          .with("maxCount", MAX_COUNT);
    }
    Map<String, Definition> definitions = new LinkedHashMap<>();
    queries.forEach(
        (name, text) -> definitions.put(name, definition(name, text, queries.keySet())));
    return new ComputedProperties(Map.copyOf(definitions));
  }

  /** Whether the item's property of this name is computed. */
  public boolean include(String name) {
    return definitions.containsKey(name);
  }

  Optional<Definition> find(String name) {
    return Optional.ofNullable(definitions.get(name));
  }

  private static Definition definition(String name, String text, Set<String> all) {
    Query query = Sql.parse(text);
    if (name.isEmpty() || name.contains("/") || SYSTEM_PROPERTIES.contains(name)) {
      throw refusal("A computed property cannot have this name.", name);
    }
    boolean plain =
        !query.select().distinct()
            && query.select().top() == null
            && query.where() == null
            && query.groupBy().isEmpty()
            && query.orderBy() == null
            && query.offsetLimit() == null;
    if (!plain
        || !(query.select().selection() instanceof Select.Value(Expression expression))
        || query.from() == null
        || query.from().sources().size() != 1
        || !(query.from().sources().getFirst() instanceof From.Whole source)
        || !(source.collection() instanceof From.Path(_, List<From.Step> steps, _))
        || !steps.isEmpty()) {
      throw refusal("A computed property needs a query SELECT VALUE … FROM c.", name);
    }
    String item = Objects.requireNonNull(source.boundName());
    requireAllowed(expression, name, item, all);
    QueryChecker.check(query);
    return new Definition(item, expression);
  }

  private static void requireAllowed(
      Expression expression, String name, String item, Set<String> computed) {
    boolean allowed =
        switch (expression) {
          case Expression.Subquery _, Expression.UserCall _, Expression.Parameter _ -> false;
          case Expression.Call call -> isAllowed(call.name());
          case Expression.Member(Expression.Reference(String target, _), String property, _) ->
              !target.equals(item) || !computed.contains(property);
          case Expression.Index(
                  Expression.Reference(String target, _),
                  Expression.Literal(JsonString(String property), _),
                  _) ->
              !target.equals(item) || !computed.contains(property);
          default -> true;
        };
    if (!allowed) {
      throw refusal(
          "A computed property has an expression that is not allowed in one: a query, a parameter,"
              + " an aggregate, a spatial, user-defined or non-deterministic function, or another"
              + " computed property.",
          name);
    }
    expression.children().forEach(child -> requireAllowed(child, name, item, computed));
  }

  private static boolean isAllowed(String function) {
    String key = Functions.key(function);
    boolean spatial = key.startsWith("ST") && Functions.find("ST_" + key.substring(2)).isPresent();
    return Aggregate.named(function).isEmpty()
        && !spatial
        && Functions.find(function).map(found -> found.constant()).orElse(true);
  }

  private static DatabaseException refusal(String text, String name) {
    return DatabaseException.badRequest(text).with("property", name);
  }
}
