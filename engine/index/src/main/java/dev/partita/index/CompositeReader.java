package dev.partita.index;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the composite indexes of a policy. */
final class CompositeReader {

  private static final int COMPOSITES_MAX = 100;
  private static final int COLUMNS_MAX = 8;

  private CompositeReader() {}

  static List<CompositeIndex> read(JsonArray given) {
    if (given.size() > COMPOSITES_MAX) {
      throw DatabaseException.badRequest("An indexing policy has too many composite indexes.")
          .with("compositeIndexes", given.size())
          .with("limit", COMPOSITES_MAX);
    }
    Set<CompositeIndex> composites = new LinkedHashSet<>();
    for (JsonValue columns : given) {
      if (!(columns instanceof JsonArray array) || array.size() < 2 || array.size() > COLUMNS_MAX) {
        throw DatabaseException.badRequest("A composite index is an array of 2 to 8 paths.")
            .with("compositeIndex", columns);
      }
      composites.add(composite(array));
    }
    return List.copyOf(composites);
  }

  private static CompositeIndex composite(JsonArray array) {
    List<CompositeIndex.Column> columns = new ArrayList<>();
    Set<IndexPath> seen = new HashSet<>();
    for (JsonValue entry : array) {
      CompositeIndex.Column column = column(PolicyReader.object("compositeIndexes", entry));
      if (!seen.add(column.path())) {
        throw DatabaseException.badRequest("A composite index names a path twice.")
            .with("path", column.path());
      }
      columns.add(column);
    }
    return new CompositeIndex(columns);
  }

  private static CompositeIndex.Column column(JsonObject entry) {
    for (String name : entry.names()) {
      if (!name.equals("path") && !name.equals("order")) {
        throw PolicyReader.unknown("compositeIndexes", name);
      }
    }
    String text = PolicyReader.path("compositeIndexes", entry);
    PathText.Pattern pattern = PathText.parse(text);
    if (pattern.ending() != PathText.Ending.NONE) {
      throw DatabaseException.badRequest(
              "A path of a composite index leads to a value and has no /? or /* at its end.")
          .with("path", text);
    }
    if (pattern.path().hasElements()) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED, "Elements of arrays in composite indexes are not supported.")
          .with("path", text);
    }
    PolicyReader.requireNotSystem(pattern.path());
    return new CompositeIndex.Column(pattern.path(), isDescending(entry.at("order")));
  }

  private static boolean isDescending(JsonValue order) {
    String name =
        switch (order) {
          case JsonUndefined _ -> "ascending";
          case JsonNull _ -> "ascending";
          case JsonString(String text) -> text.toLowerCase(Locale.ROOT);
          default -> "";
        };
    return switch (name) {
      case "ascending" -> false;
      case "descending" -> true;
      default ->
          throw DatabaseException.badRequest(
                  "The order in a composite index is ascending or descending.")
              .with("order", order);
    };
  }
}
