package dev.partita.query.syntax;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.Expression.Subquery.Kind;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/** Random trees of all shapes that the parser can return. */
final class Trees {

  private static final Span NOWHERE = Span.NONE;

  private Trees() {}

  static Arbitrary<Query> queries() {
    return queries(2);
  }

  private static Arbitrary<Query> queries(int depth) {
    Arbitrary<Expression> scalars = expressions(depth);
    return Combinators.combine(
            selects(scalars),
            sources(depth).list().ofMaxSize(3),
            optional(scalars),
            scalars.list().ofMaxSize(2),
            optional(orders(scalars)),
            optional(windows()))
        .as(
            (select, sources, where, groupBy, orderBy, window) ->
                new Query(
                    select,
                    sources.isEmpty() ? null : new From(sources),
                    orNull(where),
                    groupBy,
                    orNull(orderBy),
                    orNull(window),
                    NOWHERE));
  }

  private static Arbitrary<Select> selects(Arbitrary<Expression> scalars) {
    Arbitrary<Select.Selection> selections =
        Arbitraries.oneOf(
            Arbitraries.just(new Select.All(NOWHERE)),
            scalars.map(Select.Value::new),
            Combinators.combine(scalars, optional(Arbitraries.oneOf(names(), texts())))
                .as((expression, alias) -> new Select.Column(expression, orNull(alias)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(Select.Columns::new));
    return Combinators.combine(Arbitraries.of(true, false), optional(counts()), selections)
        .as(
            (distinct, top, selection) ->
                new Select(
                    distinct,
                    top.map(count -> new Select.Top(count, NOWHERE)).orElse(null),
                    selection));
  }

  private static Arbitrary<From.Source> sources(int depth) {
    return Combinators.combine(collections(depth), optional(names()), Arbitraries.of(true, false))
        .as(
            (collection, alias, iterate) ->
                iterate && alias.isPresent()
                    ? new From.Elements(alias.get(), collection, NOWHERE)
                    : new From.Whole(collection, orNull(alias), NOWHERE));
  }

  private static Arbitrary<From.Collection> collections(int depth) {
    Arbitrary<From.Step> steps =
        Arbitraries.oneOf(
            names().map(From.Named::new),
            texts().map(From.Quoted::new),
            Arbitraries.longs().between(0, 99).map(From.Numbered::new));
    Arbitrary<From.Collection> paths =
        Combinators.combine(names(), steps.list().ofMaxSize(3))
            .as((root, way) -> new From.Path(root, way, NOWHERE));
    return depth == 0
        ? paths
        : Arbitraries.oneOf(
            paths,
            paths,
            Arbitraries.lazy(() -> queries(depth - 1))
                .map(query -> new From.Derived(query, NOWHERE)));
  }

  private static Arbitrary<OrderBy> orders(Arbitrary<Expression> scalars) {
    Arbitrary<Optional<OrderBy.Direction>> directions =
        optional(Arbitraries.of(OrderBy.Direction.class));
    Arbitrary<OrderBy> plain =
        Combinators.combine(scalars, directions)
            .as((expression, direction) -> new OrderBy.Item(expression, orNull(direction)))
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(items -> new OrderBy(false, items, NOWHERE));
    Arbitrary<OrderBy> ranked =
        Combinators.combine(names(), scalars.list().ofMaxSize(2), directions)
            .as(
                (name, arguments, direction) ->
                    new OrderBy.Item(
                        new Expression.Call(name, arguments, NOWHERE), orNull(direction)))
            .map(item -> new OrderBy(true, List.of(item), NOWHERE));
    return Arbitraries.oneOf(plain, ranked);
  }

  private static Arbitrary<OffsetLimit> windows() {
    return Combinators.combine(counts(), counts())
        .as((offset, limit) -> new OffsetLimit(offset, limit, NOWHERE));
  }

  private static Arbitrary<Expression> counts() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, Long.MAX_VALUE).map(n -> literal(JsonNumber.of(n))),
        parameters());
  }

  static Arbitrary<Expression> expressions(int depth) {
    return depth == 0
        ? leaves()
        : Arbitraries.oneOf(leaves(), Arbitraries.lazy(() -> inner(depth)));
  }

  private static Arbitrary<Expression> leaves() {
    return Arbitraries.oneOf(
        values().map(Trees::literal),
        parameters(),
        names().map(name -> new Expression.Reference(name, NOWHERE)));
  }

  private static Arbitrary<Expression> inner(int depth) {
    Arbitrary<Expression> below = expressions(depth - 1);
    Arbitrary<List<Expression>> lists = below.list().ofMaxSize(3);
    Arbitrary<Boolean> flags = Arbitraries.of(true, false);
    return Arbitraries.oneOf(
        Combinators.combine(below, names())
            .as((target, name) -> new Expression.Member(target, name, NOWHERE)),
        Combinators.combine(below, below)
            .as((target, index) -> new Expression.Index(target, index, NOWHERE)),
        lists.map(elements -> new Expression.ArrayLiteral(elements, NOWHERE)),
        Combinators.combine(Arbitraries.oneOf(names(), texts()), below)
            .as(Expression.Property::new)
            .list()
            .ofMaxSize(3)
            .map(properties -> new Expression.ObjectLiteral(properties, NOWHERE)),
        Combinators.combine(Arbitraries.of(UnaryOperator.class), below).as(Trees::unary),
        Combinators.combine(Arbitraries.of(BinaryOperator.class), below, below)
            .as((operator, left, right) -> new Expression.Binary(operator, left, right, NOWHERE)),
        Combinators.combine(
                Arbitraries.of(LogicalOperator.class), below.list().ofMinSize(2).ofMaxSize(5))
            .as(Trees::logical),
        Combinators.combine(below, below, below)
            .as((test, yes, no) -> new Expression.Conditional(test, yes, no, NOWHERE)),
        Combinators.combine(below, below)
            .as((first, second) -> new Expression.Coalesce(first, second, NOWHERE)),
        Combinators.combine(below, below.list().ofMinSize(1).ofMaxSize(3), flags)
            .as((value, list, not) -> new Expression.In(value, list, not, NOWHERE)),
        Combinators.combine(below, below, below, flags)
            .as((value, low, high, not) -> new Expression.Between(value, low, high, not, NOWHERE)),
        Combinators.combine(below, below, optional(texts()), flags)
            .as(
                (value, pattern, escape, not) ->
                    new Expression.Like(value, pattern, orNull(escape), not, NOWHERE)),
        Combinators.combine(Arbitraries.oneOf(names(), Arbitraries.of("LEFT", "right")), lists)
            .as((name, arguments) -> new Expression.Call(name, arguments, NOWHERE)),
        Combinators.combine(names(), lists)
            .as((name, arguments) -> new Expression.UserCall(name, arguments, NOWHERE)),
        Combinators.combine(Arbitraries.of(Kind.class), Arbitraries.lazy(() -> queries(depth - 1)))
            .as((kind, query) -> new Expression.Subquery(kind, query, NOWHERE)),
        Combinators.combine(plainNames(), below, below)
            .as((name, value, body) -> new Expression.Let(name, value, body, NOWHERE)));
  }

  private static Expression unary(UnaryOperator operator, Expression operand) {
    boolean sign = operator == UnaryOperator.MINUS || operator == UnaryOperator.PLUS;
    boolean number = operand instanceof Expression.Literal(JsonNumber _, _);
    return new Expression.Unary(sign && number ? UnaryOperator.NOT : operator, operand, NOWHERE);
  }

  private static Expression logical(LogicalOperator operator, List<Expression> operands) {
    boolean chained =
        operands.getFirst() instanceof Expression.Logical first && first.operator() == operator;
    return chained ? operands.getFirst() : new Expression.Logical(operator, operands, NOWHERE);
  }

  private static Expression literal(JsonValue value) {
    return new Expression.Literal(value, NOWHERE);
  }

  private static Arbitrary<JsonValue> values() {
    return Arbitraries.oneOf(
        Arbitraries.of(JsonUndefined.UNDEFINED, JsonNull.NULL, JsonBoolean.TRUE, JsonBoolean.FALSE),
        Arbitraries.longs().map(JsonNumber::of),
        Arbitraries.doubles().map(JsonNumber::of),
        Arbitraries.of(0.1, 1e300, -1e-300, Double.MIN_VALUE, 1e16, 123456789.125, -0.0)
            .map(JsonNumber::of),
        texts().map(JsonString::of));
  }

  private static Arbitrary<Expression> parameters() {
    return plainNames().map(name -> new Expression.Parameter("@" + name, NOWHERE));
  }

  private static Arbitrary<String> plainNames() {
    return Arbitraries.of("c", "r", "_rid", "A1", "all", "First", "value_", "undefined1");
  }

  /** Names, and keywords that may be names. */
  private static Arbitrary<String> names() {
    return Arbitraries.oneOf(plainNames(), Arbitraries.of("let", "RANK"));
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "",
            "order",
            "x y",
            "it's",
            "\"",
            "\\",
            "a\nb",
            "\u0001",
            "\u2028",
            "\uD83D\uDE00",
            "/"),
        Arbitraries.strings().ofMaxLength(6));
  }

  private static <T> Arbitrary<Optional<T>> optional(Arbitrary<T> values) {
    return values.optional(0.5);
  }

  private static <T> @Nullable T orNull(Optional<T> value) {
    return value.orElse(null);
  }
}
