package dev.partita.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RouterTest {

  private static final Router ROUTER =
      new Router(
          Map.of(
              "/ready", answering(201),
              "/dbs", answering(202),
              "/dbs/special", answering(203),
              "/files/", answering(204)));

  @Test
  void findsTheLongestBeginningThatEndsAtASlash() {
    assertThat(status("/ready")).isEqualTo(201);
    assertThat(status("/ready/x")).isEqualTo(201);
    assertThat(status("/dbs/a")).isEqualTo(202);
    assertThat(status("/dbs/special")).isEqualTo(203);
    assertThat(status("/dbs/special/x")).isEqualTo(203);
    assertThat(status("/dbs/specially")).isEqualTo(202);
    assertThat(status("/files/a")).isEqualTo(204);
  }

  @Test
  void knowsNothingElse() {
    for (String path : new String[] {"/", "/readyx", "/files", "/DBS", "*"}) {
      assertThatThrownBy(() -> status(path))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
          .hasMessageContaining(path);
    }
  }

  @Test
  void takesASlashForEverything() {
    var all = new Router(Map.of("/", answering(200)));
    assertThat(all.await(request("/any/thing")).status()).isEqualTo(200);
  }

  @Test
  void refusesRoutesThatNoPathCouldMatch() {
    assertThatThrownBy(() -> new Router(Map.of("ready", answering(200))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int status(String path) {
    return ROUTER.await(request(path)).status();
  }

  private static Request request(String path) {
    return new Request("GET", path, "", Headers.empty(), new byte[0]);
  }

  private static HttpHandler answering(int status) {
    return request -> CompletableFuture.completedFuture(Response.of(status));
  }
}
