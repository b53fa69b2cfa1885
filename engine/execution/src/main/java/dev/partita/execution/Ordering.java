package dev.partita.execution;

import dev.partita.index.IndexPath;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.SortKey;
import java.util.Comparator;
import java.util.List;

/**
 * An order of rows: the one that the query asks for, or one that a page chose because the query
 * leaves it open. Immutable.
 *
 * @param id 0 for the query's own, otherwise the hash of the path
 */
record Ordering(long id, List<SortKey> keys, IndexPath path) {

  /** The order that a query asks for. */
  static Ordering of(List<SortKey> keys) {
    return new Ordering(0, keys, IndexPath.ROOT);
  }

  /** By the values at a path, the least first. */
  static Ordering by(IndexPath path) {
    SortKey ascending = new SortKey(Constant.of(JsonUndefined.UNDEFINED), false, false);
    return new Ordering(path.hash(), List.of(ascending), path);
  }

  /** What a row is ordered by. */
  JsonValue[] values(Row row, JsonObject document) {
    return id == 0 ? SortKey.values(keys, row) : new JsonValue[] {at(document, path)};
  }

  Comparator<JsonValue[]> comparator() {
    return SortKey.order(keys);
  }

  /** The value at a path that leads through no array. */
  static JsonValue at(JsonObject document, IndexPath path) {
    JsonValue value = document;
    for (IndexPath.Step step : path.steps()) {
      value =
          value instanceof JsonObject object && step instanceof IndexPath.Property(String name)
              ? object.at(name)
              : JsonUndefined.UNDEFINED;
    }
    return value;
  }
}
