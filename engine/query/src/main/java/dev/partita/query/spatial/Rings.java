package dev.partita.query.spatial;

import java.util.List;
import java.util.Optional;

/** Rules of lines and rings that hold in every space. Pure functions. */
final class Rings {

  private static final int MAX_POSITIONS = 4096;

  private Rings() {}

  static Optional<String> problem(Shape shape) {
    return switch (shape) {
      case Shape.Point _ -> Optional.empty();
      case Shape.Line(List<Position> positions) ->
          positions.size() < 2
              ? Optional.of("A LineString must have at least two positions.")
              : Optional.empty();
      case Shape.Polygon polygon -> problem(polygon);
      case Shape.MultiPolygon(List<Shape.Polygon> polygons) ->
          polygons.stream().flatMap(polygon -> problem(polygon).stream()).findFirst();
    };
  }

  private static Optional<String> problem(Shape.Polygon polygon) {
    if (polygon.rings().isEmpty()) {
      return Optional.of("A Polygon must have at least one ring.");
    }
    if (polygon.allPositions().count() > MAX_POSITIONS) {
      return Optional.of("A Polygon must have at most " + MAX_POSITIONS + " positions.");
    }
    int number = 1;
    for (List<Position> ring : polygon.rings()) {
      if (ring.isEmpty() || !ring.getFirst().equals(ring.getLast())) {
        return Optional.of(
            "The Polygon input is not valid because the start and end points of the ring number "
                + number
                + " are not the same. Each ring of a polygon must have the same start and end"
                + " points.");
      }
      if (ring.size() < 4) {
        return Optional.of("A ring of a Polygon must have at least four positions.");
      }
      number++;
    }
    return Optional.empty();
  }
}
