package dev.partita.index;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Set;

/**
 * Reads the spatial indexes of a policy. Shapes of all types are indexed, whichever are named: an
 * index that had only some could not answer for the others.
 */
final class SpatialReader {

  private static final Set<String> TYPES = Set.of("Point", "LineString", "Polygon", "MultiPolygon");

  private SpatialReader() {}

  static void read(JsonObject entry, PathRules rules) {
    SpatialIndex index = new SpatialIndex(null);
    for (String name : entry.names()) {
      switch (name) {
        case "path" -> {}
        case "types" -> requireTypes(entry);
        case "boundingBox" -> index = new SpatialIndex(plane(entry.at(name)));
        default -> throw PolicyReader.unknown("spatialIndexes", name);
      }
    }
    PathText.Pattern pattern = PathText.parse(PolicyReader.path("spatialIndexes", entry));
    if (!pattern.path().steps().isEmpty()) {
      PolicyReader.requireNotSystem(pattern.path());
    }
    if (!rules.add(pattern, index)) {
      throw DatabaseException.badRequest("A path has two spatial indexes.").with("path", pattern);
    }
  }

  private static void requireTypes(JsonObject entry) {
    for (JsonValue type : PolicyReader.array(entry, "types", JsonArray.EMPTY)) {
      if (!(type instanceof JsonString(String name)) || !TYPES.contains(name)) {
        throw DatabaseException.badRequest(
                "The types of a spatial index are Point, LineString, Polygon and MultiPolygon.")
            .with("type", type);
      }
    }
  }

  private static SpatialIndex.Plane plane(JsonValue value) {
    JsonObject box = PolicyReader.object("spatialIndexes.boundingBox", value);
    SpatialIndex.Plane plane =
        new SpatialIndex.Plane(
            number(box, "xmin"), number(box, "ymin"), number(box, "xmax"), number(box, "ymax"));
    if (plane.minX() >= plane.maxX() || plane.minY() >= plane.maxY()) {
      throw DatabaseException.badRequest(
              "The bounding box of a spatial index goes from xmin to a greater xmax and from ymin"
                  + " to a greater ymax.")
          .with("boundingBox", value);
    }
    return plane;
  }

  private static double number(JsonObject box, String name) {
    if (box.at(name) instanceof JsonNumber number) {
      return number.doubleValue();
    }
    throw DatabaseException.badRequest(
            "The bounding box of a spatial index has the numbers xmin, ymin, xmax and ymax.")
        .with("boundingBox", box);
  }
}
