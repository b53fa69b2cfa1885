package dev.partita.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RouterTest {

  private static final Router ROUTER =
      new Router(
          Map.of(
              "/ready", request -> Response.of(201),
              "/dbs", request -> Response.of(202),
              "/dbs/special", request -> Response.of(203),
              "/files/", request -> Response.of(204)));

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
    var all = new Router(Map.of("/", request -> Response.of(200)));
    assertThat(all.handle(request("/any/thing")).status()).isEqualTo(200);
  }

  @Test
  void refusesRoutesThatNoPathCouldMatch() {
    assertThatThrownBy(() -> new Router(Map.of("ready", request -> Response.of(200))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int status(String path) {
    return ROUTER.handle(request(path)).status();
  }

  private static Request request(String path) {
    return new Request("GET", path, "", Headers.empty(), new byte[0]);
  }
}
