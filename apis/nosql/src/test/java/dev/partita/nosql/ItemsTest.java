package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items by single requests. */
class ItemsTest {

  private static final String[] P = Api.key("['p']");
  private static final String ITEM = Api.DOCS + "/i";

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void livesFromCreateToDelete() {
    Answer created = api.post(Api.DOCS, "{'id':'i','pk':'p','n':1}", P).is(201);
    assertThat(created.etag()).isEqualTo(created.string("_etag"));
    assertThat(created.string("_attachments")).isEqualTo("attachments/");
    assertThat(created.header("x-ms-alt-content-path")).isEqualTo("dbs/db/colls/c");
    assertThat(created.header("x-ms-content-path"))
        .isEqualTo(api.get("/dbs/db/colls/c").string("_rid"));
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", P).is(409, 0);
    assertThat(api.get(ITEM, P).is(200).json()).isEqualTo(created.json());
    Answer replaced = api.put(ITEM, created.text().replace("\"n\":1", "\"n\":2"), P).is(200);
    assertThat(replaced.string("_rid")).isEqualTo(created.string("_rid"));
    assertThat(replaced.etag()).isNotEqualTo(created.etag());
    Answer patched = api.patch(ITEM, "[{'op':'incr','path':'/n','value':5}]", P).is(200);
    assertThat(patched.number("n")).isEqualTo(7);
    api.delete(ITEM, P).is(204);
    api.get(ITEM, P).is(404, 0);
    api.put(ITEM, "{'id':'i','pk':'p'}", P).is(404, 0);
    api.patch(ITEM, "[{'op':'incr','path':'/n','value':5}]", P).is(404, 0);
    api.delete(ITEM, P).is(404, 0);
  }

