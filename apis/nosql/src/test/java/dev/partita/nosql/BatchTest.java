package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches in JSON. */
class BatchTest {

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
  void doesAllOfATransaction() {
    Answer answer =
        atomic(
                "[{'operationType':'Create','resourceBody':{'id':'a','pk':'p','n':1}},"
                    + "{'operationType':'Upsert','resourceBody':{'id':'b','pk':'p'}},"
                    + "{'operationType':'Read','id':'a'},"
                    + "{'operationType':'Patch','id':'a','resourceBody':{'operations':[{'op':'incr','path':'/n','value':1}],'condition':'from"
                    + " c where c.n = 1'}},"
                    + "{'operationType':'Replace','id':'b','resourceBody':{'id':'b','pk':'p','m':1}},"
                    + "{'operationType':'Delete','id':'b'}]")
            .is(200);
    assertThat(statuses(answer)).containsExactly(201, 201, 200, 200, 200, 204);
    JsonObject read = (JsonObject) answer.array().at(2);
    assertThat(((JsonObject) read.at("resourceBody")).at("id").toString()).isEqualTo("\"a\"");
    assertThat(read.has("eTag")).isTrue();
    assertThat(read.has("requestCharge")).isTrue();
    assertThat(api.get(Api.DOCS + "/a", Api.key("['p']")).number("n")).isEqualTo(2);
    api.get(Api.DOCS + "/b", Api.key("['p']")).is(404);
  }

  @Test
  void doesNothingOfATransactionThatFails() {
    api.createItem("{'id':'taken','pk':'p'}");
    Answer answer =
        atomic(
                "[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}},"
                    + "{'operationType':'Create','resourceBody':{'id':'taken','pk':'p'}},"
                    + "{'operationType':'Create','resourceBody':{'id':'b','pk':'p'}}]")
            .is(207);
    assertThat(statuses(answer)).containsExactly(424, 409, 424);
    assertThat(((JsonObject) answer.array().at(1)).at("requestCharge").toString())
        .isEqualTo(answer.header("x-ms-request-charge"));
    assertThat(api.get(Api.DOCS).ids()).containsExactly("taken");
  }

  @Test
  void readsWhatTheSessionHasSeen() {
    api.createItem("{'id':'a','pk':'p'}");
    String[] ahead = {"x-ms-session-token", "0:-1#5000"};
    atomic("[{'operationType':'Read','id':'a'}]", ahead).is(404, 1002);
    atomic("[{'operationType':'Delete','id':'a'}]", ahead).is(200);
  }

  @Test
  void honoursConditionsOfOperations() {
    String etag = api.createItem("{'id':'a','pk':'p'}").etag();
    String escaped = etag.replace("\"", "\\\"");
    assertThat(statuses(atomic("[{'operationType':'Delete','id':'a','ifMatch':'\\\"old\\\"'}]")))
        .containsExactly(412);
    assertThat(
            statuses(atomic("[{'operationType':'Read','id':'a','ifNoneMatch':'" + escaped + "'}]")))
        .containsExactly(304);
    assertThat(statuses(atomic("[{'operationType':'Read','id':'a','ifMatch':'" + escaped + "'}]")))
        .containsExactly(304);
    assertThat(
            statuses(atomic("[{'operationType':'Delete','id':'a','ifMatch':'" + escaped + "'}]")))
        .containsExactly(204);
  }

  @Test
  void leavesOutItemsThatNobodyWants() {
    Answer answer =
        atomic(
            "[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'},"
                + "'minimalReturnPreference':true},{'operationType':'Create',"
                + "'resourceBody':{'id':'b','pk':'p'}},{'operationType':'Read','id':'a'}]");
    assertThat(((JsonObject) answer.array().at(0)).has("resourceBody")).isFalse();
    assertThat(((JsonObject) answer.array().at(1)).has("resourceBody")).isTrue();
    Answer minimal =
        atomic(
            "[{'operationType':'Upsert','resourceBody':{'id':'b','pk':'p'}},"
                + "{'operationType':'Read','id':'a'}]",
            "prefer",
            "return=minimal");
    assertThat(((JsonObject) minimal.array().at(0)).has("resourceBody")).isFalse();
    assertThat(((JsonObject) minimal.array().at(1)).has("resourceBody")).isTrue();
  }

