package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and queries, page by page. */
class FeedsTest {

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
  void listsResourcesPageByPage() {
    List<String> names = IntStream.range(0, 7).mapToObj(i -> "u" + i).toList();
    names.forEach(name -> api.post("/dbs/db/users", "{'id':'%s'}".formatted(name)).is(201));
    assertThat(all("GET", "/dbs/db/users", "", 3)).containsExactlyElementsOf(names);
    assertThat(all("POST", "/dbs/db/users", "{\"query\":\"SELECT * FROM r\"}", 3))
        .containsExactlyElementsOf(names);
    assertThat(api.get("/dbs/db/users", "x-ms-max-item-count", "-1").entries()).hasSize(7);
    assertThat(api.get("/dbs/db/users", "x-ms-max-item-count", "2147483647").entries()).hasSize(7);
    assertThat(
            api.get("/dbs/db/users", "x-ms-continuation", "3", "x-ms-max-item-count", "2147483647")
                .entries())
        .hasSize(4);
    assertThat(api.get("/dbs/db/users", "x-ms-continuation", "").entries()).hasSize(7);
  }

  @Test
  void listsItemsPageByPageOverAllPartitions() {
    List<String> ids = IntStream.range(0, 25).mapToObj(i -> "i" + i).toList();
    ids.forEach(id -> api.createItem("{'id':'%s','pk':'%s'}".formatted(id, id)));
    api.split(0);
    assertThat(all("GET", Api.DOCS, "", 4)).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(all("POST", Api.DOCS, "{\"query\":\"SELECT * FROM c\"}", 4))
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void goesOnWithAPageAfterASplitAndTheParentsId() {
    List<String> ids = IntStream.range(0, 25).mapToObj(i -> "i" + i).toList();
    ids.forEach(id -> api.createItem("{'id':'%s','pk':'%s'}".formatted(id, id)));
    String range = "x-ms-documentdb-partitionkeyrangeid";
    Answer first =
        api.query(Api.DOCS, "SELECT * FROM c", range, "0", "x-ms-max-item-count", "10").is(200);
    List<String> seen = new ArrayList<>(first.ids());
    api.split(0);
    for (String token = first.continuation(); token != null; ) {
      Answer next =
          api.query(
                  Api.DOCS,
                  "SELECT * FROM c",
                  range,
                  "0",
                  "x-ms-max-item-count",
                  "10",
                  "x-ms-continuation",
                  token)
              .is(200);
      seen.addAll(next.ids());
      token = next.continuation();
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void findsWhatIsInASubrangeOfEffectiveKeys() {
    IntStream.range(0, 20).forEach(i -> api.createItem("{'id':'i%d','pk':'i%d'}".formatted(i, i)));
    String middle = "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF";
    List<String> left = api.query(Api.DOCS, "SELECT * FROM c", "x-ms-end-epk", middle).ids();
    List<String> right = api.query(Api.DOCS, "SELECT * FROM c", "x-ms-start-epk", middle).ids();
    assertThat(left).isNotEmpty().doesNotContainAnyElementsOf(right);
    assertThat(left.size() + right.size()).isEqualTo(20);
    assertThat(
            api.query(Api.DOCS, "SELECT * FROM c", "x-ms-start-epk", middle, "x-ms-end-epk", middle)
                .is(200)
                .entries())
        .isEmpty();
  }

  @Test
  void answersAQueryOfOneKeyFromThatKey() {
    api.createItem("{'id':'a','pk':'p'}");
    api.createItem("{'id':'b','pk':'q'}");
    assertThat(api.query(Api.DOCS, "SELECT * FROM c", Api.key("['p']")).ids()).containsExactly("a");
    assertThat(api.get(Api.DOCS, Api.key("['q']")).ids()).containsExactly("b");
  }

  @Test
  void givesScalarsAndMetrics() {
    api.createItem("{'id':'a','pk':'p','n':1}");
    Answer answer =
        api.query(
                Api.DOCS, "SELECT VALUE c.n FROM c", "x-ms-documentdb-populatequerymetrics", "True")
            .is(200);
    assertThat(answer.at("Documents").toString()).isEqualTo("[1]");
    assertThat(answer.require("x-ms-documentdb-query-metrics"))
        .contains("totalExecutionTimeInMs=", "retrievedDocumentCount=");
  }

  @Test
  void queriesComputedProperties() {
    api.createContainer(
        "{'id':'d','partitionKey':{'paths':['/pk']},"
            + "'computedProperties':[{'name':'twice','query':'SELECT VALUE c.n * 2 FROM c'}]}");
    String docs = "/dbs/db/colls/d/docs";
    api.post(docs, "{'id':'a','pk':'p','n':21}").is(201);
    assertThat(
            api.query(docs, "SELECT c.twice FROM c WHERE c.twice = 42")
                .is(200)
                .at("Documents")
                .toString())
        .isEqualTo("[{\"twice\":42}]");
    assertThat(api.get(docs + "/a", Api.key("['p']")).json().has("twice")).isFalse();
  }

  @Test
  void plansQueriesForClientsThatFanOut() {
    Answer plan =
        api.post(
                Api.DOCS,
                "{'query':'SELECT * FROM c ORDER BY c.n'}",
                "x-ms-cosmos-is-query-plan-request",
                "True",
                "x-ms-cosmos-supported-query-features",
                "OrderBy, MultipleOrderBy",
                "x-ms-continuation",
                "of a client, which is none of ours")
            .is(200);
    assertThat(plan.at("queryInfo.orderBy").toString()).isEqualTo("[\"Ascending\"]");
    assertThat(plan.at("queryRanges").toString()).contains("\"min\":\"\"", "\"max\":\"FF\"");
  }

  @Test
  void saysWhatIsWrongWithAQuery() {
    api.query(Api.DOCS, "SELECT * FORM c").is(400).says("SC1001");
    api.query("/dbs", "SELECT").is(400);
    api.post(Api.DOCS, "{'query':5}", "x-ms-documentdb-isquery", "true").is(400);
    api.post(Api.DOCS, "{'query':'SELECT 1','parameters':{}}", "x-ms-documentdb-isquery", "true")
        .is(400);
    api.post(
            Api.DOCS,
            "{'query':'SELECT 1','parameters':[{'name':'@a','value':1},{'name':'@a','value':2}]}",
            "x-ms-documentdb-isquery",
            "true")
        .is(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2", "x", "1.5", "99999999999", "true"})
  void refusesPageSizesThatAreNone(String size) {
    api.get("/dbs", "x-ms-max-item-count", size).is(400).says("x-ms-max-item-count");
    api.query(Api.DOCS, "SELECT * FROM c", "x-ms-max-item-count", size).is(400);
    api.get(Api.DOCS, "x-ms-max-item-count", size).is(400);
    api.get(Api.DOCS, "a-im", "Incremental Feed", "x-ms-max-item-count", size).is(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "x", "99999999999999", "{}", "[]", "{\"v\":1}", "null", "AAAA", "%00", "é"})
  void refusesContinuationsThatAreNone(String token) {
    api.get("/dbs", "x-ms-continuation", token).is(400).says("continuation");
    api.query(Api.DOCS, "SELECT * FROM c", "x-ms-continuation", token).is(400);
    api.get(Api.DOCS, "x-ms-continuation", token).is(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", ",", "7", "-1", "0,0", "99999999999", "0 1"})
  void refusesRangesThatAreNone(String range) {
    String header = "x-ms-documentdb-partitionkeyrangeid";
    int status = api.query(Api.DOCS, "SELECT * FROM c", header, range).status();
    assertThat(status).isBetween(range.isEmpty() ? 200 : 400, range.isEmpty() ? 200 : 404);
    assertThat(api.get(Api.DOCS, "a-im", "Incremental Feed", header, range).status())
        .isIn(range.isEmpty() ? List.of(200, 304) : List.of(400, 404));
  }

  @Test
  void takesRangesWithTheRidOfTheContainer() {
    api.createItem("{'id':'a','pk':'p'}");
    String rid = api.get("/dbs/db/colls/c").string("_rid");
    String header = "x-ms-documentdb-partitionkeyrangeid";
    assertThat(api.query(Api.DOCS, "SELECT * FROM c", header, rid + ",0").is(200).entries())
        .hasSize(1);
    api.query(Api.DOCS, "SELECT * FROM c", header, "AQAiEYAAAQA=,0").is(400, 1024);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "XY", "1F F", "-1", "0x00", "é"})
  void refusesEffectiveKeysThatAreNone(String key) {
    for (String header : new String[] {"x-ms-start-epk", "x-ms-end-epk"}) {
      api.query(Api.DOCS, "SELECT * FROM c", header, key).is(400);
      api.get(Api.DOCS, "a-im", "Incremental Feed", header, key).is(400);
    }
  }

  @Test
  void refusesARangeOfEffectiveKeysThatEndsBeforeItStarts() {
    api.query(Api.DOCS, "SELECT * FROM c", "x-ms-start-epk", "2F", "x-ms-end-epk", "1F").is(400);
  }

  private List<String> all(String method, String path, String body, int pageSize) {
    List<String> all = new ArrayList<>();
    String token = "";
    while (token != null) {
      Answer page =
          api.send(
              method,
              path,
              body,
              "x-ms-max-item-count",
              Integer.toString(pageSize),
              "x-ms-continuation",
              token,
              "x-ms-documentdb-isquery",
              Boolean.toString(method.equals("POST")));
      page.is(200);
      assertThat(page.entries().size()).isLessThanOrEqualTo(pageSize);
      all.addAll(page.ids());
      token = page.continuation();
    }
    return all;
  }

  @Test
  void givesAHundredItemsWhereTheClientDoesNotSayHowMany() {
    for (int i = 0; i < 120; i++) {
      api.createItem("{'id':'%d','pk':'p'}".formatted(i));
    }
    Answer first = api.get(Api.DOCS).is(200);
    assertThat(first.entries()).hasSize(100);
    Answer rest = api.get(Api.DOCS, "x-ms-continuation", first.require("x-ms-continuation"));
    assertThat(rest.is(200).entries()).hasSize(20);
    assertThat(rest.continuation()).isNull();
    assertThat(api.get(Api.DOCS, "x-ms-max-item-count", "-1").entries()).hasSize(120);
    assertThat(api.get(Api.DOCS, "x-ms-max-item-count", "110").entries()).hasSize(110);
  }
}
