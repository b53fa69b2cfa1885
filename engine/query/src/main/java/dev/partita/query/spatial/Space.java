package dev.partita.query.spatial;

import java.util.Optional;

/** Geometry in which shapes are measured and compared. Stateless. */
public sealed interface Space permits Earth, Plane {

  /** Describes why a shape is invalid, if it is. All other methods take valid shapes. */
  Optional<String> problem(Shape shape);

  /** Shortest distance, which is zero if the shapes intersect. */
  double distance(Shape left, Shape right);

  boolean within(Shape inner, Shape outer);

  boolean intersects(Shape left, Shape right);

  /** The area; zero for points and lines. */
  double area(Shape shape);
}
