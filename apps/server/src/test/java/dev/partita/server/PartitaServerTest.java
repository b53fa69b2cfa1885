package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PartitaServerTest {

  private static final ServerOptions ANY_PORT = TestStore.SILENT;

  @Test
  void isAliveAndReadyAndSaysOtherwise() throws Exception {
    var store = new TestStore();
    try (PartitaServer server = PartitaServer.start(ANY_PORT, store::open, Clock.system())) {
      assertThat(get(server.uri(), "/alive").statusCode()).isEqualTo(200);
      HttpResponse<String> ready = get(server.uri(), "/ready");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).contains("\"status\":\"ready\"", Version.current());
      store.full = true;
      assertThat(get(server.uri(), "/ready").statusCode()).isEqualTo(503);
      assertThat(get(server.uri(), "/other").statusCode()).isEqualTo(404);
    }
    assertThat(store.closes).hasValue(1);
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
                      return new TestStore().open(options);
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
                        return new TestStore().open(options);
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
        PartitaServer.start(ANY_PORT.withPort(port), new TestStore()::open, Clock.system())) {
      assertThat(get(server.uri(), "/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void closesOnceAndWakesWhoeverWaits() throws Exception {
    var store = new TestStore();
    PartitaServer server = PartitaServer.start(ANY_PORT, store::open, Clock.system());
    server.close();
    server.close();
    server.awaitClosed();
    assertThat(store.closes).hasValue(1);
  }

  @Test
  void canBeStoppedWhileItStarts() throws Exception {
    var store = new TestStore();
    PartitaServer server = PartitaServer.listen(ANY_PORT, Clock.system());
    URI uri = server.uri();
    assertThat(get(uri, "/ready").statusCode()).isEqualTo(503);
    assertThatThrownBy(
            () ->
                server.open(
                    options -> {
                      server.close();
                      return store.open(options);
                    }))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("stopped before");
    assertThat(store.closes).hasValue(1);
    assertThatThrownBy(() -> get(uri, "/alive")).isInstanceOf(IOException.class);
    server.awaitClosed();
  }

  @Test
  void opensOneEngineOnly() {
    var first = new TestStore();
    var second = new TestStore();
    try (PartitaServer server = PartitaServer.start(ANY_PORT, first::open, Clock.system())) {
      assertThatThrownBy(() -> server.open(second::open)).isInstanceOf(IllegalStateException.class);
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
