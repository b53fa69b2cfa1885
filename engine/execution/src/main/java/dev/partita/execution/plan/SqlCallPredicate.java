package dev.partita.execution.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import dev.partita.plan.ValueType;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls in a WHERE clause as predicates. For one query. */
public final class SqlCallPredicate {

  private static final Predicate ANY = new Predicate.Residual();

  private final SqlPredicate filter;

  SqlCallPredicate(SqlPredicate filter) {
    this.filter = filter;
  }

  /** The items for which a call has a truth value. */
  Predicate call(Expression.Call call, boolean wanted) {
    Expression tested = call.arguments().isEmpty() ? call : call.arguments().getFirst();
    return switch (Functions.key(call.name())) {
      case "ISDEFINED" ->
          wanted ? filter.exactly(tested, Predicate.Defined::new) : undefined(tested);
      case "ISNULL" ->
          wanted ? filter.exactly(tested, path -> Predicate.equal(path, JsonNull.NULL)) : ANY;
      case "ISBOOL", "ISBOOLEAN" -> type(tested, ValueType.BOOLEAN, ValueType.BOOLEAN, wanted);
      case "ISNUMBER" -> type(tested, ValueType.NUMBER, ValueType.NUMBER, wanted);
      case "ISSTRING" -> type(tested, ValueType.STRING, ValueType.STRING, wanted);
      case "ISARRAY" -> type(tested, ValueType.ARRAY, ValueType.ARRAY, wanted);
      case "ISOBJECT" -> type(tested, ValueType.OBJECT, ValueType.OBJECT, wanted);
      case "ISPRIMITIVE" -> type(tested, ValueType.NULL, ValueType.STRING, wanted);
      case "ISINTEGER", "ISFINITENUMBER" ->
          wanted ? filter.atLeast(tested, SqlCallPredicate::isNumber) : ANY;
      case "ISDATETIME" -> wanted ? filter.atLeast(tested, SqlPredicate::isString) : ANY;
      case "STARTSWITH" -> startsWith(call, wanted);
      case "STRINGEQUALS" -> stringEquals(call, wanted);
      case "CONTAINS", "ENDSWITH", "REGEXMATCH" -> filter.atLeast(tested, SqlPredicate::isString);
      case "ARRAYCONTAINS" -> arrayContains(call, wanted);
      case "ARRAYCONTAINSANY" -> arrayContainsSome(call, false, wanted);
      case "ARRAYCONTAINSALL" -> arrayContainsSome(call, true, wanted);
      case "STWITHIN", "STINTERSECTS" -> wanted ? near(call, 0) : ANY;
      default -> ANY;
    };
  }

  /** The items for which a call has a value that is no greater. */
  Predicate atMost(Expression.Call call, double most) {
    return Functions.key(call.name()).equals("STDISTANCE") ? near(call, most) : ANY;
  }

  /** One argument is a shape in the item and the other the same for all items. */
  private Predicate near(Expression.Call call, double distance) {
    Expression first = call.arguments().get(0);
    Expression second = call.arguments().get(1);
    return filter
        .constant(second)
        .flatMap(
            shape ->
                filter
                    .field(first)
                    .map(path -> Predicate.atLeast(new Predicate.Near(path, shape, distance))))
        .or(
            () ->
                filter
                    .constant(first)
                    .flatMap(
                        shape ->
                            filter
                                .field(second)
                                .map(
                                    path ->
                                        Predicate.atLeast(
                                            new Predicate.Near(path, shape, distance)))))
        .orElse(ANY);
  }

  /** A test that every other value, undefined included, fails. */
  private Predicate type(Expression tested, ValueType first, ValueType last, boolean wanted) {
    return wanted ? filter.exactly(tested, path -> new Predicate.OfType(path, first, last)) : ANY;
  }

  private Predicate startsWith(Expression.Call call, boolean wanted) {
    Expression tested = call.arguments().getFirst();
    return wanted
            && heedsCase(call)
            && filter.constant(call.arguments().get(1)).orElse(null) instanceof JsonString(String s)
        ? filter.exactly(tested, path -> new Predicate.Prefix(path, s))
        : filter.atLeast(tested, SqlPredicate::isString);
  }

