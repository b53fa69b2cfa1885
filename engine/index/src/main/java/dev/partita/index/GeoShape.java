package dev.partita.index;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the index has to know of a GeoJSON shape: where it is, roughly.
 *
 * @param positions all that it is drawn with
 * @param rings the outer rings of its polygons
 */
record GeoShape(List<double[]> positions, List<List<double[]>> rings) {

  /** Reads a shape; null if the value is none, or has no position. */
  static @Nullable GeoShape read(JsonValue value) {
    if (!(value instanceof JsonObject object)
        || !(object.at("type") instanceof JsonString(String type))) {
      return null;
    }
    GeoShape shape = new GeoShape(new ArrayList<>(), new ArrayList<>());
    JsonValue coordinates = object.at("coordinates");
    boolean read =
        switch (type) {
          case "Point" -> shape.position(coordinates, shape.positions);
          case "LineString" -> shape.line(coordinates, shape.positions);
          case "Polygon" -> shape.polygon(coordinates);
          case "MultiPolygon" ->
              coordinates instanceof JsonArray polygons
                  && polygons.elements().stream().allMatch(shape::polygon);
          default -> false;
        };
    return read && !shape.positions.isEmpty() ? shape : null;
  }

  private boolean polygon(JsonValue value) {
    if (!(value instanceof JsonArray lines)) {
      return false;
    }
    for (int i = 0; i < lines.size(); i++) {
      List<double[]> ring = new ArrayList<>();
      if (!line(lines.at(i), ring)) {
        return false;
      }
      positions.addAll(ring);
      if (i == 0) {
        rings.add(ring);
      }
    }
    return true;
  }

  private boolean line(JsonValue value, List<double[]> into) {
    if (!(value instanceof JsonArray array)) {
      return false;
    }
    for (JsonValue element : array) {
      if (!position(element, into)) {
        return false;
      }
    }
    return true;
  }

  private boolean position(JsonValue value, List<double[]> into) {
    if (value instanceof JsonArray array
        && array.at(0) instanceof JsonNumber x
        && array.at(1) instanceof JsonNumber y) {
      into.add(new double[] {x.doubleValue(), y.doubleValue()});
      return true;
    }
    return false;
  }
}
