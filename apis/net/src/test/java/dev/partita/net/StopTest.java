package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a server begins and ends. */
@Timeout(30)
class StopTest {

  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  @Test
  void answersWhatIsUnderWayBeforeItStops() throws Exception {
    var started = new CountDownLatch(1);
    var proceed = new CountDownLatch(1);
    BlockingHandler waiting =
        request -> {
          started.countDown();
          await(proceed);
          return Response.of(200);
        };
    answersBeforeItStops(waiting, started, proceed::countDown);
  }

  @Test
  void answersWhatWaitsForSomethingElseBeforeItStops() throws Exception {
    var started = new CountDownLatch(1);
    var proceed = new CompletableFuture<String>();
    HttpHandler begun =
        request -> {
          started.countDown();
          return request.executor().after(proceed, () -> Response.of(200));
        };
    answersBeforeItStops(begun, started, () -> proceed.complete("done"));
  }

  private static void answersBeforeItStops(
      HttpHandler handler, CountDownLatch started, Runnable proceed) throws Exception {
    NetServer server = Servers.startAny(handler, NetLimits.standard());
    Thread stopping = Thread.ofVirtual().unstarted(() -> server.stop(20_000));
    try (RawClient client = Servers.connect(server);
        RawClient idle = Servers.connect(server)) {
      client.send(GET);
      started.await();
      awaitConnections(server, 2);
      stopping.start();
      // The end of the idle connection proves that stopping has begun.
      assertThat(idle.atEnd()).isTrue();
      while (accepts(server)) {
        // The system takes connections until the event loop has let go of the port.
        Thread.onSpinWait();
      }
      proceed.run();
      RawClient.Answer answer = client.read();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(client.atEnd()).isTrue();
    }
    stopping.join();
  }

  @Test
  void receivesARequestThatHasBegunBeforeItStops() throws Exception {
    NetServer server = Servers.start(Servers::echo);
    Thread stopping = Thread.ofVirtual().unstarted(() -> server.stop(20_000));
    try (RawClient client = Servers.connect(server);
        RawClient idle = Servers.connect(server)) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
      while (server.bufferedBytesLeft() == NetLimits.standard().bufferedBytes()) {
        Thread.onSpinWait();
      }
      awaitConnections(server, 2);
      stopping.start();
      assertThat(idle.atEnd()).isTrue();
      client.send("cd");
      assertThat(client.read().body()).isEqualTo("abcd");
    }
    stopping.join();
  }

  @Test
  void cutsOffWhatDoesNotEnd() throws Exception {
    var started = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    BlockingHandler endless =
        request -> {
          started.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return Response.of(200);
        };
    NetServer server = Servers.start(endless);
    try (RawClient client = Servers.connect(server)) {
      client.send(GET);
      started.await();
      server.stop(50);
      interrupted.await();
    }
  }

  @Test
  void canBeStoppedTwiceAndFreesItsPort() {
    NetServer server = Servers.start(Servers::echo);
    InetSocketAddress address = Servers.address(server);
    server.close();
    server.close();
    try (NetServer next =
        NetServer.start(List.of(address), Servers.ECHO, NetLimits.standard(), Clock.system())) {
      assertThat(Servers.address(next)).isEqualTo(address);
    }
  }

  @Test
  void namesThePortThatIsTaken() {
    try (NetServer server = Servers.start(Servers::echo)) {
      InetSocketAddress taken = Servers.address(server);
      var free = new InetSocketAddress(taken.getAddress(), 0);
      assertThatThrownBy(
              () ->
                  NetServer.start(
                      List.of(free, taken), Servers.ECHO, NetLimits.standard(), Clock.system()))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e ->
                  assertThat(e.context())
                      .containsEntry("port", taken.getPort())
                      .containsEntry("host", taken.getHostString())
                      .containsKey("reason"));
    }
  }

  @Test
  void namesTheHostThatIsUnknown() {
    var unknown = InetSocketAddress.createUnresolved("no-such-host.invalid", 0);
    assertThatThrownBy(
            () ->
                NetServer.start(
                    List.of(unknown), Servers.ECHO, NetLimits.standard(), Clock.system()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void runsHandlersOnVirtualThreads() {
    var virtual = new AtomicBoolean();
    BlockingHandler observing =
        request -> {
          virtual.set(Thread.currentThread().isVirtual());
          return Response.of(200);
        };
    try (NetServer server = Servers.start(observing);
        RawClient client = Servers.connect(server)) {
      assertThat(client.send(GET).read().status()).isEqualTo(200);
      assertThat(virtual).isTrue();
    }
  }

  private static boolean accepts(NetServer server) {
    try (RawClient _ = Servers.connect(server)) {
      return true;
    } catch (UncheckedIOException refused) {
      return false;
    }
  }

  private static void awaitConnections(NetServer server, int count) {
    while (server.openConnections() < count) {
      Thread.onSpinWait();
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
