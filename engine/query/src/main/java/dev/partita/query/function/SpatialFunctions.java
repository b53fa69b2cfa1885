package dev.partita.query.function;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.PropertyAccess;
import dev.partita.query.evaluate.WorkUnits;
import dev.partita.query.spatial.Shape;
import dev.partita.query.spatial.Space;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Functions on shapes. Their result is undefined for values that are no valid shape. Pure
 * functions.
 */
final class SpatialFunctions {

  private static final JsonValue UNDEFINED = JsonUndefined.UNDEFINED;

  private static final int SIDES_PER_UNIT = 16;

  private SpatialFunctions() {}

  static Stream<Function> all() {
    return Stream.of("ST_", "_ST_")
        .flatMap(
            prefix ->
                Stream.of(
                    pair(prefix + "DISTANCE", (s, a, b) -> Numbers.value(s.distance(a, b))),
                    pair(prefix + "WITHIN", (s, a, b) -> JsonBoolean.of(s.within(a, b))),
                    pair(prefix + "INTERSECTS", (s, a, b) -> JsonBoolean.of(s.intersects(a, b))),
                    one(prefix + "AREA", SpatialFunctions::area),
                    one(prefix + "ISVALID", (s, value) -> isValid(problem(s, value))),
                    one(prefix + "ISVALIDDETAILED", (s, value) -> detailed(problem(s, value)))));
  }

  private static JsonValue area(Space space, JsonValue value) {
    return valid(space, value).map(shape -> Numbers.value(space.area(shape))).orElse(UNDEFINED);
  }

  private static JsonValue isValid(Optional<String> problem) {
    return JsonBoolean.of(problem.isEmpty());
  }

  private static JsonValue detailed(Optional<String> problem) {
    JsonObject.Builder detail = JsonObject.builder().put("valid", problem.isEmpty());
    problem.ifPresent(reason -> detail.put("reason", reason));
    return detail.build();
  }

  private static Optional<String> problem(Space space, JsonValue value) {
    return Shape.read(value)
        .map(space::problem)
        .orElse(Optional.of("The input is not a GeoJSON object of a known type."));
  }

  private static Optional<Shape> valid(Space space, JsonValue value) {
    return Shape.read(value).filter(shape -> space.problem(shape).isEmpty());
  }

  @FunctionalInterface
  private interface One {
    JsonValue apply(Space space, JsonValue value);
  }

  @FunctionalInterface
  private interface Pair {
    JsonValue apply(Space space, Shape left, Shape right);
  }

  private static long points(JsonValue shape) {
    return WorkUnits.deep(PropertyAccess.of(shape, "coordinates"));
  }

  private static Function one(String name, One body) {
    return Function.bound(
        name,
        1,
        1,
        (arguments, site) -> {
          Evaluator argument = arguments.getFirst();
          return row -> {
            JsonValue value = argument.value(row);
            row.work(points(value));
            return value instanceof JsonObject
                ? body.apply(site.geospatial().space(), value)
                : UNDEFINED;
          };
        });
  }

  private static Function pair(String name, Pair body) {
    return Function.bound(
        name,
        2,
        2,
        (arguments, site) -> {
          Evaluator first = arguments.get(0);
          Evaluator second = arguments.get(1);
          Space space = site.geospatial().space();
          return row -> {
            JsonValue one = first.value(row);
            JsonValue other = second.value(row);
            // Each edge of one shape may be compared with each edge of the other.
            row.work(points(one) + points(other) + points(one) * points(other) / SIDES_PER_UNIT);
            Optional<Shape> left = valid(space, one);
            Optional<Shape> right = valid(space, other);
            return left.isPresent() && right.isPresent()
                ? body.apply(space, left.get(), right.get())
                : UNDEFINED;
          };
        });
  }
}
