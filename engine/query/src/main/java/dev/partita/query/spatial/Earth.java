package dev.partita.query.spatial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/**
 * Geometry of the earth. A polygon whose outer ring runs clockwise is all of the earth except the
 * inside of the ring. Stateless.
 */
final class Earth implements Space {

  @Override
  public Optional<String> problem(Shape shape) {
    if (shape.allPositions().anyMatch(position -> Math.abs(position.y()) > 90)) {
      return Optional.of("Latitude values must be between -90 and 90 degrees.");
    }
    if (shape.allPositions().anyMatch(position -> Math.abs(position.x()) > 180)) {
      return Optional.of("Longitude values must be between -180 and 180 degrees.");
    }
    Optional<String> problem = Rings.problem(shape);
    return problem.isPresent()
        ? problem
        : Projection.around(shape).flatMap(view -> Plane.crossing(view.project(shape)));
  }

  @Override
  public boolean within(Shape inner, Shape outer) {
    if (isComplement(outer)) {
      return isComplement(inner) ? withinEnclosed(outer, inner) : !intersectsEnclosed(inner, outer);
    }
    return !isComplement(inner) && withinEnclosed(inner, outer);
  }

  @Override
  public boolean intersects(Shape left, Shape right) {
    if (isComplement(left)) {
      return isComplement(right) || !withinEnclosed(right, left);
    }
    return isComplement(right) ? !withinEnclosed(left, right) : intersectsEnclosed(left, right);
  }

  private static boolean withinEnclosed(Shape inner, Shape outer) {
    Projection view = Projection.aroundOrWhole(outer);
    return view.shows(inner) && view.project(inner).within(view.project(outer));
  }

  private static boolean intersectsEnclosed(Shape left, Shape right) {
    // Project from the shape that fits into one view, and clip the other shape to that view.
    Optional<Projection> aboveRight = Projection.around(right);
    Projection view = aboveRight.orElseGet(() -> Projection.aroundOrWhole(left));
    Geometry other = view.project(left);
    return view.project(right).intersects(other);
  }

  private static boolean isComplement(Shape shape) {
    return shape instanceof Shape.Polygon polygon
        && Projection.around(shape).map(view -> view.isClockwise(polygon)).orElse(false);
  }

  /**
   * The closest pair is found on the sphere, which is cheap, and then measured on the ellipsoid:
   * the ellipsoid is close enough to a sphere for the closest pair to be the same.
   */
  @Override
  public double distance(Shape left, Shape right) {
    if (left instanceof Shape.Point(Position from) && right instanceof Shape.Point(Position to)) {
      return Ellipsoid.arcLength(Ellipsoid.direction(from), Ellipsoid.direction(to));
    }
    if (intersects(left, right)) {
      return 0;
    }
    Nearest nearest = new Nearest();
    nearest.between(directions(left), edges(right));
    nearest.between(directions(right), edges(left));
    return Ellipsoid.arcLength(nearest.from, nearest.to);
  }

  @Override
  public double area(Shape shape) {
    return switch (shape) {
      case Shape.Point _, Shape.Line _ -> 0;
      case Shape.Polygon(List<List<Position>> rings) -> {
        double holes = rings.stream().skip(1).mapToDouble(Earth::area).sum();
        yield area(rings.getFirst()) - holes;
      }
      case Shape.MultiPolygon(List<Shape.Polygon> polygons) ->
          polygons.stream().mapToDouble(this::area).sum();
    };
  }

  private static double area(List<Position> ring) {
    return Ellipsoid.area(ring.stream().map(Ellipsoid::direction).toList());
  }

  private static List<Vector> directions(Shape shape) {
    return shape.allPositions().map(Ellipsoid::direction).toList();
  }

  /** Edges as pairs of directions; a point is an edge from itself to itself. */
  private static List<Vector[]> edges(Shape shape) {
    if (shape instanceof Shape.Point(Position position)) {
      Vector direction = Ellipsoid.direction(position);
      return List.<Vector[]>of(new Vector[] {direction, direction});
    }
    List<Vector[]> edges = new ArrayList<>();
    shape
        .allLines()
        .forEach(
            line -> {
              for (int i = 0; i + 1 < line.size(); i++) {
                edges.add(
                    new Vector[] {
                      Ellipsoid.direction(line.get(i)), Ellipsoid.direction(line.get(i + 1))
                    });
              }
            });
    return edges;
  }

  /** The closest pair of directions so far. */
  private static final class Nearest {
    private double closest = -2;
    private Vector from = new Vector(1, 0, 0);
    private Vector to = from;

    void between(List<Vector> directions, List<Vector[]> edges) {
      for (Vector direction : directions) {
        for (Vector[] edge : edges) {
          Vector candidate = nearest(direction, edge[0], edge[1]);
          double closeness = direction.dot(candidate);
          if (closeness > closest) {
            closest = closeness;
            from = direction;
            to = candidate;
          }
        }
      }
    }

    /** Point of an arc that is nearest to a direction. */
    private static Vector nearest(Vector direction, Vector start, Vector end) {
      Vector across = start.cross(end);
      if (across.length() > 1e-15) {
        Vector normal = across.unit();
        Vector inPlane = direction.minus(normal.times(direction.dot(normal)));
        boolean between =
            start.cross(inPlane).dot(normal) > 0 && inPlane.cross(end).dot(normal) > 0;
        if (between && inPlane.length() > 1e-15) {
          return inPlane.unit();
        }
      }
      return direction.dot(start) >= direction.dot(end) ? start : end;
    }
  }
}