  private Predicate stringEquals(Expression.Call call, boolean wanted) {
    Expression tested = call.arguments().getFirst();
    Optional<JsonValue> other = filter.constant(call.arguments().get(1));
    if (other.isEmpty()) {
      // The arguments may have changed places.
      other = filter.constant(tested);
      tested = call.arguments().get(1);
    }
    return wanted && heedsCase(call) && other.orElse(null) instanceof JsonString text
        ? filter.exactly(tested, path -> Predicate.equal(path, text))
        : filter.atLeast(tested, SqlPredicate::isString);
  }

  private boolean heedsCase(Expression.Call call) {
    return call.arguments().size() < 3
        || filter.constant(call.arguments().get(2)).orElse(JsonBoolean.TRUE) == JsonBoolean.FALSE;
  }

  private Predicate arrayContains(Expression.Call call, boolean wanted) {
    Expression list = call.arguments().getFirst();
    Expression sought = call.arguments().get(1);
    Optional<JsonValue> partial =
        call.arguments().size() < 3
            ? Optional.of(JsonBoolean.FALSE)
            : filter.constant(call.arguments().get(2));
    Optional<JsonValue> constantList = filter.constant(list);
    if (constantList.isPresent()) {
      return wanted
              && constantList.get() instanceof JsonArray array
              && partial.orElse(null) == JsonBoolean.FALSE
          ? filter.atLeast(sought, path -> new Predicate.In(path, array.elements()))
          : ANY;
    }
    Optional<FieldPath> path = filter.field(list);
    Optional<JsonValue> value = filter.constant(sought);
    if (path.isEmpty()) {
      return ANY;
    }
    if (!wanted || value.isEmpty() || value.get().isUndefined() || partial.isEmpty()) {
      return Predicate.atLeast(isArray(path.get()));
    }
    if (partial.get() == JsonBoolean.TRUE && value.get() instanceof JsonObject object) {
      return like(path.get().elements(), object);
    }
    Predicate equal = Predicate.equal(path.get().elements(), value.get());
    return path.get().hasElements() ? Predicate.atLeast(equal) : equal;
  }

  /** Some element has all properties of an object. */
  private static Predicate like(FieldPath elements, JsonObject object) {
    List<Predicate> conditions = new ArrayList<>();
    conditions.add(new Predicate.OfType(elements, ValueType.OBJECT, ValueType.OBJECT));
    for (JsonObject.Member member : object) {
      conditions.add(Predicate.equal(elements.property(member.name()), member.value()));
    }
    return Predicate.atLeast(new Predicate.And(conditions));
  }

  private Predicate arrayContainsSome(Expression.Call call, boolean all, boolean wanted) {
    Optional<FieldPath> path = filter.field(call.arguments().getFirst());
    if (path.isEmpty() || !wanted) {
      return ANY;
    }
    List<Predicate> conditions = new ArrayList<>();
    for (Expression argument : call.arguments().subList(1, call.arguments().size())) {
      Optional<JsonValue> value = filter.constant(argument);
      if (value.isEmpty()) {
        conditions.add(Predicate.atLeast(isArray(path.get())));
      } else if (!value.get().isUndefined()) {
        conditions.add(Predicate.atLeast(Predicate.equal(path.get().elements(), value.get())));
      }
    }
    return Predicate.atLeast(all ? new Predicate.And(conditions) : new Predicate.Or(conditions));
  }

  /** Nothing is at the path. Where one element of an array is missing, others may be there. */
  private Predicate undefined(Expression tested) {
    return filter
        .field(tested)
        .filter(path -> !path.hasElements())
        .<Predicate>map(path -> new Predicate.Not(new Predicate.Defined(path)))
        .orElse(ANY);
  }

  private static Predicate isNumber(FieldPath path) {
    return new Predicate.OfType(path, ValueType.NUMBER, ValueType.NUMBER);
  }

  private static Predicate isArray(FieldPath path) {
    return new Predicate.OfType(path, ValueType.ARRAY, ValueType.ARRAY);
  }
}
