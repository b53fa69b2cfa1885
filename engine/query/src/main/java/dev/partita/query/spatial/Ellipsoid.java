package dev.partita.query.spatial;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * WGS-84 ellipsoid and the arcs in which planes through its centre cut it. Lengths and areas are
 * integrals, computed by Gauss-Legendre quadrature to nearly the precision of doubles. Pure
 * functions.
 */
final class Ellipsoid {

  private static final double A = 6_378_137.0;
  private static final double F = 1 / 298.257223563;
  private static final double B = A * (1 - F);
  private static final double E2 = F * (2 - F);
  private static final double E = Math.sqrt(E2);

  /**
   * Nodes of the Gauss-Legendre quadrature with five points on the interval from -1 to 1, and the
   * weights.
   */
  private static final double[] NODES = {
    0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640
  };

  private static final double[] WEIGHTS = {
    0.5688888888888889,
    0.4786286704993665,
    0.4786286704993665,
    0.2369268850561891,
    0.2369268850561891
  };

  /** Widest interval for one application of the quadrature. */
  private static final double PIECE = Math.toRadians(3);

  private Ellipsoid() {}

  /** Direction from the centre of a position given by longitude and latitude in degrees. */
  static Vector direction(Position position) {
    double longitude = Math.toRadians(position.x());
    double latitude = Math.toRadians(position.y());
    // Convert the geodetic latitude to the geocentric one: the normal points away from the centre
    // only at the poles and the equator.
    double z = (1 - E2) * Math.sin(latitude);
    double r = Math.cos(latitude);
    return new Vector(r * Math.cos(longitude), r * Math.sin(longitude), z).unit();
  }

  /** Length of the arc between two directions. */
  static double arcLength(Vector from, Vector to) {
    Vector across = from.cross(to);
    if (across.length() < 1e-300) {
      // The same point, or antipodes: any plane through the axis contains both.
      return from.dot(to) > 0 ? 0 : length(B, 0, Math.PI);
    }
    Vector normal = across.unit();
    double slope = Math.hypot(normal.x(), normal.y());
    // The arc's ellipse has one axis in the plane of the equator, the other one at its steepest
    // direction.
    Vector node =
        slope == 0 ? new Vector(1, 0, 0) : new Vector(-normal.y() / slope, normal.x() / slope, 0);
    Vector steep = normal.cross(node);
    double minor =
        1
            / Math.sqrt(
                (steep.x() * steep.x() + steep.y() * steep.y()) / (A * A)
                    + steep.z() * steep.z() / (B * B));
    double start = Math.atan2(from.dot(steep) / minor, from.dot(node) / A);
    double end = Math.atan2(to.dot(steep) / minor, to.dot(node) / A);
    double turn = Math.IEEEremainder(end - start, 2 * Math.PI);
    return Math.abs(length(minor, start, start + turn));
  }

  /** Length of a part of an ellipse with the equator's radius and another one. */
  private static double length(double minor, double from, double to) {
    return integral(angle -> Math.hypot(A * Math.sin(angle), minor * Math.cos(angle)), from, to);
  }

  /** Area within a ring: the sum over its edges of the areas between edge and equator. */
  static double area(List<Vector> ring) {
    double area = 0;
    double turned = 0;
    for (int i = 0; i + 1 < ring.size(); i++) {
      Vector from = ring.get(i);
      Vector to = ring.get(i + 1);
      double start = Math.atan2(from.y(), from.x());
      double turn = Math.IEEEremainder(Math.atan2(to.y(), to.x()) - start, 2 * Math.PI);
      Vector normal = from.cross(to);
      turned += turn;
      if (Math.abs(turn) > 1e-15 && Math.abs(normal.z()) > 1e-300) {
        area += integral(angle -> belt(normal, angle), start, start + turn);
      }
    }
    // A ring around a pole bounds the area between it and the pole.
    double toPole = 2 * Math.PI * belt(1);
    return Math.abs(turned) > Math.PI ? toPole - Math.abs(area) : Math.abs(area);
  }

  /** Area between the equator and the arc in a plane, at a longitude, per radian of longitude. */
  private static double belt(Vector normal, double longitude) {
    double tangent =
        -(normal.x() * Math.cos(longitude) + normal.y() * Math.sin(longitude)) / normal.z();
    double geodetic = tangent / (1 - E2);
    return belt(geodetic / Math.hypot(1, geodetic));
  }

  private static double belt(double sine) {
    double zone = sine / (1 - E2 * sine * sine);
    return B * B / 2 * (zone + Math.log((1 + E * sine) / (1 - E * sine)) / (2 * E));
  }

  private static double integral(DoubleUnaryOperator function, double from, double to) {
    int pieces = (int) Math.ceil(Math.abs(to - from) / PIECE) + 1;
    double half = (to - from) / pieces / 2;
    double sum = 0;
    for (int i = 0; i < pieces; i++) {
      double middle = from + (2 * i + 1) * half;
      for (int k = 0; k < NODES.length; k++) {
        sum += WEIGHTS[k] * function.applyAsDouble(middle + half * NODES[k]);
      }
    }
    return sum * half;
  }
}
