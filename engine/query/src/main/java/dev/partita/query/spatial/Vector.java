package dev.partita.query.spatial;

/** Direction from the centre of the earth; the z axis points north. Immutable. */
record Vector(double x, double y, double z) {

  double dot(Vector other) {
    return x * other.x + y * other.y + z * other.z;
  }

  Vector cross(Vector other) {
    return new Vector(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  Vector plus(Vector other) {
    return new Vector(x + other.x, y + other.y, z + other.z);
  }

  Vector minus(Vector other) {
    return new Vector(x - other.x, y - other.y, z - other.z);
  }

  Vector times(double factor) {
    return new Vector(x * factor, y * factor, z * factor);
  }

  double length() {
    return Math.sqrt(dot(this));
  }

  Vector unit() {
    return times(1 / length());
  }
}
