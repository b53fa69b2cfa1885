package dev.partita.script;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Warm-up of the JavaScript engine before the first user's script: a short run of common
 * operations. Most of the time of a first script goes into loading and linking classes.
 */
final class WarmUp {

  private static final int ROUNDS = 3;

  private static final String PROCEDURE =
      """
      function (items) {
        const collection = getContext().getCollection(), response = getContext().getResponse();
        let made = 0;
        function createNext() {
          if (!collection.createDocument(collection.getSelfLink(), items[made], created)) response.setBody(made);
        }
        function created(error, item) {
          if (error) throw error;
          console.log('made %s', item.id);
          if (++made < items.length) return createNext();
          collection.queryDocuments(collection.getSelfLink(), 'SELECT * FROM c', { pageSize: 10 }, (_, found) => {
            for (const each of found) collection.replaceDocument(each._self, { ...each, seen: true }, { etag: each._etag });
            response.setBody({ made, ids: found.map((each) => each.id).join() });
          });
        }
        createNext();
      }
      """;

  private static final String FUNCTION =
      "function (item, n) { return item.id.length > 1 || n % 2 === 0; }";

  private WarmUp() {}

  /**
   * Runs the scripts of the warm-up, which have no effect.
   *
   * @param enough whether to stop early, because a user's script waits
   */
  static void of(Executions executions, BooleanSupplier enough) {
    JsonObject item =
        JsonObject.builder().put("id", "1").put("_self", "dbs/a/colls/b/docs/c/").build();
    Script procedure = executions.compile("warmup", PROCEDURE);
    Script function = executions.compile("warmup", FUNCTION);
    JsonObject setup =
        JsonObject.builder()
            .put("kind", "Procedure")
            .put("self", Echo.LINK)
            .put("alt", Echo.LINK)
            .put("bodyMax", 1000)
            .build();
    JsonArray arguments = JsonArray.of(List.of(JsonArray.of(List.of(item, item))));
    for (int i = 0; i < ROUNDS && !enough.getAsBoolean(); i++) {
      executions.run(procedure, setup, arguments, new Echo(item), true);
      if (enough.getAsBoolean()) {
        return;
      }
      try (FunctionCalls calls = executions.functions(_ -> function)) {
        calls.call("warmup", List.of(item, JsonNumber.of(i)));
      }
    }
  }

  /** Container in which every item is the given one. */
  private record Echo(JsonObject item) implements ScriptHost {

    private static final String LINK = "dbs/a/colls/b";

    @Override
    public String selfLink() {
      return LINK;
    }

    @Override
    public String altLink() {
      return LINK;
    }

    @Override
    public Quota quota() {
      return new Empty();
    }

    @Override
    public boolean accepts(long work) {
      return true;
    }

    @Override
    public void worked(long units) {
      // The warm-up is not charged.
    }

    @Override
    public JsonObject create(JsonObject document, Options options) {
      return document;
    }

    @Override
    public JsonObject upsert(JsonObject document, Options options) {
      return document;
    }

    @Override
    public JsonObject replace(String link, JsonObject document, Options options) {
      return document.with("link", JsonString.of(link));
    }

    @Override
    public void delete(String link, Options options) {
      // Deletes are ignored.
    }

    @Override
    public JsonObject read(String link, Options options) {
      return item;
    }

    @Override
    public Page query(@Nullable JsonObject query, Options options) {
      return new Page(List.of(item), null);
    }
  }

  /** An empty quota. */
  private record Empty() implements ScriptHost.Quota {

    @Override
    public String usage() {
      return "";
    }

    @Override
    public String limits() {
      return "";
    }

    @Override
    public long sizeMegabytes() {
      return 0;
    }

    @Override
    public long limitMegabytes() {
      return 0;
    }
  }
}
