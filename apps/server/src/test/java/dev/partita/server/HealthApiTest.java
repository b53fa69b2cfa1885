package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Router;
import dev.partita.protocol.Readiness;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HealthApiTest {

  private final AtomicReference<Readiness> readiness =
      new AtomicReference<>(new Readiness.NotReady("The log is being \"replayed\""));
  private final Router router = new Router(new HealthApi(readiness::get, "1.2").routes());

  @Test
  void isAliveBeforeItIsReady() {
    Response alive = ask("GET", "/alive");
    assertThat(alive.status()).isEqualTo(200);
    assertThat(text(alive)).isEqualTo("{\"status\":\"alive\",\"version\":\"1.2\"}");

    Response ready = ask("GET", "/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(text(ready))
        .isEqualTo(
            "{\"status\":\"not ready\",\"version\":\"1.2\","
                + "\"reason\":\"The log is being \\\"replayed\\\"\"}");
  }

  @Test
  void tellsItsStatusWhateverItIs() {
    assertThat(ask("GET", "/status").status()).isEqualTo(200);
    assertThat(text(ask("GET", "/status"))).isEqualTo(text(ask("GET", "/ready")));
    readiness.set(new Readiness.Ready(List.of()));
    assertThat(text(ask("GET", "/status"))).contains("\"status\":\"ready\"");
  }

  @Test
  void becomesReady() {
    readiness.set(new Readiness.Ready(List.of()));
    Response ready = ask("GET", "/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(text(ready)).isEqualTo("{\"status\":\"ready\",\"version\":\"1.2\"}");
    assertThat(ready.headers().first("cache-control")).isEqualTo("no-store");
    assertThat(ask("HEAD", "/ready").status()).isEqualTo(200);
  }

  @Test
  void warnsOfWhatIsNotAsItShouldBe() {
    readiness.set(new Readiness.Ready(List.of("The disk is slow", "Data is old")));
    Response ready = ask("GET", "/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(text(ready))
        .isEqualTo(
            "{\"status\":\"ready\",\"version\":\"1.2\",\"warning\":\"The disk is slow; Data is"
                + " old\"}");
  }

  @Test
  void isOnlyRead() {
    Response refused = ask("POST", "/ready");
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.headers().first("allow")).isEqualTo("GET, HEAD");
  }

  private Response ask(String method, String path) {
    return router.await(new Request(method, path, "", Headers.empty(), new byte[0]));
  }

  private static String text(Response response) {
    return new String(response.body(), UTF_8);
  }
}
