package dev.partita.query.spatial;

/** Interpretation of coordinates in a container. */
public enum Geospatial {
  /** Longitude and latitude in degrees; distances are metres. */
  GEOGRAPHY,
  /** Points of a plane, in any unit. */
  GEOMETRY;

  private static final Space EARTH = new Earth();
  private static final Space PLANE = new Plane();

  public Space space() {
    return this == GEOGRAPHY ? EARTH : PLANE;
  }
}
