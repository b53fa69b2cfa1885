package dev.partita.query.spatial;

/** Position: longitude and latitude on the earth, or x and y on the plane. Immutable. */
public record Position(double x, double y) {}
