package dev.partita.query.spatial;

/** How a container understands coordinates. */
public enum Geospatial {
  /** As longitude and latitude in degrees; distances are metres. */
  GEOGRAPHY,
  /** As points of a plane, in any unit. */
  GEOMETRY;

  private static final Space EARTH = new Earth();
  private static final Space PLANE = new Plane();

  public Space space() {
    return this == GEOGRAPHY ? EARTH : PLANE;
  }
}
