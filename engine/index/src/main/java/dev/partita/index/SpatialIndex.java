package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index over shapes: a shape has an entry for each of a few cells that together cover it. What
 * is near a shape is then in the cells that cover its surroundings, in cells within these, or in
 * cells around them. Immutable.
 *
 * @param plane the part of a plane that the coordinates are in; null if they are degrees of
 *     longitude and latitude
 */
public record SpatialIndex(@Nullable Plane plane) {

  /** A part of a plane. What lies outside is treated as if it were at the edge. */
  public record Plane(double minX, double minY, double maxX, double maxY) {}

  static final int SHAPE_CELLS = 8;
  private static final int QUERY_CELLS = 32;

  /** The least radius of curvature of the earth, so that angles come out large enough. */
  private static final double EARTH_RADIUS_METRES = 6_335_439;

  /** Beyond this angle from its middle, a shape may be anywhere. */
  private static final double REACH_MAX = Math.toRadians(80);

  /** Lines between positions follow the ellipsoid, not the sphere. */
  private static final double ELLIPSOID_FACTOR = 1.01;

  /**
   * The scans that together find every item with a shape at a path that is no farther from a given
   * one than some distance. They may find an item more than once, and others besides, so the items
   * have to be looked at.
   *
   * @param distance in metres, or in units of the plane
   * @return none if the value is not a shape, which nothing is near to
   */
  public List<IndexScan> near(IndexPath path, JsonValue shape, double distance) {
    GeoShape read = GeoShape.read(shape);
    if (read == null || Double.isNaN(distance) || distance < 0) {
      return List.of();
    }
    List<Long> cells = Cells.cover(box(read, distance), QUERY_CELLS);
    List<IndexScan> scans = new ArrayList<>();
    for (long cell : cells) {
      byte[] behind = bytes(Cells.last(cell) + 1);
      scans.add(IndexScan.ofCells(path, new KeyRange(bytes(Cells.first(cell)), behind), false));
    }
    for (long cell : Cells.around(cells)) {
      scans.add(IndexScan.ofCells(path, KeyRange.prefix(bytes(cell)), true));
    }
    return scans;
  }

  /** The cells of a stored value; none if it is not a shape. */
  Set<Long> cells(JsonValue value) {
    GeoShape shape = GeoShape.read(value);
    if (shape == null) {
      return Set.of();
    }
    if (shape.positions().size() == 1 && isInside(shape.positions().getFirst())) {
      return Set.of(Cells.at(point(shape.positions().getFirst())));
    }
    return Set.copyOf(Cells.cover(box(shape, 0), SHAPE_CELLS));
  }

  private Cells.Box box(GeoShape shape, double distance) {
    return plane == null ? boxOnEarth(shape, distance) : boxInPlane(shape, plane, distance);
  }

  private static Cells.Box boxInPlane(GeoShape shape, Plane plane, double distance) {
    double[] min = {1, 1, 0};
    double[] max = {0, 0, 0};
    for (double[] position : shape.positions()) {
      double[] low = inPlane(new double[] {position[0] - distance, position[1] - distance}, plane);
      double[] high = inPlane(new double[] {position[0] + distance, position[1] + distance}, plane);
      for (int i = 0; i < 2; i++) {
        min[i] = Math.min(min[i], low[i]);
        max[i] = Math.max(max[i], high[i]);
      }
    }
    return new Cells.Box(min, max, false);
  }

  /** Everything within the angle of the farthest position from the middle, and the distance. */
  private static Cells.Box boxOnEarth(GeoShape shape, double distance) {
    double[] middle = new double[3];
    for (double[] position : shape.positions()) {
      double[] vector = vector(position);
      for (int i = 0; i < 3; i++) {
        middle[i] += vector[i];
      }
    }
    double length = Math.sqrt(dot(middle, middle));
    boolean valid = shape.positions().stream().allMatch(SpatialIndex::isOnEarth);
    if (!valid || length < 1e-6) {
      return Cells.Box.everything(true);
    }
    for (int i = 0; i < 3; i++) {
      middle[i] /= length;
    }
    double reach = 0;
    for (double[] position : shape.positions()) {
      reach = Math.max(reach, angle(middle, vector(position)));
    }
    double angle = reach * ELLIPSOID_FACTOR + distance / EARTH_RADIUS_METRES;
    if (angle > REACH_MAX || !shape.rings().stream().allMatch(ring -> turnsLeft(ring, middle))) {
      return Cells.Box.everything(true);
    }
    return Cells.Box.around(inCube(middle), Math.sin(angle / 2), true);
  }

  /**
   * Whether a ring, as seen from above the middle, encloses what is to its left; otherwise it is
   * everything else that it encloses.
   */
  private static boolean turnsLeft(List<double[]> ring, double[] middle) {
    double turned = 0;
    for (int i = 0; i < ring.size(); i++) {
      double[] a = vector(ring.get(i));
      double[] b = vector(ring.get((i + 1) % ring.size()));
      turned +=
          middle[0] * (a[1] * b[2] - a[2] * b[1])
              + middle[1] * (a[2] * b[0] - a[0] * b[2])
              + middle[2] * (a[0] * b[1] - a[1] * b[0]);
    }
    return turned > 0;
  }

  private boolean isInside(double[] position) {
    return plane != null || isOnEarth(position);
  }

  private static boolean isOnEarth(double[] position) {
    return Math.abs(position[0]) <= 180 && Math.abs(position[1]) <= 90;
  }

  private double[] point(double[] position) {
    return plane == null ? inCube(vector(position)) : inPlane(position, plane);
  }

  private static double[] inPlane(double[] position, Plane plane) {
    return new double[] {
      Math.clamp((position[0] - plane.minX) / (plane.maxX - plane.minX), 0, 1),
      Math.clamp((position[1] - plane.minY) / (plane.maxY - plane.minY), 0, 1),
      0
    };
  }

  private static double[] inCube(double[] vector) {
    return new double[] {
      0.5 + vector[0] / 2, 0.5 + vector[1] / 2, 0.5 + vector[2] / 2,
    };
  }

  private static double[] vector(double[] position) {
    double longitude = Math.toRadians(position[0]);
    double latitude = Math.toRadians(position[1]);
    return new double[] {
      Math.cos(latitude) * Math.cos(longitude),
      Math.cos(latitude) * Math.sin(longitude),
      Math.sin(latitude)
    };
  }

  private static double angle(double[] a, double[] b) {
    double[] difference = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return 2 * Math.asin(Math.min(1, Math.sqrt(dot(difference, difference)) / 2));
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static byte[] bytes(long cell) {
    byte[] bytes = new byte[Long.BYTES];
    Bytes.writeLong(bytes, 0, cell);
    return bytes;
  }
}
