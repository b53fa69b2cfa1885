package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.base.time.ManualClock;
import dev.partita.net.execution.InlineBudgetExceeded;
import dev.partita.net.execution.RequestExecutor;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where requests are carried out: the quick ones on event loops, while they are quick. */
@Timeout(30)
class InlineRequestsTest {

  private final ManualClock clock = new ManualClock(1_800_000_000_000L);
  private final NetServer server =
      NetServer.start(
          List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
          new Places(),
          NetLimits.standard(),
          clock);

  private final BlockingQueue<CompletableFuture<String>> awaited = new LinkedBlockingQueue<>();

  /**
   * Answers with the kind of thread it is called on; /slow takes a little, and /stuck long. What is
   * /later is answered when the test says so, and /given-up is found not to be quick too late.
   */
  private final class Places implements HttpHandler {

    @Override
    public CompletionStage<Response> handle(Request request) {
      RequestExecutor executor = request.executor();
      if (request.path().startsWith("/later")) {
        CompletableFuture<String> said = new CompletableFuture<>();
        awaited.add(said);
        return executor.after(said, () -> later(request, said.join()));
      }
      if (request.path().startsWith("/given-up")) {
        return executor.inline(bounded -> givenUp(request, bounded));
      }
      return request.path().startsWith("/quick")
          ? executor.inline(_ -> answer(request))
          : executor.onWorker(() -> answer(request));
    }

    private Response givenUp(Request request, boolean bounded) {
      if (bounded) {
        clock.advanceMillis(20);
        throw new InlineBudgetExceeded();
      }
      return answer(request);
    }

    private Response answer(Request request) {
      if (request.path().contains("slow")) {
        clock.advanceMillis(3);
      }
      if (request.path().contains("stuck")) {
        clock.advanceMillis(20);
      }
      if (request.path().contains("fail")) {
        throw new IllegalStateException("On purpose");
      }
      String place = Thread.currentThread().isVirtual() ? "own thread" : "event loop";
      return new Response(200, Headers.empty(), place.getBytes(UTF_8));
    }

    private Response later(Request request, String said) {
      return answer(request).with("x-said", said);
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void isTakenByQuickRequestsOnlyAndInTheOrderTheyCame() {
    try (RawClient client = Servers.connect(server)) {
      client.send(get("/quick") + get("/other") + get("/quick") + get("/quick/fail"));
      assertThat(client.read().body()).isEqualTo("event loop");
      assertThat(client.read().body()).isEqualTo("own thread");
      assertThat(client.read().body()).isEqualTo("event loop");
      assertThat(client.read().status()).isEqualTo(500);
    }
  }

  @Test
  void isAnsweredOnTheEventLoopOnceWhatItWaitsForIsDone() throws InterruptedException {
    try (RawClient client = Servers.connect(server);
        RawClient other = Servers.connect(server)) {
      client.send(get("/later") + get("/quick"));
      CompletableFuture<String> said = awaited.take();
      assertThat(ask(other, "/quick")).isEqualTo("event loop");
      Thread.ofVirtual().start(() -> said.complete("now"));
      RawClient.Answer answer = client.read();
      assertThat(answer.headers().get("x-said")).isEqualTo("now");
      assertThat(answer.body()).isEqualTo("event loop");
      assertThat(client.read().body()).isEqualTo("event loop");
    }
  }

  @Test
  void isAFailureOfThatRequestAloneIfWhatItWaitsForFails() throws InterruptedException {
    try (RawClient client = Servers.connect(server)) {
      client.send(get("/later") + get("/quick"));
      awaited.take().completeExceptionally(new IllegalStateException("On purpose"));
      assertThat(client.read().status()).isEqualTo(500);
      assertThat(client.read().body()).isEqualTo("event loop");
    }
  }

  @Test
  void isForgottenIfTheClientHasGone() throws InterruptedException {
    CompletableFuture<String> said;
    try (RawClient client = Servers.connect(server)) {
      client.send(get("/later"));
      said = awaited.take();
    }
    said.complete("too late");
    try (RawClient client = Servers.connect(server)) {
      assertThat(ask(client, "/quick")).isEqualTo("event loop");
    }
  }

  @Test
  void answersManyPipelinedRequests() {
    try (RawClient client = Servers.connect(server)) {
      client.send(get("/quick").repeat(5_000));
      for (int i = 0; i < 5_000; i++) {
        assertThat(client.read().body()).isEqualTo("event loop");
      }
    }
  }

  @Test
  void isClosedForAWhileAfterARequestThatTookLong() {
    try (RawClient client = Servers.connect(server)) {
      assertThat(ask(client, "/quick/stuck")).isEqualTo("event loop");
      assertThat(ask(client, "/quick")).isEqualTo("own thread");
      clock.advanceMillis(TimeUnit.SECONDS.toMillis(1));
      assertThat(ask(client, "/quick")).isEqualTo("event loop");
    }
  }

  @Test
  void isClosedForAWhileAfterARequestThatWasGivenUpLate() {
    try (RawClient client = Servers.connect(server)) {
      assertThat(ask(client, "/given-up")).isEqualTo("own thread");
      assertThat(ask(client, "/quick")).isEqualTo("own thread");
    }
  }

  @Test
  void isClosedAfterSeveralThatTookSomewhatLong() {
    try (RawClient client = Servers.connect(server)) {
      for (int i = 0; i < 6; i++) {
        assertThat(ask(client, "/quick/slow")).isEqualTo("event loop");
      }
      assertThat(ask(client, "/quick")).isEqualTo("own thread");
    }
  }

  @Test
  void staysOpenIfOnlyOneOfManyTakesSomewhatLong() {
    try (RawClient client = Servers.connect(server)) {
      for (int i = 0; i < 20; i++) {
        assertThat(ask(client, "/quick/slow")).isEqualTo("event loop");
        for (int quick = 0; quick < 20; quick++) {
          assertThat(ask(client, "/quick")).isEqualTo("event loop");
        }
      }
    }
  }

  @Test
  void keepsAConnectionThatIsUsedAllTheTime() {
    long idleMillis = 200;
    try (NetServer impatient =
            NetServer.start(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                new Places(),
                Servers.impatient(idleMillis, 20_000, 20_000),
                clock);
        RawClient client = Servers.connect(impatient)) {
      assertThat(ask(client, "/quick")).isEqualTo("event loop");
      clock.advanceMillis(idleMillis - 50);
      assertThat(ask(client, "/quick")).isEqualTo("event loop");
      clock.advanceMillis(100);
      // Until the timer of the first wait has gone off, which goes by the system's time.
      long untilNanos = Clock.system().nanos() + TimeUnit.MILLISECONDS.toNanos(3 * idleMillis);
      while (Clock.system().nanos() - untilNanos < 0) {
        assertThat(ask(client, "/quick")).isEqualTo("event loop");
      }
    }
  }

  private static String ask(RawClient client, String path) {
    client.send(get(path));
    return client.read().body();
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }
}
