package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.nosql.hybridrow.HybridRows;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Documents in which a property is named more than once: the last one counts, for all who read them
 * later, and for what the service itself looks at.
 */
class RepeatedNamesTest {

  /** Belongs to the key {@code p}, and has the id {@code i}. */
  private static final String REPEATED =
      "{'id':'wrong','n':1,'pk':'q','id':'i','in':{'a':1,'a':[{'b':2,'b':3}]},'_ts':1,'pk':'p',"
          + "'ttl':-5,'_etag':'x','ttl':1000,'_etag':'y','n':'last'}";

  private static final String[] P = Api.key("['p']");
  private static final String[] UPSERT = {"x-ms-documentdb-is-upsert", "true"};
  private static final String[] BATCH = {
    "x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "True"
  };

  private Api api;

  @BeforeEach
  void open() {
    api = Api.open();
    api.createContainer(
        "{'id':'c','partitionKey':{'paths':['/pk'],'version':2},'defaultTtl':-1,"
            + "'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/n']}]}}");
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void areCreatedUpsertedAndReplaced() {
    api.post(Api.DOCS, REPEATED).is(201);
    requireStored();
    api.post(Api.DOCS, REPEATED, UPSERT).is(200);
    requireStored();
    api.put(Api.DOCS + "/i", REPEATED, P).is(200);
    requireStored();
    // The other properties of the same names are of no one's.
    api.get(Api.DOCS + "/wrong", P).is(404);
    api.get(Api.DOCS + "/i", Api.key("['q']")).is(404);
    api.post(Api.DOCS, REPEATED, Api.key("['q']")).is(400);
    api.post(Api.DOCS, "{'id':'free','pk':'p','n':1}").is(201);
    api.post(Api.DOCS, "{'id':'taken','pk':'p','n':1,'n':'last'}").is(409);
  }

  @Test
  void comeInBatches() {
    String create =
        "{'operationType':'Read','operationType':'Create','resourceBody':" + REPEATED + "}";
    api.post(Api.DOCS, "[" + create + "]", Api.key("['p']", BATCH)).is(200);
    requireStored();
    api.post(
            Api.DOCS,
            "[{'operationType':'Upsert','partitionKey':'[\\'p\\']','resourceBody':%s}]"
                .formatted(REPEATED)
                .replace("\\'", "\\\""),
            "x-ms-cosmos-is-batch-request",
            "True",
            "x-ms-documentdb-partitionkeyrangeid",
            "0")
        .is(200);
    requireStored();
    byte[] rows =
        HybridRows.stream(
            HybridRows.operation(
                HybridRows.UPSERT, Map.of("resourceBody", REPEATED.replace('\'', '"'))));
    api.send("POST", Api.DOCS, rows, Api.key("['p']", BATCH)).is(200);
    requireStored();
  }

  @Test
  void comeInPatches() {
    api.createItem("{'id':'i','pk':'p','ttl':1000}");
    api.patch(
            Api.DOCS + "/i",
            "[{'op':'set','path':'/wrong','path':'/in','value':1,"
                + "'value':{'a':1,'a':[{'b':2,'b':3}]}},"
                + "{'op':'set','path':'/n','value':{'x':1,'x':2},'value':'last'}]",
            P)
        .is(200);
    requireStored();
  }

  @Test
  void comeToScripts() {
    api.register(
        "sprocs",
        "p",
        "function (given) { getContext().getCollection().createDocument("
            + "getContext().getCollection().getSelfLink(), given); }",
        "");
    api.post("/dbs/db/colls/c/sprocs/p", "[" + REPEATED + "]", P).is(200);
    requireStored();
  }

  private void requireStored() {
    String whole = api.get(Api.DOCS + "/i", P).is(200).text();
    assertThat(whole).contains("\"in\":{\"a\":[{\"b\":3}]}").contains("\"n\":\"last\"");
    for (String name : new String[] {"id", "pk", "n", "in", "ttl", "_ts", "_etag", "_rid"}) {
      assertThat(whole.split("\"" + name + "\":", -1)).as(name).hasSize(2);
    }
    String found =
        api.query(
                Api.DOCS,
                "SELECT VALUE [c.id, c.pk, c.n, c[\"in\"].a[0].b, c.ttl] FROM c WHERE c.n ="
                    + " \"last\" AND c.pk = \"p\"",
                P)
            .is(200)
            .text();
    assertThat(found).contains("[\"i\",\"p\",\"last\",3,1000]");
    assertThat(api.query(Api.DOCS, "SELECT * FROM c WHERE c.n = 1", P).ids()).doesNotContain("i");
  }

  @Test
  void canBeOfAnyLength() {
    String text = "{\"id\":\"i\",\"pk\":\"p\"" + ",\"a\":1".repeat(50_000) + ",\"a\":2}";
    api.send("POST", Api.DOCS, text.getBytes(UTF_8)).is(201);
    assertThat(api.get(Api.DOCS + "/i", P).number("a")).isEqualTo(2);
  }
}
