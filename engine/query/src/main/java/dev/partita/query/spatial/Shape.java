package dev.partita.query.spatial;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Shape as GeoJSON describes it. Immutable. */
public sealed interface Shape {

  record Point(Position position) implements Shape {}

  record Line(List<Position> positions) implements Shape {}

  /** The outer ring is first, the holes follow. */
  record Polygon(List<List<Position>> rings) implements Shape {}

  record MultiPolygon(List<Polygon> polygons) implements Shape {}

  /** Parses GeoJSON; empty if the value is not a shape, whether or not it would be valid. */
  static Optional<Shape> read(JsonValue value) {
    if (!(value instanceof JsonObject object)
        || !(object.at("type") instanceof JsonString(String type))) {
      return Optional.empty();
    }
    JsonValue coordinates = object.at("coordinates");
    return switch (type) {
      case "Point" -> position(coordinates).map(Point::new);
      case "LineString" -> list(coordinates, Shape::position).map(Line::new);
      case "Polygon" -> rings(coordinates).map(Polygon::new);
      case "MultiPolygon" ->
          list(coordinates, part -> rings(part).map(Polygon::new)).map(MultiPolygon::new);
      default -> Optional.empty();
    };
  }

  /** All positions of the shape. */
  default Stream<Position> allPositions() {
    return switch (this) {
      case Point(Position position) -> Stream.of(position);
      case Line(List<Position> positions) -> positions.stream();
      case Polygon(List<List<Position>> rings) -> rings.stream().flatMap(List::stream);
      case MultiPolygon(List<Polygon> polygons) -> polygons.stream().flatMap(Shape::allPositions);
    };
  }

  /** All lines and rings of the shape. */
  default Stream<List<Position>> allLines() {
    return switch (this) {
      case Point _ -> Stream.empty();
      case Line(List<Position> positions) -> Stream.of(positions);
      case Polygon(List<List<Position>> rings) -> rings.stream();
      case MultiPolygon(List<Polygon> polygons) -> polygons.stream().flatMap(Shape::allLines);
    };
  }

  private static Optional<List<List<Position>>> rings(JsonValue coordinates) {
    return list(coordinates, ring -> list(ring, Shape::position));
  }

  private static Optional<Position> position(JsonValue value) {
    return value instanceof JsonArray array
            && array.at(0) instanceof JsonNumber x
            && array.at(1) instanceof JsonNumber y
        ? Optional.of(new Position(x.doubleValue(), y.doubleValue()))
        : Optional.empty();
  }

  private static <T> Optional<List<T>> list(
      JsonValue value, Function<JsonValue, Optional<T>> element) {
    if (!(value instanceof JsonArray array)) {
      return Optional.empty();
    }
    List<T> elements = new ArrayList<>(array.size());
    for (JsonValue part : array) {
      Optional<T> read = element.apply(part);
      if (read.isEmpty()) {
        return Optional.empty();
      }
      elements.add(read.get());
    }
    return Optional.of(List.copyOf(elements));
  }
}
