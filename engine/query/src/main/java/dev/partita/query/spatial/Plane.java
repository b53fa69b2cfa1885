package dev.partita.query.spatial;

import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.valid.IsValidOp;

/** Geometry of the plane, with straight edges. Stateless. */
final class Plane implements Space {

  private static final GeometryFactory FACTORY = new GeometryFactory();

  @Override
  public Optional<String> problem(Shape shape) {
    Optional<String> problem = Rings.problem(shape);
    return problem.isPresent() ? problem : crossing(geometry(shape));
  }

  /** Reason for which a geometry with valid rings is invalid: edges that cross. */
  static Optional<String> crossing(Geometry geometry) {
    return Optional.ofNullable(new IsValidOp(geometry).getValidationError())
        .map(error -> error.getMessage() + ".");
  }

  @Override
  public double distance(Shape left, Shape right) {
    return geometry(left).distance(geometry(right));
  }

  @Override
  public boolean within(Shape inner, Shape outer) {
    return geometry(inner).within(geometry(outer));
  }

  @Override
  public boolean intersects(Shape left, Shape right) {
    return geometry(left).intersects(geometry(right));
  }

  @Override
  public double area(Shape shape) {
    return geometry(shape).getArea();
  }

  private static Geometry geometry(Shape shape) {
    return switch (shape) {
      case Shape.Point(Position position) -> FACTORY.createPoint(coordinate(position));
      case Shape.Line(List<Position> positions) -> FACTORY.createLineString(coordinates(positions));
      case Shape.Polygon polygon -> polygon(polygon);
      case Shape.MultiPolygon(List<Shape.Polygon> polygons) ->
          FACTORY.createMultiPolygon(polygons.stream().map(Plane::polygon).toArray(Polygon[]::new));
    };
  }

  private static Polygon polygon(Shape.Polygon polygon) {
    LinearRing[] rings =
        polygon.rings().stream()
            .map(ring -> FACTORY.createLinearRing(coordinates(ring)))
            .toArray(LinearRing[]::new);
    LinearRing[] holes = new LinearRing[rings.length - 1];
    System.arraycopy(rings, 1, holes, 0, holes.length);
    return FACTORY.createPolygon(rings[0], holes);
  }

  private static Coordinate[] coordinates(List<Position> positions) {
    return positions.stream().map(Plane::coordinate).toArray(Coordinate[]::new);
  }

  private static Coordinate coordinate(Position position) {
    return new Coordinate(position.x(), position.y());
  }
}
