package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.index.TermRange;
import dev.partita.index.TermType;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the index can say about calls in a filter. For one query. */
public final class IndexFunctions {

  private static final List<TermRange> NUMBERS = List.of(TermRange.of(TermType.NUMBER));
  private static final List<TermRange> STRINGS = List.of(TermRange.of(TermType.STRING));

  private final IndexFilter filter;

  IndexFunctions(IndexFilter filter) {
    this.filter = filter;
  }

  /** The condition of items for which a call can have a truth value. */
  IndexCondition call(Expression.Call call, boolean wanted) {
    Expression tested = call.arguments().isEmpty() ? call : call.arguments().getFirst();
    return switch (Functions.key(call.name())) {
      case "ISDEFINED" ->
          wanted ? filter.exactly(tested, List.of(TermRange.DEFINED)) : filter.undefined(tested);
      case "ISNULL" -> wanted ? filter.isNull(tested) : IndexCondition.ANY_ITEM;
      case "ISBOOL", "ISBOOLEAN" -> type(tested, TermType.BOOLEAN, TermType.BOOLEAN, wanted);
      case "ISNUMBER" -> type(tested, TermType.NUMBER, TermType.NUMBER, wanted);
      case "ISSTRING" -> type(tested, TermType.STRING, TermType.STRING, wanted);
      case "ISARRAY" -> type(tested, TermType.ARRAY, TermType.ARRAY, wanted);
      case "ISOBJECT" -> type(tested, TermType.OBJECT, TermType.OBJECT, wanted);
      case "ISPRIMITIVE" -> type(tested, TermType.NULL, TermType.STRING, wanted);
      case "ISINTEGER", "ISFINITENUMBER" ->
          wanted ? filter.values(tested, NUMBERS) : IndexCondition.ANY_ITEM;
      case "ISDATETIME" -> wanted ? filter.values(tested, STRINGS) : IndexCondition.ANY_ITEM;
      case "STARTSWITH" -> startsWith(call, wanted);
      case "STRINGEQUALS" -> stringEquals(call, wanted);
      case "CONTAINS", "ENDSWITH", "REGEXMATCH" -> filter.values(tested, STRINGS);
      case "ARRAYCONTAINS" -> arrayContains(call, wanted);
      case "ARRAYCONTAINSANY" -> arrayContainsSome(call, false, wanted);
      case "ARRAYCONTAINSALL" -> arrayContainsSome(call, true, wanted);
      case "STWITHIN", "STINTERSECTS" -> wanted ? near(call, 0) : IndexCondition.ANY_ITEM;
      default -> IndexCondition.ANY_ITEM;
    };
  }

  /** The condition of items for which a call can have a value that is no greater. */
  IndexCondition atMost(Expression.Call call, double most) {
    return Functions.key(call.name()).equals("STDISTANCE")
        ? near(call, most)
        : IndexCondition.ANY_ITEM;
  }

  /** One argument is a shape in the item and the other the same for all items. */
  private IndexCondition near(Expression.Call call, double distance) {
    Expression first = call.arguments().get(0);
    Expression second = call.arguments().get(1);
    return filter
        .constant(second)
        .flatMap(shape -> filter.path(first).map(path -> filter.near(path, shape, distance)))
        .or(
            () ->
                filter
                    .constant(first)
                    .flatMap(
                        shape ->
                            filter.path(second).map(path -> filter.near(path, shape, distance))))
        .orElse(IndexCondition.ANY_ITEM);
  }

  /** A test that every other value, undefined included, fails. */
  private IndexCondition type(Expression tested, TermType first, TermType last, boolean wanted) {
    return wanted
        ? filter.exactly(tested, List.of(TermRange.of(first, last)))
        : IndexCondition.ANY_ITEM;
  }

  private IndexCondition startsWith(Expression.Call call, boolean wanted) {
    Expression tested = call.arguments().getFirst();
    return wanted
            && heedsCase(call)
            && filter.constant(call.arguments().get(1)).orElse(null) instanceof JsonString(String s)
        ? filter.exactly(tested, List.of(TermRanges.startingWith(s)))
        : filter.values(tested, STRINGS);
  }

  private IndexCondition stringEquals(Expression.Call call, boolean wanted) {
    Expression tested = call.arguments().getFirst();
    Optional<JsonValue> other = filter.constant(call.arguments().get(1));
    if (other.isEmpty()) {
      // The arguments may have changed places.
      other = filter.constant(tested);
      tested = call.arguments().get(1);
    }
    return wanted && heedsCase(call) && other.orElse(null) instanceof JsonString text
        ? filter.exactly(tested, List.of(TermRange.equalTo(text)))
        : filter.values(tested, STRINGS);
  }

  private boolean heedsCase(Expression.Call call) {
    return call.arguments().size() < 3
        || filter.constant(call.arguments().get(2)).orElse(JsonBoolean.TRUE) == JsonBoolean.FALSE;
  }

  private IndexCondition arrayContains(Expression.Call call, boolean wanted) {
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
          ? filter.values(sought, array.elements().stream().map(TermRange::equalTo).toList())
          : IndexCondition.ANY_ITEM;
    }
    Optional<IndexPath> path = filter.path(list);
    Optional<JsonValue> value = filter.constant(sought);
    if (path.isEmpty()) {
      return IndexCondition.ANY_ITEM;
    }
    if (!wanted || value.isEmpty() || value.get().isUndefined() || partial.isEmpty()) {
      return filter.values(path.get(), List.of(TermRange.of(TermType.ARRAY)));
    }
    if (partial.get() == JsonBoolean.TRUE && value.get() instanceof JsonObject object) {
      return like(path.get().elements(), object);
    }
    List<TermRange> equal = List.of(TermRange.equalTo(value.get()));
    return path.get().hasElements()
        ? filter.values(path.get().elements(), equal)
        : filter.exactly(path.get().elements(), equal);
  }

  /** Some element has all properties of an object. */
  private IndexCondition like(IndexPath elements, JsonObject object) {
    List<IndexCondition> conditions = new ArrayList<>();
    conditions.add(filter.values(elements, List.of(TermRange.of(TermType.OBJECT))));
    for (JsonObject.Member member : object) {
      conditions.add(
          filter.values(
              elements.property(member.name()), List.of(TermRange.equalTo(member.value()))));
    }
    return IndexCondition.and(conditions);
  }

  private IndexCondition arrayContainsSome(Expression.Call call, boolean all, boolean wanted) {
    Optional<IndexPath> path = filter.path(call.arguments().getFirst());
    if (path.isEmpty() || !wanted) {
      return IndexCondition.ANY_ITEM;
    }
    List<IndexCondition> conditions = new ArrayList<>();
    for (Expression argument : call.arguments().subList(1, call.arguments().size())) {
      Optional<JsonValue> value = filter.constant(argument);
      if (value.isEmpty()) {
        conditions.add(filter.values(path.get(), List.of(TermRange.of(TermType.ARRAY))));
      } else if (!value.get().isUndefined()) {
        conditions.add(
            filter.values(path.get().elements(), List.of(TermRange.equalTo(value.get()))));
      }
    }
    return all ? IndexCondition.and(conditions) : IndexCondition.or(conditions);
  }
}
