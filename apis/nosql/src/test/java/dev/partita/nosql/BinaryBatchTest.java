package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.nosql.hybridrow.HybridRows;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches in the binary form of .NET clients. */
class BinaryBatchTest {

  private static final String BODY = "resourceBody";

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
  void doesAllOfATransactionAndAnswersInTheSameForm() {
    Answer answer =
        atomic(
                HybridRows.operation(
                    HybridRows.CREATE, Map.of(BODY, "{\"id\":\"a\",\"pk\":\"p\",\"n\":1}")),
                HybridRows.operation(
                    HybridRows.UPSERT, Map.of(BODY, "{\"id\":\"b\",\"pk\":\"p\"}")),
                HybridRows.operation(HybridRows.READ, Map.of("id", "a")),
                HybridRows.operation(
                    HybridRows.PATCH,
                    Map.of(
                        "id",
                        "a",
                        BODY,
                        "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}")),
                HybridRows.operation(
                    HybridRows.REPLACE,
                    Map.of(
                        "id",
                        "b",
                        BODY,
                        "{\"id\":\"b\",\"pk\":\"p\",\"m\":1}",
                        "minimalReturnPreference",
                        true)),
                HybridRows.operation(HybridRows.DELETE, Map.of("id", "b")))
            .is(200);
    List<Map<String, Object>> results = HybridRows.results(answer.response().body());
    assertThat(statuses(results)).containsExactly(201, 201, 200, 200, 200, 204);
    assertThat(results.get(2).get(BODY)).asString().contains("\"id\":\"a\"", "\"_etag\"");
    assertThat(results.get(4)).containsKey("eTag").doesNotContainKey(BODY);
    assertThat(results.get(0).get("requestCharge")).isNotEqualTo(0.0);
    assertThat(answer.session()).isNotEmpty();
    assertThat(api.get(Api.DOCS + "/a", Api.key("['p']")).number("n")).isEqualTo(2);
  }

  @Test
  void doesNothingOfATransactionThatFails() {
    String etag = api.createItem("{'id':'taken','pk':'p'}").etag();
    Answer answer =
        atomic(
                HybridRows.operation(
                    HybridRows.CREATE, Map.of(BODY, "{\"id\":\"a\",\"pk\":\"p\"}")),
                HybridRows.operation(
                    HybridRows.DELETE, Map.of("id", "taken", "ifMatch", "\"other\"")))
            .is(207);
    List<Map<String, Object>> results = HybridRows.results(answer.response().body());
    assertThat(statuses(results)).containsExactly(424, 412);
    assertThat(results.get(1).get(BODY)).asString().contains("version");
    assertThat(api.get(Api.DOCS).ids()).containsExactly("taken");
    atomic(HybridRows.operation(HybridRows.DELETE, Map.of("id", "taken", "ifMatch", etag))).is(200);
  }

  @Test
  void doesWhatItCanOfABulk() {
    byte[] stream =
        HybridRows.stream(
            HybridRows.operation(
                HybridRows.CREATE,
                Map.of("partitionKey", "[\"p\"]", BODY, "{\"id\":\"a\",\"pk\":\"p\"}")),
            HybridRows.operation(
                HybridRows.CREATE, Map.of("partitionKey", "[\"q\"]", BODY, "not json")),
            HybridRows.operation(HybridRows.READ, Map.of("partitionKey", "[\"r\"]", "id", "none")));
    Answer answer =
        api.send(
                "POST",
                Api.DOCS,
                stream,
                "x-ms-cosmos-is-batch-request",
                "True",
                "x-ms-cosmos-batch-continue-on-error",
                "True",
                "x-ms-documentdb-partitionkeyrangeid",
                "0")
            .is(207);
    assertThat(statuses(HybridRows.results(answer.response().body())))
        .containsExactly(201, 400, 404);
    assertThat(api.get(Api.DOCS).ids()).containsExactly("a");
  }

  @Test
  void answersInJsonWhereTheWholeBatchIsRefused() {
    byte[] create =
        HybridRows.operation(HybridRows.CREATE, Map.of(BODY, "{\"id\":\"a\",\"pk\":\"p\"}"));
    byte[] stream = HybridRows.stream(create);
    stream[stream.length - 1] ^= 1;
    send(stream).is(400).says("CRC");
    send(HybridRows.stream()).is(400).says("no operations");
    byte[][] many = new byte[101][];
    Arrays.fill(many, create);
    send(HybridRows.stream(many)).is(400).says("100");
    send(new byte[] {(byte) 0x81}).is(400);
    send(HybridRows.record(create)).is(400);
    atomic(HybridRows.operation(3, Map.of("id", "a"))).is(400).says("operationType");
    assertThat(api.get(Api.DOCS).entries()).isEmpty();
  }

  @Test
  void refusesByNameWhatItDoesNotHonour() {
    for (String column : new String[] {"effectivePartitionKey", "binaryId"}) {
      atomic(HybridRows.operation(HybridRows.READ, Map.of("id", "a", column, "x")))
          .is(501)
          .says(column);
    }
    atomic(HybridRows.operation(HybridRows.READ, Map.of("id", "a", "timeToLiveInSeconds", 5)))
        .is(501)
        .says("timeToLiveInSeconds");
    Map<String, Object> create =
        Map.of(BODY, "{\"id\":\"a\",\"pk\":\"p\"}", "indexingDirective", "Exclude");
    atomic(HybridRows.operation(HybridRows.CREATE, create)).is(501).says("indexingDirective");
    atomic(
            HybridRows.operation(
                HybridRows.CREATE,
                Map.of(BODY, "{\"id\":\"a\",\"pk\":\"p\"}", "indexingDirective", "Include")))
        .is(200);
  }

  private Answer atomic(byte[]... operations) {
    return send(HybridRows.stream(operations));
  }

  private Answer send(byte[] stream) {
    return api.send(
        "POST",
        Api.DOCS,
        stream,
        Api.key(
            "['p']", "x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "True"));
  }

  private static List<Integer> statuses(List<Map<String, Object>> results) {
    return results.stream().map(BinaryBatchTest::status).toList();
  }

  private static int status(Map<String, Object> result) {
    return (Integer) Objects.requireNonNull(result.get("statusCode"));
  }
}
