package dev.partita.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a connection does with requests that break rules or limits. */
@Timeout(30)
class BadRequestTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | nonsense\\r\\n\\r\\n",
        "400 | GET / HTTP/1.1\\r\\n\\r\\n",
        "400 | GET / HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\n\\r\\n",
        "400 | GET / HTTP/1.1\\r\\nHost: a\\r\\nBad Name: b\\r\\n\\r\\n",
        "400 | GET dbs HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n",
        "400 | GET * HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n",
        "400 | GET /a#b HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n",
        "400 | POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: -1\\r\\n\\r\\n",
        "400 | POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: x\\r\\n\\r\\n",
        "400 | POST / HTTP/1.1\\r"
            + "\\n"
            + "Host: a\\r"
            + "\\n"
            + "Content-Length: 1\\r"
            + "\\n"
            + "Content-Length: 2\\r"
            + "\\n"
            + "\\r"
            + "\\n",
        "400 | POST / HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n",
        "400 | POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 3\\r\\n"
            + "Transfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
        "501 | POST / HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n",
        "417 | POST / HTTP/1.1\\r\\nHost: a\\r\\nExpect: a-miracle\\r\\n\\r\\n",
        "501 | CONNECT a:80 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n",
        "505 | GET / HTTP/2.0\\r\\nHost: a\\r\\n\\r\\n",
        "505 | PRI * HTTP/2.0\\r\\n\\r\\nNO",
        "400 | GET /a\\001b HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n",
        "413 | POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 1001\\r\\n\\r\\n",
        "413 | POST / HTTP/1.1\\r\\nHost: a\\r\\nExpect: 100-continue\\r\\n"
            + "Content-Length: 1001\\r\\n\\r\\n",
      })
  void saysWhatIsWrongAndCloses(int status, String request) {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawClient client = Servers.connect(server)) {
      client.send(request.translateEscapes());
      assertRefused(client, status);
    }
  }

  @Test
  void refusesTooLongLinesAndHeaders() {
    try (NetServer server = Servers.start(Servers::echo, Servers.small())) {
      try (RawClient client = Servers.connect(server)) {
        client.send("GET /" + "x".repeat(300) + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertRefused(client, 414);
      }
      try (RawClient client = Servers.connect(server)) {
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(600) + "\r\n\r\n");
        assertRefused(client, 431);
      }
      try (RawClient client = Servers.connect(server)) {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n".repeat(200) + "\r\n");
        assertRefused(client, 431);
      }
    }
  }

  @Test
  void deliversTheRefusalWhileTheClientIsStillSending() {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawClient client = Servers.connect(server)) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      byte[] chunk = ("400\r\n" + "x".repeat(0x400) + "\r\n").getBytes(US_ASCII);
      for (int i = 0; i < 500; i++) {
        client.send(chunk);
      }
      assertRefused(client, 413);
    }
  }

  @Test
  void answersEarlierRequestsBeforeItRefusesALaterOne() {
    var refusable = new CountDownLatch(1);
    BlockingHandler late =
        request -> {
          try {
            refusable.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return Response.of(200);
        };
    try (NetServer server = Servers.start(late, Servers.small());
        RawClient client = Servers.connect(server)) {
      client.send(
          "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n");
      refusable.countDown();
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(200);
      assertRefused(client, 400);
    }
  }

  @Test
  void refusesABodyThatEndsEarly() {
    try (NetServer server = Servers.start(Servers::echo);
        RawClient client = Servers.connect(server)) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc").finish();
      assertRefused(client, 400);
    }
  }

  @Test
  void givesUpOnABodyThatDoesNotCome() {
    try (NetServer server = Servers.start(Servers::echo, Servers.impatient(20_000, 100, 20_000));
        RawClient client = Servers.connect(server)) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
      assertRefused(client, 408);
    }
  }

  @Test
  void closesConnectionsThatSendNothingOrHalfAHead() {
    try (NetServer server = Servers.start(Servers::echo, Servers.impatient(500, 20_000, 20_000));
        RawClient silent = Servers.connect(server);
        RawClient halting = Servers.connect(server)) {
      halting.send("GET / HT");
      assertThat(silent.atEnd()).isTrue();
      assertThat(halting.atEnd()).isTrue();
    }
  }

  @Test
  void cutsOffAClientThatDoesNotReadItsAnswer() {
    // More than the socket buffers of both sides hold.
    byte[] huge = new byte[64 << 20];
    var asked = new CountDownLatch(2);
    BlockingHandler generous =
        request -> {
          asked.countDown();
          return new Response(200, Headers.empty(), huge);
        };
    try (NetServer server = Servers.start(generous, Servers.impatient(20_000, 20_000, 200));
        RawClient client = Servers.connect(server)) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2));
      while (asked.getCount() == 2 || server.openConnections() > 0) {
        Thread.onSpinWait();
      }
      // The second request is not begun before the first answer is out, which it never was.
      assertThat(asked.getCount()).isEqualTo(1);
    }
  }

  @Test
  void refusesOneConnectionTooManyAndRecovers() {
    NetLimits two = NetLimits.standard().withConnections(2);
    try (NetServer server = Servers.start(Servers::echo, two);
        RawClient first = Servers.connect(server);
        RawClient second = Servers.connect(server)) {
      // Being answered proves that they count.
      assertThat(ask(first)).isEqualTo(200);
      assertThat(ask(second)).isEqualTo(200);
      try (RawClient third = Servers.connect(server)) {
        third.send("GET / HTTP/1.1\r\n");
        assertRefused(third, 503);
      }
      first.finish();
      assertThat(first.atEnd()).isTrue();
      RawClient fourth = Servers.connect(server);
      while (ask(fourth) == 503) {
        // The server hears of the end of the first connection in its own time.
        fourth.close();
        fourth = Servers.connect(server);
      }
      assertThat(ask(fourth)).isEqualTo(200);
      fourth.close();
    }
  }

  @Test
  void refusesBodiesBeyondWhatAllConnectionsMayHold() {
    // Four bodies of 900 bytes fit into the 4,000; a single one that is stuck leaves less.
    NetLimits limits = new NetLimits(256, 512, 3_000, 4_000, 10, 4, 5, 5_000, 5_000, 5_000);
    String most = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000\r\n\r\n";
    try (NetServer server = Servers.start(Servers::echo, limits)) {
      try (RawClient stuck = Servers.connect(server);
          RawClient other = Servers.connect(server)) {
        stuck.send(most + "x".repeat(2_999));
        while (server.bufferedBytesLeft() > 1_000) {
          Thread.onSpinWait();
        }
        other.send(most + "x".repeat(3_000));
        assertRefused(other, 503);
        stuck.send("x");
        assertThat(stuck.read().status()).isEqualTo(200);
      }
      // Nothing leaks, whatever became of a request.
      for (int i = 0; i < 20; i++) {
        try (RawClient client = Servers.connect(server)) {
          client.send(most + "x".repeat(3_000));
          assertThat(client.read().status()).isEqualTo(200);
        }
      }
      assertThat(server.bufferedBytesLeft()).isEqualTo(4_000);
    }
  }

  private static int ask(RawClient client) {
    return client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().status();
  }

  private static void assertRefused(RawClient client, int status) {
    RawClient.Answer answer = client.read();
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).startsWith("{\"code\":\"").contains("\"message\":\"");
    assertThat(answer.headers())
        .containsEntry("connection", "close")
        .containsEntry("content-type", "application/json");
    assertThat(client.atEnd()).isTrue();
  }
}
