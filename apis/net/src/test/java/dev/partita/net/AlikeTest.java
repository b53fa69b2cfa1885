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
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a connection has to do alike with and without TLS, the patience with clients above all. */
@Timeout(30)
@ParameterizedClass(name = "TLS: {0}")
@ValueSource(booleans = {false, true})
record AlikeTest(boolean secure) {

  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());
  private static final BlockingHandler PATH =
      request -> new Response(200, Headers.empty(), request.path().getBytes(UTF_8));

  @Test
  void keepsAConnectionForManyRequestsOneAfterTheOther() {
    try (NetServer server = start(PATH, Servers.small());
        RawClient client = connect(server)) {
      for (int i = 0; i < 100; i++) {
        client.send("GET /" + i + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.read().body()).isEqualTo("/" + i);
      }
      assertThat(server.openConnections()).isEqualTo(1);
    }
  }

  @Test
  void answersPipelinedRequestsInTheirOrder() {
    try (NetServer server = start(PATH, Servers.small());
        RawClient client = connect(server)) {
      var requests = new StringBuilder();
      for (int i = 0; i < 300; i++) {
        requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      client.send(requests.toString());
      for (int i = 0; i < 300; i++) {
        assertThat(client.read().body()).isEqualTo("/" + i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "414 | GET /%s HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | 300",
        "431 | GET / HTTP/1.1\\r\\nHost: a\\r\\nX: %s\\r\\n\\r\\n | 600",
        "413 | POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 1001\\r\\n\\r\\n%s | 1001",
        "400 | GET / HTTP/1.1\\r\\nHost: a\\r\\nX: %s\\0\\r\\n\\r\\n | 1",
        "400 | POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 3\\r\\n"
            + "Transfer-Encoding: chunked\\r\\n\\r\\n%s | 3",
      })
  void boundsWhatARequestMayBe(int status, String request, int length) {
    try (NetServer server = start(PATH, Servers.small());
        RawClient client = connect(server)) {
      client.send(request.translateEscapes().formatted("x".repeat(length)));
      assertThat(client.read().status()).isEqualTo(status);
      assertThat(client.atEnd()).isTrue();
    }
  }

  /** Each byte comes in good time, and all of them take for ever. */
  @Test
  void waitsForAHeadAsAWholeNotForItsBytes() {
    try (NetServer server = start(PATH, Servers.impatient(500, 20_000, 20_000));
        RawClient client = connect(server)) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ");
      trickle(client);
      assertThat(client.isOver()).isTrue();
    }
  }

  @Test
  void waitsForABodyAsAWholeNotForItsBytes() {
    try (NetServer server = start(PATH, Servers.impatient(20_000, 500, 20_000));
        RawClient client = connect(server)) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
      trickle(client);
      assertThat(client.read().status()).isEqualTo(408);
      assertThat(server.bufferedBytesLeft()).isEqualTo(4_000);
    }
  }

  @Test
  void cutsOffAClientThatDoesNotReadItsAnswer() {
    // More than the socket buffers of both sides hold.
    byte[] huge = new byte[64 << 20];
    var asked = new CountDownLatch(1);
    BlockingHandler generous =
        request -> {
          asked.countDown();
          return new Response(200, Headers.empty(), huge);
        };
    try (NetServer server = start(generous, Servers.impatient(20_000, 20_000, 300));
        RawClient client = connect(server)) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      while (asked.getCount() > 0 || server.openConnections() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void forgetsAClientThatVanishesInTheMiddle() {
    try (NetServer server = start(PATH, Servers.small())) {
      for (String beginning :
          List.of("", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")) {
        try (RawClient client = connect(server)) {
          client.send(beginning);
        }
      }
      while (server.openConnections() > 0) {
        Thread.onSpinWait();
      }
      assertThat(server.bufferedBytesLeft()).isEqualTo(4_000);
    }
  }

  private static void trickle(RawClient client) {
    for (int bytes = 0; client.hearsNothingFor(40); bytes++) {
      assertThat(bytes).as("bytes that were waited for").isLessThan(400);
      client.send("x");
    }
  }

  private NetServer start(BlockingHandler handler, NetLimits limits) {
    return Servers.startSecure(handler, limits, IDENTITY);
  }

  private RawClient connect(NetServer server) {
    return secure
        ? new RawClient(Trust.connect(IDENTITY, Servers.address(server)))
        : Servers.connect(server);
  }
}
