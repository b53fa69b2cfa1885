package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import org.junit.jupiter.api.Test;

class FrontDoorTest {

  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

  private final HttpHandler door = new FrontDoor((BlockingHandler) _ -> Response.of(204), "/page/");

  @Test
  void leadsBrowsersFromTheRootToThePage() {
    Response led = door.await(request("/", "accept", BROWSER));
    assertThat(led.status()).isEqualTo(302);
    assertThat(led.headers().first("location")).isEqualTo("/page/");
    assertThat(led.headers().first("vary")).isEqualTo("accept");
  }

  @Test
  void letsEverythingElsePass() {
    assertThat(door.await(request("/", "accept", "application/json")).status()).isEqualTo(204);
    assertThat(door.await(request("/", "accept", "text/html,*/*")).status()).isEqualTo(204);
    assertThat(door.await(request("/dbs", "accept", BROWSER)).status()).isEqualTo(204);
    assertThat(door.await(request("/")).status()).isEqualTo(204);
  }

  private static Request request(String path, String... headers) {
    return new Request("GET", path, "", Headers.of(headers), new byte[0]);
  }
}
