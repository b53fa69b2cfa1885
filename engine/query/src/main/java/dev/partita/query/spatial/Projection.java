package dev.partita.query.spatial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;

/**
 * Gnomonic projection: from the centre of the earth onto a plane that touches it at one point, in
 * which every edge is a straight line. It covers less than a hemisphere; the rest is clipped.
 * Immutable.
 */
final class Projection {

  private static final GeometryFactory FACTORY = new GeometryFactory();

  /** Cosine of the largest angle in view: a little less than a right angle. */
  private static final double RIM = 0.01;

  private final Vector centre;
  private final Vector east;
  private final Vector north;

  private Projection(Vector centre) {
    this.centre = centre;
    Vector axis = Math.abs(centre.z()) < 0.9 ? new Vector(0, 0, 1) : new Vector(0, 1, 0);
    this.east = axis.cross(centre).unit();
    this.north = centre.cross(east);
  }

  /** Projection centred on a shape, if all of the shape is in view. */
  static Optional<Projection> around(Shape shape) {
    Projection view = aroundOrWhole(shape);
    return view.shows(shape) ? Optional.of(view) : Optional.empty();
  }

  /** Projection centred on a shape, whether or not all of it is in view. */
  static Projection aroundOrWhole(Shape shape) {
    Vector sum =
        shape.allPositions().map(Ellipsoid::direction).reduce(new Vector(0, 0, 0), Vector::plus);
    return new Projection(sum.length() > 1e-9 ? sum.unit() : new Vector(1, 0, 0));
  }

  boolean shows(Shape shape) {
    return shape
        .allPositions()
        .allMatch(position -> Ellipsoid.direction(position).dot(centre) > RIM);
  }

  boolean isClockwise(Shape.Polygon polygon) {
    return !Orientation.isCCW(coordinates(visible(polygon.rings().getFirst(), true)));
  }

  /** Projects the visible part of a shape. */
  Geometry project(Shape shape) {
    return switch (shape) {
      case Shape.Point(Position position) -> {
        Vector direction = Ellipsoid.direction(position);
        yield direction.dot(centre) > RIM
            ? FACTORY.createPoint(coordinate(direction))
            : FACTORY.createPoint();
      }
      case Shape.Line(List<Position> positions) -> line(positions);
      case Shape.Polygon polygon -> polygon(polygon);
      case Shape.MultiPolygon(List<Shape.Polygon> polygons) ->
          FACTORY.createMultiPolygon(polygons.stream().map(this::polygon).toArray(Polygon[]::new));
    };
  }

  private Geometry line(List<Position> positions) {
    List<Geometry> parts = new ArrayList<>();
    for (int i = 0; i + 1 < positions.size(); i++) {
      List<Vector> part = visible(positions.subList(i, i + 2), false);
      if (part.size() == 2) {
        parts.add(FACTORY.createLineString(coordinates(part)));
      }
    }
    return FACTORY.buildGeometry(parts);
  }

  private Polygon polygon(Shape.Polygon polygon) {
    List<LinearRing> rings = new ArrayList<>();
    for (List<Position> ring : polygon.rings()) {
      List<Vector> part = visible(ring, true);
      if (part.size() >= 4) {
        rings.add(FACTORY.createLinearRing(coordinates(part)));
      } else if (rings.isEmpty()) {
        return FACTORY.createPolygon();
      }
    }
    return FACTORY.createPolygon(
        rings.getFirst(), rings.subList(1, rings.size()).toArray(LinearRing[]::new));
  }

  /** Visible part of a line or ring, clipped where edges leave the view and return. */
  private List<Vector> visible(List<Position> positions, boolean closed) {
    List<Vector> part = new ArrayList<>();
    for (int i = 0; i < positions.size(); i++) {
      Vector to = Ellipsoid.direction(positions.get(i));
      double height = to.dot(centre) - RIM;
      if (i > 0) {
        Vector from = Ellipsoid.direction(positions.get(i - 1));
        double fromHeight = from.dot(centre) - RIM;
        if (fromHeight > 0 != height > 0) {
          double share = fromHeight / (fromHeight - height);
          part.add(from.plus(to.minus(from).times(share)));
        }
      }
      if (height > 0) {
        part.add(to);
      }
    }
    if (closed && !part.isEmpty() && !part.getFirst().equals(part.getLast())) {
      part.add(part.getFirst());
    }
    return part;
  }

  private Coordinate[] coordinates(List<Vector> directions) {
    return directions.stream().map(this::coordinate).toArray(Coordinate[]::new);
  }

  private Coordinate coordinate(Vector direction) {
    double depth = direction.dot(centre);
    return new Coordinate(direction.dot(east) / depth, direction.dot(north) / depth);
  }
}
