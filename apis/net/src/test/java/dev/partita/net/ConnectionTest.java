package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a connection does with well-formed requests, byte by byte. */
@Timeout(30)
class ConnectionTest {

  private static final BlockingHandler PATH =
      request -> new Response(200, Headers.empty(), request.path().getBytes(UTF_8));

  @Test
  void answersPipelinedRequestsInTheirOrderOneAtATime() {
    var running = new AtomicInteger();
    var mostRunning = new AtomicInteger();
    BlockingHandler counting =
        request -> {
          mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
          running.decrementAndGet();
          return PATH.answer(request);
        };
    try (NetServer server = Servers.start(counting);
        RawClient client = Servers.connect(server)) {
      var requests = new StringBuilder();
      for (int i = 0; i < 500; i++) {
        requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      client.send(requests.toString());
      for (int i = 0; i < 500; i++) {
        assertThat(client.read().body()).isEqualTo("/" + i);
      }
      assertThat(mostRunning).hasValue(1);
    }
  }

  @Test
  void tellsARequestThatItsClientIsGone() throws InterruptedException {
    var began = new CountDownLatch(1);
    var noticed = new CountDownLatch(1);
    BlockingHandler patient =
        request -> {
          began.countDown();
          while (!request.abandoned().getAsBoolean()) {
            Thread.onSpinWait();
          }
          noticed.countDown();
          return PATH.answer(request);
        };
    try (NetServer server = Servers.start(patient)) {
      try (RawClient client = Servers.connect(server)) {
        client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
        began.await();
        assertThat(noticed.getCount()).isEqualTo(1);
      }
      noticed.await();
    }
  }

  @Test
  void understandsRequestsThatArriveInPieces() {
    try (NetServer server = Servers.start(Servers::echo);
        RawClient client = Servers.connect(server)) {
      for (char c : "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".toCharArray()) {
        client.send(String.valueOf(c));
      }
      assertThat(client.read().body()).isEqualTo("hello");
    }
  }

  @Test
  void joinsChunks() {
    try (NetServer server = Servers.start(Servers::echo);
        RawClient client = Servers.connect(server)) {
      client.send(
          """
          POST / HTTP/1.1\r
          Host: a\r
          Transfer-Encoding: chunked\r
          \r
          5\r
          hello\r
          6\r
           world\r
          0\r
          \r
          """);
      assertThat(client.read().body()).isEqualTo("hello world");
    }
  }

  @Test
  void asksForABodyOnceAndOnlyWhenAsked() {
    try (NetServer server = Servers.start(Servers::echo);
        RawClient client = Servers.connect(server)) {
      client.send(
          "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(100);
      client.send("ab");
      client.send("cd");
      RawClient.Answer answer = client.read();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("abcd");
    }
  }

  @Test
  void closesAfterARequestThatSaysSo() {
    try (NetServer server = Servers.start(PATH);
        RawClient client = Servers.connect(server)) {
      client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n");
      RawClient.Answer answer = client.read();
      assertThat(answer.body()).isEqualTo("/a");
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void closesAfterHttp10UnlessAskedNotTo() {
    try (NetServer server = Servers.start(PATH);
        RawClient closing = Servers.connect(server);
        RawClient keeping = Servers.connect(server)) {
      closing.send("GET /a HTTP/1.0\r\n\r\n");
      assertThat(closing.read().body()).isEqualTo("/a");
      assertThat(closing.atEnd()).isTrue();

      keeping.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      assertThat(keeping.read().headers()).containsEntry("connection", "keep-alive");
      keeping.send("GET /b HTTP/1.0\r\n\r\n");
      assertThat(keeping.read().body()).isEqualTo("/b");
    }
  }

  @Test
  void answersAClientThatHasClosedItsSide() {
    var closed = new CountDownLatch(1);
    BlockingHandler late =
        request -> {
          awaitUninterrupted(closed);
          return PATH.answer(request);
        };
    try (NetServer server = Servers.start(late);
        RawClient client = Servers.connect(server)) {
      client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n").finish();
      closed.countDown();
      assertThat(client.read().body()).isEqualTo("/a");
      assertThat(client.read().body()).isEqualTo("/b");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void closesWhenTheClientDoes() {
    try (NetServer server = Servers.start(PATH);
        RawClient client = Servers.connect(server)) {
      client.finish();
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void takesTheTargetOfAProxyRequestForItsPath() {
    try (NetServer server = Servers.start(PATH);
        RawClient client = Servers.connect(server)) {
      client.send("GET http://a.example:80/x/y?z HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("/x/y");
      client.send("GET http://a.example?z=/ HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("/");
      client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("*");
    }
  }

  @Test
  void doesNotReadFurtherThanItMayQueue() {
    var release = new CountDownLatch(1);
    BlockingHandler blocked =
        request -> {
          awaitUninterrupted(release);
          return new Response(200, Headers.empty(), new byte[request.body().length]);
        };
    // Together more than all connections may hold: reading them all would refuse the later ones.
    int count = 200;
    String request =
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(1000);
    var limits = new NetLimits(256, 512, 1_000, 100_000, 3, 4, 5, 5_000, 5_000, 5_000);
    try (NetServer server = Servers.start(blocked, limits);
        RawClient client = Servers.connect(server)) {
      client.send(request.repeat(count));
      release.countDown();
      for (int i = 0; i < count; i++) {
        assertThat(client.read().status()).as("answer %s", i).isEqualTo(200);
      }
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
