package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that concern every request. */
class HeadersTest {

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @MethodSource("dev.partita.nosql.UnsupportedHeaders#headers")
  void refusesByNameWhatIsNotHonoured(String header) {
    api.post(Api.DOCS, "{'id':'i','pk':'p'}", header, "something").is(501).says(header);
    api.get(Api.DOCS, header.toUpperCase(Locale.ROOT), "something").is(501).says(header);
    assertThat(api.get(Api.DOCS, header, "").is(200).entries()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "x-ms-cosmos-priority-level, High",
    "x-ms-indexing-directive, Include",
    "x-ms-read-key-type, EffectivePartitionKeyRange",
    "x-ms-cosmos-query-optimisticdirectexecute, false",
    "x-ms-enumeration-direction, Forward",
    "x-ms-cosmos-allow-tentative-writes, true",
    "x-ms-cosmos-sdk-supportedcapabilities, 31",
    "x-ms-noretry-449, true",
    "x-ms-something-new, whatever"
  })
  void letsPassWhatHappensAnywayOrIsNotKnown(String header, String value) {
    api.get(Api.DOCS, header, value).is(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2015-12-16", "2018-12-31", "2020-07-15", "2024-06-06", "2099-01-01", "x"})
  void servesClientsOfEveryVersion(String version) {
    api.get("/", "x-ms-version", version).is(200);
    api.get(Api.DOCS, "x-ms-version", version).is(200);
  }

  @Test
  void namesEveryRequestAlsoWhereItsSenderDoesNot() {
    for (String path : new String[] {"/", "/dbs/none", "/dbs/%zz"}) {
      Response response =
          api.handler.await(
              new Request(
                  "GET", path, "", Headers.of("host", "h", "x-ms-activity-id", " "), new byte[0]));
      assertThat(response.headers().first("x-ms-activity-id")).hasSize(36);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "é", "\ud83d\ude00", "a\tb", "LONG"})
  void givesANameOfItsOwnToARequestWhoseNameCouldNotStandInALog(String name) {
    String given = name.equals("LONG") ? "x".repeat(129) : name;
    for (String usual : new String[] {given, "x".repeat(128), "6f0-A_b~!"}) {
      Response response =
          api.handler.await(
              new Request(
                  "GET", "/", "", Headers.of("host", "h", "x-ms-activity-id", usual), new byte[0]));
      String answered = response.headers().first("x-ms-activity-id");
      if (usual.equals(given)) {
        assertThat(answered).hasSize(36);
      } else {
        assertThat(answered).isEqualTo(usual);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dbs/%",
        "/dbs/%2",
        "/dbs/%zz",
        "/dbs/%ff%fe",
        "/dbs/a%2Fb",
        "/dbs%2Fcolls",
        "/dbs/a%5Cb",
        "/dbs/db%2Fcolls%2Fc/docs",
        "/dbs/db/colls%2Fc%2Fdocs/x"
      })
  void refusesPathsThatAreNotWellEncoded(String path) {
    api.get(path).is(400);
    api.post(path, "{'id':'x'}").is(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"maybe", "1", "yes"})
  void refusesFlagsThatAreNeitherTrueNorFalse(String value) {
    for (String header :
        new String[] {
          "x-ms-cosmos-is-query-plan-request",
          "x-ms-cosmos-is-batch-request",
          "x-ms-documentdb-isquery",
          "x-ms-documentdb-is-upsert"
        }) {
      api.post(Api.DOCS, "{'id':'i','pk':'p'}", header, value).is(400).says(header);
    }
    api.get("/dbs/db/colls/c", "x-ms-documentdb-populatequotainfo", value).is(400);
    assertThat(api.get(Api.DOCS).entries()).isEmpty();
  }

  @Test
  void refusesTriggersWhereNoneRun() {
    for (String header :
        new String[] {
          "x-ms-documentdb-pre-trigger-include", "x-ms-documentdb-post-trigger-include"
        }) {
      api.post(
              Api.DOCS,
              "[{'operationType':'Create','resourceBody':{'id':'i','pk':'p'}}]",
              Api.key("['p']", "x-ms-cosmos-is-batch-request", "true", header, "t"))
          .is(400)
          .says(header);
    }
    assertThat(api.get(Api.DOCS).entries()).isEmpty();
  }

  @Test
  void refusesByNameWhatIsNotHonouredInABatch() {
    api.post(
            Api.DOCS,
            "[{'operationType':'Create','timeToLiveInSeconds':5,'resourceBody':"
                + "{'id':'i','pk':'p'}}]",
            Api.key("['p']", "x-ms-cosmos-is-batch-request", "true"))
        .is(501)
        .says("timeToLiveInSeconds");
    assertThat(api.get(Api.DOCS).entries()).isEmpty();
  }
}
