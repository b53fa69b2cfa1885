package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.admin.Readiness;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Router;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PartitaServerTest {

  private static final ServerOptions ANY_PORT = ServerOptions.standard().withPort(0).inMemoryOnly();

  /** An engine of which the test decides how it is doing. */
  private static final class TestEngine implements EngineHandle {

    final AtomicBoolean ready = new AtomicBoolean(true);
    final AtomicInteger closes = new AtomicInteger();

    @Override
    public Readiness readiness() {
      return ready.get()
          ? new Readiness.Ready(List.of())
          : new Readiness.NotReady("The disk is full");
    }

    @Override
    public HttpHandler api() {
      return new Router(Map.of());
    }

    @Override
    public void close() {
      closes.incrementAndGet();
    }
  }

  @Test
  void isAliveAndReadyAndSaysOtherwise() throws Exception {
    var engine = new TestEngine();
    try (PartitaServer server = PartitaServer.start(ANY_PORT, options -> engine, Clock.system())) {
      assertThat(get(server.uri(), "/alive").statusCode()).isEqualTo(200);
      HttpResponse<String> ready = get(server.uri(), "/ready");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).contains("\"status\":\"ready\"", Version.current());
      engine.ready.set(false);
      assertThat(get(server.uri(), "/ready").statusCode()).isEqualTo(503);
      assertThat(get(server.uri(), "/other").statusCode()).isEqualTo(404);
    }
    assertThat(engine.closes).hasValue(1);
  }

  @Test
  void isAliveButNotReadyWhileTheEngineOpens() throws Exception {
    int port = freePort();
    var opening = new CountDownLatch(1);
    var open = new CountDownLatch(1);
    CompletableFuture<PartitaServer> starting =
        CompletableFuture.supplyAsync(
            () ->
                PartitaServer.start(
                    ANY_PORT.withPort(port),
                    options -> {
                      opening.countDown();
                      await(open);
                      return new TestEngine();
                    },
                    Clock.system()));
    opening.await();
    URI uri = URI.create("http://127.0.0.1:" + port);
    assertThat(get(uri, "/alive").statusCode()).isEqualTo(200);
    HttpResponse<String> ready = get(uri, "/ready");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).contains("being opened");
    open.countDown();
    try (PartitaServer server = starting.get()) {
      assertThat(get(server.uri(), "/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void saysWhichPortIsTakenWithoutTouchingTheData() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var opened = new AtomicBoolean();
      assertThatThrownBy(
              () ->
                  PartitaServer.start(
                      ANY_PORT.withPort(taken.getLocalPort()),
                      options -> {
                        opened.set(true);
                        return new TestEngine();
                      },
                      Clock.system()))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .hasMessageContaining("port " + taken.getLocalPort())
          .hasMessageContaining("--port");
      assertThat(opened).isFalse();
    }
  }

  @Test
  void leavesNothingRunningWhenTheEngineCannotBeOpened() throws Exception {
    int port = freePort();
    assertThatThrownBy(
            () ->
                PartitaServer.start(
                    ANY_PORT.withPort(port),
                    options -> {
                      throw new DatabaseException(ErrorCode.CORRUPT, "The data is damaged");
                    },
                    Clock.system()))
        .hasMessage("The data is damaged");
    // The port is free again.
    try (PartitaServer server =
        PartitaServer.start(ANY_PORT.withPort(port), options -> new TestEngine(), Clock.system())) {
      assertThat(get(server.uri(), "/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void closesOnceAndWakesWhoeverWaits() throws Exception {
    var engine = new TestEngine();
    PartitaServer server = PartitaServer.start(ANY_PORT, options -> engine, Clock.system());
    server.close();
    server.close();
    server.awaitClosed();
    assertThat(engine.closes).hasValue(1);
  }

  @Test
  void canBeStoppedWhileItStarts() throws Exception {
    var engine = new TestEngine();
    PartitaServer server = PartitaServer.listen(ANY_PORT, Clock.system());
    URI uri = server.uri();
    assertThat(get(uri, "/ready").statusCode()).isEqualTo(503);
    assertThatThrownBy(
            () ->
                server.open(
                    options -> {
                      server.close();
                      return engine;
                    }))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("stopped before");
    assertThat(engine.closes).hasValue(1);
    assertThatThrownBy(() -> get(uri, "/alive")).isInstanceOf(IOException.class);
    server.awaitClosed();
  }

  @Test
  void opensOneEngineOnly() {
    var first = new TestEngine();
    var second = new TestEngine();
    try (PartitaServer server = PartitaServer.start(ANY_PORT, options -> first, Clock.system())) {
      assertThatThrownBy(() -> server.open(options -> second))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(first.closes).hasValue(1);
    assertThat(second.closes).hasValue(1);
  }

  @Test
  void knowsItsVersion() {
    assertThat(Version.current()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  private static HttpResponse<String> get(URI server, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString());
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
