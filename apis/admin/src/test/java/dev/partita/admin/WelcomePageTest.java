package dev.partita.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.Headers;
import dev.partita.net.Request;
import dev.partita.net.Response;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WelcomePageTest {

  private final AtomicReference<Readiness> readiness =
      new AtomicReference<>(new Readiness.NotReady("Patience"));
  private final WelcomePage page = new WelcomePage(readiness::get, "1.2");

  @Test
  void isThereWhenTheServerIsReady() {
    assertThat(ask("/_explorer/index.html").status()).isEqualTo(503);
    assertThat(new String(ask("/_explorer/index.html").body(), UTF_8)).contains("Patience");
    readiness.set(new Readiness.Ready());
    Response answer = ask("/_explorer/index.html");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers().first("content-type")).startsWith("text/html");
    assertThat(new String(answer.body(), UTF_8)).contains("Partita 1.2", "/_explorer/emulator.pem");
  }

  @Test
  void isFoundFromTheFolderAndNowhereElse() {
    for (String path : new String[] {"/_explorer", "/_explorer/"}) {
      assertThat(ask(path).status()).isEqualTo(302);
      assertThat(ask(path).headers().first("location")).isEqualTo("/_explorer/index.html");
    }
    assertThat(ask("/_explorer/other").status()).isEqualTo(404);
  }

  private Response ask(String path) {
    return page.handle(new Request("GET", path, "", Headers.empty(), new byte[0]));
  }
}