  @Test
  void upsertsWithTheStatusThatTellsWhatHappened() {
    String upsert = "x-ms-documentdb-is-upsert";
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", upsert, "True").is(201);
    Answer second = api.post(Api.DOCS, "{'id':'i','pk':'p','n':2}", upsert, "TRUE").is(200);
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", upsert, "true", "if-match", "\"old\"").is(412);
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", upsert, "true", "if-none-match", "*").is(412);
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", upsert, "true", "if-match", second.etag()).is(200);
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", upsert, "false").is(409);
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", upsert, "perhaps").is(400);
  }

  @Test
  void honoursConditions() {
    String etag = api.createItem("{'id':'i','pk':'p'}").etag();
    api.get(ITEM, Api.key("['p']", "if-none-match", etag)).is(304);
    api.get(ITEM, Api.key("['p']", "if-none-match", "*")).is(304);
    api.get(ITEM, Api.key("['p']", "if-none-match", "\"old\"")).is(200);
    String other = "\"old\"";
    api.put(ITEM, "{'id':'i','pk':'p'}", Api.key("['p']", "if-match", other)).is(412);
    api.delete(ITEM, Api.key("['p']", "if-match", other)).is(412);
    api.patch(ITEM, "[{'op':'set','path':'/a','value':1}]", Api.key("['p']", "if-match", other))
        .is(412);
    assertThat(api.get(ITEM, P).etag()).isEqualTo(etag);
    api.patch(ITEM, "[{'op':'set','path':'/a','value':1}]", Api.key("['p']", "if-match", "*"))
        .is(200);
    api.delete(ITEM, Api.key("['p']", "if-match", api.get(ITEM, P).etag())).is(204);
  }

  @Test
  void doesWithoutTheBodyWhereItsSenderDoes() {
    String[] minimal = Api.key("['p']", "prefer", "return=minimal");
    for (Answer written :
        new Answer[] {
          api.post(Api.DOCS, "{'id':'i','pk':'p'}", minimal).is(201),
          api.put(ITEM, "{'id':'i','pk':'p'}", minimal).is(200),
          api.patch(ITEM, "[{'op':'set','path':'/a','value':1}]", minimal).is(200),
        }) {
      assertThat(written.text()).isEmpty();
      assertThat(written.etag()).isNotEmpty();
      assertThat(written.session()).isNotEmpty();
      // By this name and the item together Python keeps sessions; by the name alone, badly.
      assertThat(written.header("x-ms-alt-content-path")).isNull();
      assertThat(written.header("x-ms-content-path")).isNotEmpty();
    }
    assertThat(api.get(ITEM, minimal).is(200).text()).isNotEmpty();
    assertThat(
            api.put(
                    ITEM,
                    "{'id':'i','pk':'p'}",
                    Api.key("['p']", "prefer", "return=representation"))
                .text())
        .isNotEmpty();
  }

  @Test
  void patchesUnderACondition() {
    api.createItem("{'id':'i','pk':'p','n':1}");
    String patch = "{'operations':[{'op':'set','path':'/m','value':1}],'condition':'%s'}";
    api.patch(ITEM, patch.formatted("from c where c.n = 2"), P).is(412);
    api.patch(ITEM, patch.formatted("from c where c.n = 1"), P).is(200);
    api.patch(ITEM, patch.formatted("where nonsense from"), P).is(400);
    api.patch(ITEM, "{'operations':[{'op':'set','path':'/pk','value':1}]}", P).is(400);
    api.patch(ITEM, "{'operations':[{'op':'set','path':'/id','value':'x'}]}", P).is(400);
    api.patch(ITEM, "{'operations':[{'op':'remove','path':'/none','value':null}]}", P).is(400);
  }

  @Test
  void requiresThePartitionKeyAndThatItIsTheItems() {
    api.createItem("{'id':'i','pk':'p'}");
    api.get(ITEM).is(400).says("x-ms-documentdb-partitionkey");
    api.delete(ITEM).is(400);
    api.get(ITEM, Api.key("['q']")).is(404);
    api.post(Api.DOCS, "{'id':'j','pk':'p'}", Api.key("['q']")).is(400, 1001);
    api.put(ITEM, "{'id':'i','pk':'q'}", P).is(400, 1001);
    assertThat(api.get(Api.DOCS).entries()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'x'", "5", "5.5", "true", "null", "-0.0", "1e300", "'\\u00e9'", "''"})
  void keepsItemsUnderKeysOfEveryType(String key) {
    api.post(Api.DOCS, "{'id':'i','pk':%s}".formatted(key), Api.key("[" + key + "]")).is(201);
    api.get(ITEM, Api.key("[" + key + "]")).is(200);
  }

  @Test
  void takesNumbersAsDoublesAndMissingKeysAsUndefined() {
    api.createItem("{'id':'i','pk':5}");
    api.get(ITEM, Api.key("[5.0]")).is(200);
    api.createItem("{'id':'i'}");
    api.createItem("{'id':'j','pk':{'a':1}}");
    api.get(ITEM, Api.key("[{}]")).is(200);
    api.get(Api.DOCS + "/j", Api.key("[{}]")).is(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p",
        "{}",
        "[]",
        "['p','q']",
        "[['p']]",
        "[{'a':1}]",
        "['p'",
        "'p'",
        "[undefined]",
        "[NaN]",
        "[1e999]",
        "5",
        "null",
        "['\\ud800']"
      })
  void refusesPartitionKeysThatAreNone(String key) {
    api.get(ITEM, Api.key(key)).is(400);
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", Api.key(key)).is(400);
    api.query(Api.DOCS, "SELECT * FROM c", Api.key(key)).is(400);
    api.get(Api.DOCS, Api.key(key, "a-im", "Incremental Feed")).is(400);
    api.post("/dbs/db/colls/c/operations/partitionkeydelete", "", Api.key(key)).is(400);
    assertThat(api.get(Api.DOCS).entries()).isEmpty();
  }

  @Test
  void refusesPartitionKeysThatAreTooLong() {
    String longest = "x".repeat(2048);
    api.post(Api.DOCS, "{'id':'i','pk':'%s'}".formatted(longest)).is(201);
    api.post(Api.DOCS, "{'id':'i','pk':'%sx'}".formatted(longest)).is(400);
    api.get(ITEM, Api.key("['%sx']".formatted(longest))).is(400);
  }

  @Test
  void deletesAllItemsOfAKey() {
    api.createItem("{'id':'a','pk':'p'}");
    api.createItem("{'id':'b','pk':'p'}");
    api.createItem("{'id':'a','pk':'q'}");
    String operation = "/dbs/db/colls/c/operations/partitionkeydelete";
    api.post(operation, "").is(400);
    api.post(operation, "", P).is(200);
    assertThat(api.get(Api.DOCS).entries()).hasSize(1);
    api.post("/dbs/db/colls/c/operations/other", "", P).is(404);
  }

  @Test
  void letsItemsExpire() {
    api.createContainer("{'id':'d','partitionKey':{'paths':['/pk']},'defaultTtl':10}");
    String docs = "/dbs/db/colls/d/docs";
    api.post(docs, "{'id':'a','pk':'p'}").is(201);
    api.post(docs, "{'id':'b','pk':'p','ttl':-1}").is(201);
    api.post(docs, "{'id':'c','pk':'p','ttl':100}").is(201);
    api.post(docs, "{'id':'e','pk':'p','ttl':0}").is(400);
    api.clock.advanceMillis(11_000);
    api.get(docs + "/a", P).is(404);
    assertThat(api.get(docs).ids()).containsExactlyInAnyOrder("b", "c");
    api.post(docs, "{'id':'a','pk':'p'}").is(201);
  }

  @Test
  void keepsUniqueKeysUnique() {
    api.createContainer(
        "{'id':'d','partitionKey':{'paths':['/pk']},"
            + "'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/mail']}]}}");
    assertThat(api.get("/dbs/db/colls/d").at("uniqueKeyPolicy").toString())
        .isEqualTo("{\"uniqueKeys\":[{\"paths\":[\"/mail\"]}]}");
    String docs = "/dbs/db/colls/d/docs";
    api.post(docs, "{'id':'a','pk':'p','mail':'m'}").is(201);
    api.post(docs, "{'id':'b','pk':'p','mail':'m'}").is(409, 0);
    api.post(docs, "{'id':'b','pk':'q','mail':'m'}").is(201);
    api.post(docs, "{'id':'b','pk':'p','mail':'n'}").is(201);
    api.put(docs + "/b", "{'id':'b','pk':'p','mail':'m'}", P).is(409, 0);
    api.patch(docs + "/b", "[{'op':'set','path':'/mail','value':'m'}]", P).is(409, 0);
  }

  @Test
  void knowsTheContainerThatTheClientMeans() {
    String rid = api.get("/dbs/db/colls/c").string("_rid");
    String header = "x-ms-cosmos-intended-collection-rid";
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", header, rid).is(201);
    api.delete("/dbs/db/colls/c").is(204);
    api.newContainer("c");
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", header, rid).is(400, 1024);
    api.get(ITEM, Api.key("['p']", header, rid)).is(400, 1024);
    api.query(Api.DOCS, "SELECT * FROM c", header, rid).is(400, 1024);
    api.get(Api.DOCS, "a-im", "Incremental Feed", header, rid).is(400, 1024);
    api.get(ITEM, P).is(404, 0);
  }

  @Test
  void refusesItemsThatAreTooLarge() {
    String text = "x".repeat(2 << 20);
    api.post(Api.DOCS, "{'id':'i','pk':'p','text':'%s'}".formatted(text)).is(413);
    api.get(ITEM, P).is(404);
  }

  @Test
  void refusesTriggersThatAreNotThere() {
    for (String header :
        new String[] {
          "x-ms-documentdb-pre-trigger-include", "x-ms-documentdb-post-trigger-include"
        }) {
      api.post(Api.DOCS, "{'id':'i','pk':'p'}", header, "t").is(404).says("triggers");
      api.delete(ITEM, Api.key("['p']", header, "t")).is(404);
      api.patch(
              ITEM,
              "{'operations':[{'op':'set','path':'/n','value':1}]}",
              Api.key("['p']", header, "t"))
          .is(404)
          .says("triggers");
    }
    api.get(ITEM, P).is(404);
  }
}
