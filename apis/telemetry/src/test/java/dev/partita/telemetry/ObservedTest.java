package dev.partita.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservedTest {

  private final RequestLog log = new RequestLog(1, null);

  private Observed observed(HttpHandler api, RequestPaths paths) {
    return new Observed(api, paths, "test", new RequestCounts("test"), log, new ManualClock(0));
  }

  private static Request request(String method, String path) {
    return new Request(method, path, "", Headers.empty(), new byte[0]);
  }

  private JsonObject newest() {
    return (JsonObject) ((JsonArray) log.list(1).at("requests")).at(0);
  }

  /** To observe a request never makes it fail. */
  @Property(tries = 500)
  void anyPathIsAnswered(@ForAll("paths") String path, @ForAll RequestPaths paths) {
    Observed api = observed(_ -> Response.of(400), paths);
    for (String method : new String[] {"GET", "POST", "OPTIONS"}) {
      assertThat(api.handle(request(method, path)).status()).isEqualTo(400);
    }
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.oneOf(
        Arbitraries.just("*"),
        Arbitraries.strings().withChars("/()'%2+ab$=,").ofMaxLength(20).map(text -> "/" + text),
        Arbitraries.strings()
            .withChars("/()ab")
            .ofMaxLength(12)
            .map(text -> "/dbs/d/colls/c/docs" + text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TABLE | /orders(PartitionKey='a',RowKey='1') | '' | orders | PartitionKey='a',RowKey='1'",
        "TABLE | /account/orders() | account | orders | ''",
        "TABLE | /account/Tables | account | Tables | ''",
        "NOSQL | /dbs/a%20b/colls/c+d/docs/e | a b | c+d | ''",
        "NOSQL | /dbs | '' | '' | ''",
      })
  void knowsWhatARequestIsAbout(
      RequestPaths paths, String path, String database, String container, String key) {
    assertThat(paths.target(request("GET", path)))
        .isEqualTo(new RequestPaths.Target(database, container, key));
  }

  @Test
  void whatIsThrownCountsAsItsStatus() {
    Observed api =
        observed(
            _ -> {
              throw new DatabaseException(ErrorCode.UNAVAILABLE, "Not now.");
            },
            RequestPaths.NOSQL);
    assertThatThrownBy(() -> api.handle(request("GET", "/dbs")))
        .isInstanceOf(DatabaseException.class);
    assertThat(newest().at("status")).isEqualTo(JsonNumber.of(503));
    Observed broken =
        observed(
            _ -> {
              throw new IllegalStateException("as the test wants");
            },
            RequestPaths.NOSQL);
    assertThatThrownBy(() -> broken.handle(request("GET", "/dbs")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(newest().at("status")).isEqualTo(JsonNumber.of(500));
  }
}