  @Test
  void doesWhatItCanOfABulk() {
    api.createItem("{'id':'taken','pk':'p'}");
    String bulk =
        "[{'operationType':'Create','partitionKey':'[\\'p\\']','resourceBody':{'id':'taken','pk':'p'}},"
            + "{'operationType':'Create','partitionKey':'[\\'q\\']','resourceBody':{'id':'a','pk':'q'}},"
            + "{'operationType':'Read','partitionKey':'[\\'r\\']','id':'none'},"
            + "{'operationType':'Create','partitionKey':'[\\'x\\']','resourceBody':{'id':'a','pk':'y'}},"
            + "{'operationType':'Create','resourceBody':{'id':'a','pk':'z'}}]";
    Answer answer = bulk(bulk, "x-ms-cosmos-batch-continue-on-error", "true").is(207);
    assertThat(statuses(answer)).containsExactly(409, 201, 404, 400, 400);
    assertThat(((JsonObject) answer.array().at(3)).at("subStatusCode"))
        .isEqualTo(JsonNumber.of(1001));
    double total = 0;
    for (JsonValue row : answer.array()) {
      double charge = ((JsonNumber) ((JsonObject) row).at("requestCharge")).doubleValue();
      assertThat(charge).isGreaterThanOrEqualTo(1);
      total += charge;
    }
    assertThat(Double.parseDouble(answer.require("x-ms-request-charge")))
        .isCloseTo(total, within(0.001));
    assertThat(statuses(bulk(bulk, "x-ms-cosmos-batch-continue-on-error", "false")))
        .containsExactly(409, 424, 424, 424, 424);
    assertThat(api.get(Api.DOCS).entries()).hasSize(2);
  }

  @Test
  void keepsOperationsToTheKeyOfTheHeader() {
    String bulk =
        "[{'operationType':'Create','partitionKey':'[\\'q\\']','resourceBody':{'id':'a','pk':'q'}}]";
    String escaped = bulk.replace("\\'", "\\\"");
    assertThat(
            statuses(
                api.post(
                    Api.DOCS, escaped, Api.key("['p']", "x-ms-cosmos-is-batch-request", "true"))))
        .containsExactly(400);
    atomic(escaped).is(400);
    assertThat(api.get(Api.DOCS).entries()).isEmpty();
  }

  @Test
  void hasLimits() {
    atomic("[]").is(400).says("Batch request has no operations.");
    atomic(creates(100)).is(200);
    atomic(creates(101))
        .is(400)
        .says("Batch request has more operations than what is supported.")
        .says("100");
    bulk(creates(101)).is(400);
    String text = "x".repeat(1 << 20);
    atomic(
            "[{'operationType':'Create','resourceBody':{'id':'l1','pk':'p','t':'%s'}},"
                    .formatted(text)
                + "{'operationType':'Create','resourceBody':{'id':'l2','pk':'p','t':'%s'}}]"
                    .formatted(text))
        .is(413);
    api.get(Api.DOCS + "/l1", Api.key("['p']")).is(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "5",
        "[5]",
        "[[]]",
        "[{}]",
        "[{'operationType':5}]",
        "[{'operationType':'Other','id':'a'}]",
        "[{'operationType':'create','resourceBody':{}}]",
        "[{'operationType':'Read'}]",
        "[{'operationType':'Read','id':5}]",
        "[{'operationType':'Create'}]",
        "[{'operationType':'Create','resourceBody':[]}]",
        "[{'operationType':'Create','resourceBody':'{}'}]",
        "[{'operationType':'Delete','id':'a','ifMatch':5}]",
        "[{'operationType':'Delete','id':'a','ifNoneMatch':{}}]",
        "[{'operationType':'Delete','id':'a','minimalReturnPreference':'true'}]",
        "[{'operationType':'Delete','id':'a','partitionKey':['p']}]",
        "[{'operationType':'Patch','id':'a','resourceBody':{}}]",
        "[{'operationType':'Patch','id':'a','resourceBody':[{'op':'nothing'}]}]",
        "[{'operationType':'Delete','id':'a'}"
      })
  void refusesBatchesThatAreNone(String json) {
    api.createItem("{'id':'a','pk':'p'}");
    atomic(json).is(400);
    Answer bulk = bulk(json);
    assertThat(bulk.status()).isIn(400, 207);
    if (bulk.status() == 207) {
      assertThat(statuses(bulk)).containsExactly(400);
    }
    assertThat(api.get(Api.DOCS).entries()).hasSize(1);
  }

  @Test
  void refusesAtomicBatchesWithoutAKey() {
    api.post(
            Api.DOCS,
            creates(1),
            "x-ms-cosmos-is-batch-request",
            "true",
            "x-ms-cosmos-batch-atomic",
            "true")
        .is(400);
  }

  private Answer atomic(String json, String... headers) {
    return api.post(
        Api.DOCS,
        json,
        Api.key(
            "['p']",
            Api.join(
                headers,
                "x-ms-cosmos-is-batch-request",
                "true",
                "x-ms-cosmos-batch-atomic",
                "true")));
  }

  private Answer bulk(String json, String... headers) {
    return api.post(
        Api.DOCS,
        json.replace("\\'", "\\\""),
        Api.join(
            headers,
            "x-ms-cosmos-is-batch-request",
            "True",
            "x-ms-documentdb-partitionkeyrangeid",
            "0"));
  }

  private static String creates(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> "{'operationType':'Create','resourceBody':{'id':'%d','pk':'p'}}".formatted(i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static List<Integer> statuses(Answer answer) {
    JsonArray rows = answer.array();
    return rows.elements().stream().map(BatchTest::status).toList();
  }

  private static int status(JsonValue row) {
    return (int) ((JsonNumber) ((JsonObject) row).at("statusCode")).longValue();
  }
}
