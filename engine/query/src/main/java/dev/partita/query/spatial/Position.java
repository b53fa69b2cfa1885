package dev.partita.query.spatial;

/** A place: longitude and latitude on the earth, or x and y on the plane. */
public record Position(double x, double y) {}
