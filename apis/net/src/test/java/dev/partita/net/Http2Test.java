package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP/2 over TLS, with a client that many use. */
@Timeout(60)
class Http2Test {

  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());

  @Test
  void isSpokenByWhoeverKnowsIt() throws Exception {
    BlockingHandler handler =
        request ->
            new Response(
                201,
                Headers.of("X-Blank", "  between  ", "X-Two", "a", "X-Two", "b"),
                (request.method()
                        + request.path()
                        + "?"
                        + request.query()
                        + request.secure()
                        + request.headers().first("host")
                        + request.headers().first("X-MIXED"))
                    .getBytes(UTF_8));
    try (NetServer server = start(handler);
        HttpClient client = client()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(uri(server, "/a/b?c=d")).header("x-Mixed", "y").build(),
              BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(answer.statusCode()).isEqualTo(201);
      assertThat(answer.body())
          .isEqualTo("GET/a/b?c=dtruelocalhost:" + Servers.address(server).getPort() + "y");
      assertThat(answer.headers().firstValue("x-blank")).hasValue("between");
      assertThat(answer.headers().allValues("x-two")).containsExactly("a", "b");
      assertThat(answer.headers().firstValue("date")).isPresent();
      assertThat(answer.headers().firstValue("content-length")).isPresent();
    }
  }

  @Test
  void answersManyAtOnceOverOneConnection() throws Exception {
    int count = 2_000;
    try (NetServer server = start(Servers::echo);
        HttpClient client = client()) {
      assertThat(post(client, server, "first").body()).isEqualTo("first");
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        answers.add(
            client.sendAsync(
                HttpRequest.newBuilder(uri(server, "/"))
                    .POST(BodyPublishers.ofString("body " + i))
                    .build(),
                BodyHandlers.ofString()));
        if (i % 80 == 79) {
          // This client fails instead of waiting when the server allows no more streams.
          answers.getLast().join();
          answers.forEach(CompletableFuture::join);
        }
      }
      for (int i = 0; i < count; i++) {
        assertThat(answers.get(i).get().body()).isEqualTo("body " + i);
      }
      assertThat(server.openConnections()).isEqualTo(1);
      assertThat(server.bufferedBytesLeft()).isEqualTo(NetLimits.standard().bufferedBytes());
    }
  }

  @Test
  void carriesOutRequestsOfOneConnectionAtTheSameTime() throws Exception {
    var together = new CountDownLatch(20);
    BlockingHandler meeting =
        request -> {
          together.countDown();
          await(together);
          return Response.of(204);
        };
    try (NetServer server = start(meeting);
        HttpClient client = client()) {
      List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        answers.add(
            client.sendAsync(
                HttpRequest.newBuilder(uri(server, "/")).build(), BodyHandlers.discarding()));
      }
      for (var answer : answers) {
        assertThat(answer.get().statusCode()).isEqualTo(204);
      }
    }
  }

  @Test
  void carriesBigBodiesBothWays() throws Exception {
    byte[] body = new byte[NetLimits.standard().bodyBytes()];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) (i * 31);
    }
    try (NetServer server = start(Servers::echo);
        HttpClient client = client()) {
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        answers.add(
            client.sendAsync(
                HttpRequest.newBuilder(uri(server, "/"))
                    .POST(BodyPublishers.ofByteArray(body))
                    .build(),
                BodyHandlers.ofByteArray()));
      }
      for (var answer : answers) {
        assertThat(answer.get().body()).isEqualTo(body);
      }
      while (server.bufferedBytesLeft() != NetLimits.standard().bufferedBytes()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void refusesWhatIsTooMuch() throws Exception {
    NetLimits limits = new NetLimits(256, 512, 1_000, 4_000, 3, 4, 5, 5_000, 5_000, 5_000);
    try (NetServer server = Servers.startSecure(Servers::echo, limits, IDENTITY);
        HttpClient client = client()) {
      assertThat(post(client, server, "x".repeat(1_000)).statusCode()).isEqualTo(200);
      assertThat(post(client, server, "x".repeat(1_001)).statusCode()).isEqualTo(413);
      HttpRequest endless =
          HttpRequest.newBuilder(uri(server, "/"))
              .POST(BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(new byte[100_000])))
              .build();
      assertThat(client.send(endless, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
      assertThat(get(client, server, "/" + "x".repeat(300)).statusCode()).isEqualTo(414);
      assertThat(get(client, server, "/").statusCode()).isEqualTo(200);
      assertThat(server.bufferedBytesLeft()).isEqualTo(4_000);
    }
  }

  @Test
  void answersHeadWithTheLengthOnly() throws Exception {
    BlockingHandler handler = request -> new Response(200, Headers.empty(), new byte[77]);
    try (NetServer server = start(handler);
        HttpClient client = client()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(uri(server, "/")).HEAD().build(), BodyHandlers.ofString());
      assertThat(answer.headers().firstValue("content-length")).hasValue("77");
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void turnsFailuresIntoAnswers() throws Exception {
    var count = new AtomicInteger();
    BlockingHandler failing =
        request -> {
          if (count.incrementAndGet() == 1) {
            throw new IllegalStateException("secret");
          }
          return new Response(200, Headers.of("bad name", "x"), new byte[0]);
        };
    try (NetServer server = start(failing);
        HttpClient client = client()) {
      for (int i = 0; i < 2; i++) {
        HttpResponse<String> answer = get(client, server, "/");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("InternalServerError").doesNotContain("secret");
      }
    }
  }

  @Test
  void asksForABodyThatIsHeldBack() throws Exception {
    try (NetServer server = start(Servers::echo);
        HttpClient client = client()) {
      HttpRequest request =
          HttpRequest.newBuilder(uri(server, "/"))
              .expectContinue(true)
              .POST(BodyPublishers.ofString("held back"))
              .build();
      assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("held back");
    }
  }

  @Test
  void answersWhatIsUnderWayBeforeItStops() throws Exception {
    var started = new CountDownLatch(2);
    var proceed = new CountDownLatch(1);
    BlockingHandler slow =
        request -> {
          started.countDown();
          await(proceed);
          return Servers.echo(request);
        };
    NetServer server = start(slow);
    Thread stopping = Thread.ofVirtual().unstarted(() -> server.stop(20_000));
    try (HttpClient client = client();
        RawClient idle = Servers.connect(server)) {
      CompletableFuture<HttpResponse<String>> one = postAsync(client, server, "one");
      CompletableFuture<HttpResponse<String>> two = postAsync(client, server, "two");
      started.await();
      stopping.start();
      assertThat(idle.atEnd()).isTrue();
      proceed.countDown();
      assertThat(one.get().body()).isEqualTo("one");
      assertThat(two.get().body()).isEqualTo("two");
      stopping.join();
    }
  }

  private static NetServer start(BlockingHandler handler) {
    return Servers.startSecure(handler, NetLimits.standard(), IDENTITY);
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .sslContext(Trust.in(IDENTITY))
        .build();
  }

  private static URI uri(NetServer server, String path) {
    return URI.create("https://localhost:" + Servers.address(server).getPort() + path);
  }

  private static HttpResponse<String> get(HttpClient client, NetServer server, String path)
      throws Exception {
    return client.send(HttpRequest.newBuilder(uri(server, path)).build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(HttpClient client, NetServer server, String body)
      throws Exception {
    return postAsync(client, server, body).get();
  }

  private static CompletableFuture<HttpResponse<String>> postAsync(
      HttpClient client, NetServer server, String body) {
    return client.sendAsync(
        HttpRequest.newBuilder(uri(server, "/")).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
