package dev.partita.execution.plan;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.document.ResourceIds;
import dev.partita.index.IndexPath;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
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
 * <p>Rows that are equal in it are in the order of their items' keys. Clients that merge the rows
 * of several partitions expect that of the items' numbers instead, turned around if the first
 * column is, since they resume behind a row by its number.
 *
 * @param id 0 for the query's own, otherwise the hash of the path
 * @param byNumber whether rows that are equal are in the order of their items' numbers
 */
public record Ordering(long id, List<SortKey> keys, IndexPath path, boolean byNumber) {

  /** The order that a query asks for. */
  public static Ordering of(List<SortKey> keys, boolean byNumber) {
    return new Ordering(0, keys, IndexPath.ROOT, byNumber);
  }

  /** By the values at a path, the least first. */
  public static Ordering by(IndexPath path) {
    SortKey ascending = new SortKey(Constant.of(JsonUndefined.UNDEFINED), false);
    return new Ordering(path.hash(), List.of(ascending), path, false);
  }

  /** What a row is ordered by. */
  public JsonValue[] values(Row row, JsonObject document) {
    return id == 0 ? SortKey.values(keys, row) : new JsonValue[] {at(document, path)};
  }

  /** What rows that are equal are ordered by. */
  public byte[] tie(byte[] key, JsonObject document) {
    if (!byNumber) {
      return key;
    }
    long number =
        document.at("_rid") instanceof JsonString(String rid) ? ResourceIds.itemNumber(rid) : 0;
    boolean turned = keys.getFirst().descending();
    return new KeyWriter(Long.BYTES).u64(turned ? ~number : number).toBytes();
  }

  public Comparator<JsonValue[]> comparator() {
    return SortKey.order(keys);
  }

  /** The value at a path that leads through no array. */
  public static JsonValue at(JsonObject document, IndexPath path) {
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
