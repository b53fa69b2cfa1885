package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Items in memory. A query returns the items whose id its text contains, or all. */
final class MemoryHost implements ScriptHost {

  final TreeMap<String, JsonObject> items = new TreeMap<>();
  final List<Options> options = new ArrayList<>();
  int acceptedOperations = Integer.MAX_VALUE;
  long work;
  private int version;

  @Override
  public String selfLink() {
    return "dbs/AAAAAA==/colls/AAAAAAAAAAA=";
  }

  @Override
  public String altLink() {
    return "dbs/shop/colls/orders";
  }

  @Override
  public Quota quota() {
    return new Fixed("documentsCount=1;", "triggers=25;", 3, 20);
  }

  private record Fixed(String usage, String limits, long sizeMegabytes, long limitMegabytes)
      implements Quota {}

  @Override
  public boolean accepts(long work) {
    return acceptedOperations-- > 0;
  }

  @Override
  public void worked(long units) {
    work = units;
  }

  @Override
  public JsonObject create(JsonObject document, Options given) {
    options.add(given);
    if (items.containsKey(id(document))) {
      throw new DatabaseException(ErrorCode.CONFLICT, "The id is taken.");
    }
    return put(document);
  }

  @Override
  public JsonObject upsert(JsonObject document, Options given) {
    options.add(given);
    return put(document);
  }

  @Override
  public JsonObject replace(String link, JsonObject document, Options given) {
    options.add(given);
    JsonObject current = found(link);
    if (given.etag() != null && !current.at("_etag").equals(JsonString.of(given.etag()))) {
      throw new DatabaseException(ErrorCode.PRECONDITION_FAILED, "It has changed.");
    }
    return put(document);
  }

  @Override
  public void delete(String link, Options given) {
    options.add(given);
    items.remove(id(found(link)));
  }

  @Override
  public @Nullable JsonObject read(String link, Options given) {
    options.add(given);
    JsonObject current = found(link);
    boolean known =
        given.ifNoneMatch() != null
            && current.at("_etag").equals(JsonString.of(given.ifNoneMatch()));
    return known ? null : current;
  }

  @Override
  public Page query(@Nullable JsonObject query, Options given) {
    options.add(given);
    String text = query == null ? "" : query.at("query").toString();
    if (text.contains("broken")) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The disk is on fire.");
    }
    List<JsonValue> results = new ArrayList<>();
    int from = given.continuation() == null ? 0 : Integer.parseInt(given.continuation());
    int size = given.pageSize() < 0 ? 2 : given.pageSize();
    List<JsonObject> all =
        items.values().stream().filter(i -> query == null || text.contains(id(i))).toList();
    for (int i = from; i < Math.min(from + size, all.size()); i++) {
      results.add(all.get(i));
    }
    return new Page(results, from + size < all.size() ? Integer.toString(from + size) : null);
  }

  void add(String id, int n) {
    put(JsonObject.builder().put("id", id).put("n", n).build());
  }

  private JsonObject put(JsonObject document) {
    JsonObject stored =
        document
            .with("_etag", JsonString.of("v" + version++))
            .with("_self", JsonString.of(selfLink() + "/docs/" + id(document)))
            .with("_ts", JsonNumber.of(version));
    items.put(id(document), stored);
    return stored;
  }

  private JsonObject found(String link) {
    JsonObject item = items.get(link.substring(link.lastIndexOf('/') + 1));
    if (item == null) {
      throw new DatabaseException(ErrorCode.NOT_FOUND, "There is no such item.");
    }
    return item;
  }

  private static String id(JsonObject document) {
    return document.at("id") instanceof JsonString(String id) ? id : "";
  }
}
