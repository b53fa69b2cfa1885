package dev.partita.net;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.RawHttp2Client.Frame;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Urgency;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server still does that has more to do than it can. */
@Timeout(120)
class OverloadTest {

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int CANCEL = 8;
  private static final int KILOBYTE = 1 << 10;

  /** Requests that keep all processors from others as long as the test lasts. */
  private static final class Busy implements BlockingHandler, AutoCloseable {

    private final CountDownLatch occupied = new CountDownLatch(PROCESSORS);
    private final CountDownLatch over = new CountDownLatch(1);

    @Override
    public Response answer(Request request) {
      if (request.path().equals("/work")) {
        occupied.countDown();
        // Not a wait, in which the thread would make way for others.
        while (over.getCount() > 0) {
          Thread.onSpinWait();
        }
      }
      return Response.of(200);
    }

    @Override
    public Urgency urgency(String path) {
      return switch (path) {
        case "/alive" -> Urgency.PROBE;
        case "/metrics" -> Urgency.MONITORING;
        default -> Urgency.WORK;
      };
    }

    List<RawClient> occupy(NetServer server) throws InterruptedException {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 3 * PROCESSORS; i++) {
        clients.add(Servers.connect(server).send("GET /work HTTP/1.1\r\nHost: a\r\n\r\n"));
      }
      occupied.await();
      return clients;
    }

    void end() {
      over.countDown();
    }

    @Override
    public void close() {
      end();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/alive", "/metrics"})
  void answersWhoLooksAfterItWhileAllProcessorsWork(String path) throws InterruptedException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    IdentitySource identity = new MemoryAuthority(List.of(), Clock.system());
    try (Busy busy = new Busy();
        NetServer server = Servers.startSecure(busy, NetLimits.standard(), identity)) {
      List<RawClient> working = busy.occupy(server);
      for (int i = 0; i < 5; i++) {
        try (RawClient client = Servers.connect(server)) {
          assertThat(client.send(request).read().status()).isEqualTo(200);
        }
        // The certificate is made and the handshake computed meanwhile, too.
        try (RawClient client = new RawClient(Trust.connect(identity, Servers.address(server)))) {
          assertThat(client.send(request).read().status()).isEqualTo(200);
        }
        try (RawHttp2Client client = RawHttp2Client.connect(server)) {
          assertThat(client.get(1, path).status()).isEqualTo("200");
        }
      }
      busy.end();
      for (RawClient client : working) {
        assertThat(client.read().status()).isEqualTo(200);
        client.close();
      }
    }
  }

  @Test
  void answersProbesEvenIfThereAreTooManyConnections() {
    try (Busy probed = new Busy();
        NetServer server = Servers.start(probed, NetLimits.standard().withConnections(1));
        RawClient only = Servers.connect(server)) {
      assertThat(only.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().status()).isEqualTo(200);
      for (int i = 0; i < 3; i++) {
        try (RawClient client = Servers.connect(server)) {
          client
              .send("GET /alive HTTP/1.1\r\nHost: a\r\n\r\n")
              .send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
          RawClient.Answer answer = client.read();
          assertThat(answer.status()).isEqualTo(200);
          assertThat(answer.headers()).containsEntry("connection", "close");
          assertThat(client.atEnd()).isTrue();
        }
        for (String other : List.of("GET / HTTP/1.1\r\nHost: a\r\n\r\n", RawHttp2Client.PREFACE)) {
          try (RawClient client = Servers.connect(server)) {
            assertThat(client.send(other).read().status()).isEqualTo(503);
            assertThat(client.atEnd()).isTrue();
          }
        }
      }
    }
  }

