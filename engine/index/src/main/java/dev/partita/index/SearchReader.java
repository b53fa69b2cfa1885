package dev.partita.index;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the vector and full-text indexes of a policy. They are checked and kept as they are: what
 * they would speed up is searched item by item, with the results of an exact index.
 */
final class SearchReader {

  private static final Set<String> VECTOR_TYPES = Set.of("flat", "quantizedflat", "diskann");

  private SearchReader() {}

  static void read(JsonObject given, JsonObject.Builder normal) {
    JsonArray vectors = PolicyReader.array(given, "vectorIndexes", JsonArray.EMPTY);
    for (JsonValue entry : vectors) {
      vector(PolicyReader.object("vectorIndexes", entry));
    }
    if (!vectors.isEmpty()) {
      normal.put("vectorIndexes", vectors);
    }
    JsonArray texts = PolicyReader.array(given, "fullTextIndexes", JsonArray.EMPTY);
    for (JsonValue entry : texts) {
      text(PolicyReader.object("fullTextIndexes", entry));
    }
    if (!texts.isEmpty()) {
      normal.put("fullTextIndexes", texts);
    }
  }

  private static void vector(JsonObject entry) {
    requirePath("vectorIndexes", entry);
    for (String name : entry.names()) {
      switch (name) {
        case "path", "type", "quantizerType", "vectorIndexShardKey" -> {}
        case "quantizationByteSize" -> requireNumber(entry, name, 1, 512);
        case "indexingSearchListSize" -> requireNumber(entry, name, 25, 500);
        default -> throw PolicyReader.unknown("vectorIndexes", name);
      }
    }
    if (!(entry.at("type") instanceof JsonString(String type))
        || !VECTOR_TYPES.contains(type.toLowerCase(Locale.ROOT))) {
      throw DatabaseException.badRequest(
              "The type of a vector index is flat, quantizedFlat or diskANN.")
          .with("type", entry.at("type"));
    }
  }

  private static void text(JsonObject entry) {
    requirePath("fullTextIndexes", entry);
    for (String name : entry.names()) {
      if (!name.equals("path")) {
        throw PolicyReader.unknown("fullTextIndexes", name);
      }
    }
  }

  private static void requirePath(String property, JsonObject entry) {
    PathText.Pattern pattern = PathText.parse(PolicyReader.path(property, entry));
    if (pattern.path().steps().isEmpty() || pattern.ending() == PathText.Ending.SUBTREE) {
      throw DatabaseException.badRequest("The path of a search index names one property.")
          .with("property", property)
          .with("path", entry.at("path"));
    }
  }

  private static void requireNumber(JsonObject entry, String name, int least, int most) {
    if (!(entry.at(name) instanceof JsonNumber number)
        || !number.isIntegral()
        || number.longValue() < least
        || number.longValue() > most) {
      throw DatabaseException.badRequest("A number of a vector index is out of its bounds.")
          .with(name, entry.at(name))
          .with("least", least)
          .with("most", most);
    }
  }
}
