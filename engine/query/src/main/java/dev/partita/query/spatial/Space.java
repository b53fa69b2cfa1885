package dev.partita.query.spatial;

import java.util.Optional;

/** Where shapes lie, and so what their distances and positions are. Stateless. */
public sealed interface Space permits Earth, Plane {

  /** What is wrong with a shape, if anything is. All other methods take valid shapes. */
  Optional<String> problem(Shape shape);

  /** The shortest distance, which is zero if the shapes meet. */
  double distance(Shape left, Shape right);

  boolean within(Shape inner, Shape outer);

  boolean intersects(Shape left, Shape right);

  /** The area; zero for points and lines. */
  double area(Shape shape);
}