  @Test
  void doesNoMoreForAClientOfHttp2ThatReadsNothing() {
    // Windows are a byte less than 64 KB at first, so that all answers of that size wait.
    var begun = new AtomicInteger();
    BlockingHandler generous =
        request -> {
          begun.incrementAndGet();
          return new Response(200, Headers.empty(), new byte[64 * KILOBYTE]);
        };
    NetLimits limits = limits(16 * 256 * KILOBYTE);
    try (NetServer server = Servers.start(generous, limits);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      // One after the other: whether more are done is decided by what is unread then.
      for (int i = 0; i < 50; i++) {
        client.get(2 * i + 1, "/");
        if (i < 5) {
          assertThat(client.status()).isEqualTo("200");
        }
      }
      client.send(RawHttp2Client.PING, 0, 0, new byte[8]);
      client.next(RawHttp2Client.PING);
      assertThat(begun).hasValueLessThanOrEqualTo(5);
      while (server.unreadBytes() != 5 * 64 * KILOBYTE) {
        Thread.onSpinWait();
      }
      // What is read makes room for what waits, in the order in which it came.
      int ended = 0;
      for (int i = 0; i < 50; i++) {
        client.send(RawHttp2Client.WINDOW_UPDATE, 0, 2 * i + 1, new byte[] {0, 1, 0, 0});
      }
      client.send(RawHttp2Client.WINDOW_UPDATE, 0, 0, new byte[] {0, 127, 0, 0});
      while (ended < 50) {
        Frame frame = requireNonNull(client.read(), "the connection was ended");
        assertThat(frame.type()).isNotEqualTo(RawHttp2Client.RESET);
        ended += frame.endsStream() ? 1 : 0;
      }
      assertThat(begun).hasValue(50);
      while (server.unreadBytes() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void forgetsWhatWaitsWhenItIsTakenBack() {
    BlockingHandler generous =
        request -> new Response(200, Headers.empty(), new byte[128 * KILOBYTE]);
    try (NetServer server = Servers.start(generous, limits(16 * KILOBYTE));
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.get(1, "/");
      assertThat(client.status()).isEqualTo("200");
      for (int i = 1; i < 20; i++) {
        client.post(2 * i + 1, "/");
        client.send(RawHttp2Client.DATA, RawHttp2Client.END_STREAM, 2 * i + 1, new byte[100]);
      }
      while (server.bufferedBytesLeft() != 16 * KILOBYTE - 19 * 100) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < 20; i++) {
        client.reset(2 * i + 1);
      }
      while (server.bufferedBytesLeft() != 16 * KILOBYTE || server.unreadBytes() != 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void cutsOffTheAnswersThatWaitLongestWhenThereIsNoRoom() {
    long answerBytes = 100 * KILOBYTE;
    BlockingHandler generous =
        request -> new Response(200, Headers.empty(), new byte[(int) answerBytes]);
    List<RawHttp2Client> clients = new ArrayList<>();
    try (NetServer server = Servers.start(generous, limits(10 * answerBytes))) {
      for (int i = 0; i < 30; i++) {
        RawHttp2Client client = RawHttp2Client.connect(server);
        clients.add(client);
        assertThat(client.get(1, "/").status()).isEqualTo("200");
        assertThat(server.unreadBytes()).isLessThanOrEqualTo(10 * answerBytes);
      }
      for (int i = 0; i < 20; i++) {
        assertThat(clients.get(i).next(RawHttp2Client.RESET).reason()).isEqualTo(CANCEL);
      }
      // Those that are still there can be read to their ends.
      for (int i = 20; i < 30; i++) {
        RawHttp2Client client = clients.get(i);
        client.send(RawHttp2Client.WINDOW_UPDATE, 0, 1, new byte[] {0, 2, 0, 0});
        client.send(RawHttp2Client.WINDOW_UPDATE, 0, 0, new byte[] {0, 2, 0, 0});
        Frame frame = client.next(RawHttp2Client.DATA);
        while (!frame.endsStream()) {
          frame = client.next(RawHttp2Client.DATA);
        }
      }
    } finally {
      clients.forEach(RawHttp2Client::close);
    }
  }

  @Test
  void cutsOffAnswersOfHttp1Likewise() {
    // More than the network takes by itself.
    int answerBytes = 32 << 20;
    BlockingHandler generous =
        request ->
            new Response(
                200, Headers.empty(), new byte[request.path().equals("/large") ? answerBytes : 1]);
    List<RawClient> clients = new ArrayList<>();
    try (NetServer server = Servers.start(generous, limits(3L * answerBytes))) {
      for (int i = 0; i < 6; i++) {
        RawClient client = Servers.connect(server);
        clients.add(client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n"));
        client.take(1);
        assertThat(server.unreadBytes()).isLessThanOrEqualTo(3L * answerBytes);
      }
      while (server.openConnections() > 3) {
        Thread.onSpinWait();
      }
      try (RawClient client = Servers.connect(server)) {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.read().status()).isEqualTo(200);
      }
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  private static NetLimits limits(long bufferedBytes) {
    return new NetLimits(256, 512, 1_000, bufferedBytes, 100, 4, 100, 120_000, 120_000, 120_000);
  }
}
