package dev.partita.collection;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * An index of a collection. Immutable.
 *
 * @param number of its entries; unique in the collection, never used again
 * @param expireAfterSeconds how long after the date at its path a document lives; empty if for ever
 * @param ready whether every document has its entries; until then only writers use it
 */
public record IndexSpec(
    int number,
    String name,
    List<IndexKey> keys,
    boolean unique,
    boolean sparse,
    OptionalLong expireAfterSeconds,
    boolean ready) {

  /** The number of the index on {@code _id}, which every collection has. */
  public static final int ID_NUMBER = 1;

  /** That index. In a collection of one logical partition the records themselves are it. */
  public static final IndexSpec ID =
      new IndexSpec(
          ID_NUMBER,
          "_id_",
          List.of(new IndexKey("_id", false)),
          false,
          false,
          OptionalLong.empty(),
          true);

  public IndexSpec {
    keys = List.copyOf(keys);
  }

  public IndexSpec withNumber(int given) {
    return new IndexSpec(given, name, keys, unique, sparse, expireAfterSeconds, ready);
  }

  public IndexSpec asReady() {
    return new IndexSpec(number, name, keys, unique, sparse, expireAfterSeconds, true);
  }

  public boolean isId() {
    return number == ID_NUMBER;
  }

  /** The paths as clients write them: {@code {a: 1, b: -1}}. */
  public BsonDocument pattern() {
    BsonBuilder pattern = BsonDocument.builder();
    keys.forEach(key -> pattern.put(key.path(), key.descending() ? -1 : 1));
    return pattern.build();
  }

  /** Whether another one has the same paths and options, whatever it is called. */
  public boolean isSameAs(IndexSpec other) {
    return keys.equals(other.keys)
        && unique == other.unique
        && sparse == other.sparse
        && expireAfterSeconds.equals(other.expireAfterSeconds);
  }

  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("number", number)
            .put("name", name)
            .put(
                "keys",
                JsonArray.of(
                    keys.stream()
                        .map(
                            key ->
                                JsonArray.of(
                                    JsonString.of(key.path()),
                                    JsonNumber.of(key.descending() ? -1 : 1)))
                        .toList()))
            .put("unique", JsonBoolean.of(unique))
            .put("sparse", JsonBoolean.of(sparse))
            .put("ready", JsonBoolean.of(ready));
    if (expireAfterSeconds.isPresent()) {
      json.put("expireAfterSeconds", expireAfterSeconds.getAsLong());
    }
    return json.build();
  }

  static IndexSpec fromJson(JsonObject json) {
    List<IndexKey> keys = new ArrayList<>();
    if (json.at("keys") instanceof JsonArray array) {
      for (JsonValue each : array) {
        if (each instanceof JsonArray pair
            && pair.elements().get(0) instanceof JsonString(String path)
            && pair.elements().get(1) instanceof JsonNumber order) {
          keys.add(new IndexKey(path, order.longValue() < 0));
        }
      }
    }
    return new IndexSpec(
        (int) number(json, "number"),
        json.at("name") instanceof JsonString(String name) ? name : "",
        keys,
        json.at("unique") == JsonBoolean.TRUE,
        json.at("sparse") == JsonBoolean.TRUE,
        json.has("expireAfterSeconds")
            ? OptionalLong.of(number(json, "expireAfterSeconds"))
            : OptionalLong.empty(),
        json.at("ready") == JsonBoolean.TRUE);
  }

  private static long number(JsonObject json, String name) {
    return json.at(name) instanceof JsonNumber number ? number.longValue() : 0;
  }
}
