package dev.partita.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.RawHttp2Client.Frame;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 frame by frame, without TLS: what well-behaved clients never do. */
@Timeout(30)
class Http2FramesTest {

  private static final int NO_ERROR = 0;
  private static final int PROTOCOL_ERROR = 1;
  private static final int REFUSED_STREAM = 7;
  private static final int CANCEL = 8;
  private static final int ENHANCE_YOUR_CALM = 11;

  @Test
  void isFoundByItsFirstBytesHoweverTheyCome() {
    try (NetServer server = Servers.start(Servers::echo);
        RawHttp2Client client = new RawHttp2Client(Servers.address(server))) {
      for (byte each : RawHttp2Client.PREFACE.getBytes(ISO_8859_1)) {
        client.bytes(new byte[] {each});
      }
      client.send(RawHttp2Client.SETTINGS, 0, 0).get(1, "/");
      assertThat(client.status()).isEqualTo("200");
    }
  }

  @Test
  void joinsBodiesAndEndsThemWithTrailers() {
    try (NetServer server = Servers.start(Servers::echo);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.post(1, "/").send(RawHttp2Client.DATA, 0, 1, "hello ".getBytes(ISO_8859_1));
      client.post(3, "/").send(RawHttp2Client.DATA, 0, 3, "good".getBytes(ISO_8859_1));
      client.send(RawHttp2Client.DATA, 0, 1, "world".getBytes(ISO_8859_1));
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS | RawHttp2Client.END_STREAM,
          1,
          RawHttp2Client.fields("x-checksum", "1"));
      assertThat(client.status()).isEqualTo("200");
      assertThat(client.next(RawHttp2Client.DATA).payload()).asString().isEqualTo("hello world");
      client.send(RawHttp2Client.DATA, RawHttp2Client.END_STREAM, 3, "bye".getBytes(ISO_8859_1));
      assertThat(client.status()).isEqualTo("200");
      Frame last = client.next(RawHttp2Client.DATA);
      assertThat(last.payload()).asString().isEqualTo("goodbye");
      assertThat(last.endsStream()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | :method;GET;:scheme;http;:authority;a",
        "400 | :scheme;http;:path;/;:authority;a",
        "400 | :method;GET;:scheme;http;:path;dbs;:authority;a",
        "400 | :method;GET;:scheme;http;:path;/a b;:authority;a",
        "400 | :method;GET;:scheme;http;:path;/",
        "400 | :method;G T;:scheme;http;:path;/;:authority;a",
        "400 | :method;GET;:scheme;http;:path;/;:authority;a;host;b",
        "200 | :method;GET;:scheme;http;:path;/;:authority;a;host;a",
        "200 | :method;GET;:scheme;http;:path;/;host;a",
        "501 | :method;CONNECT;:authority;a:80",
        "417 | :method;GET;:scheme;http;:path;/;:authority;a;expect;a-miracle",
        "413 | :method;GET;:scheme;http;:path;/;:authority;a;content-length;1001",
      })
  void saysWhatIsWrongAndGoesOn(String status, String fields) {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS,
          1,
          RawHttp2Client.fields(fields.split(";", -1)));
      if (status.equals("200")) {
        client.send(RawHttp2Client.DATA, RawHttp2Client.END_STREAM, 1);
      }
      assertThat(client.status()).isEqualTo(status);
      if (!status.equals("200")) {
        // The client need not go on with the body.
        Frame reset = client.next(RawHttp2Client.RESET);
        assertThat(reset.stream()).isEqualTo(1);
        assertThat(reset.reason()).isEqualTo(NO_ERROR);
      }
      assertThat(client.get(3, "/").status()).isEqualTo("200");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":method;GET;:scheme;http;:path;/;:authority;a;connection;close",
        ":method;GET;:scheme;http;:path;/;:authority;a;transfer-encoding;chunked",
        ":method;GET;x;y;:scheme;http;:path;/;:authority;a",
        ":method;GET;:scheme;http;:path;/;:authority;a;x;a\r\nb: c",
        ":method;GET;:scheme;http;:path;/;:authority;a;x; a",
        ":method;GET;:scheme;http;:path;/;:authority;a;x;a\u0000b",
        ":method;GET;:scheme;http;:path;/;:authority;a;X;a",
        ":method;GET;:scheme;http;:path;/;:authority;a;x y;a",
        ":method;GET;:scheme;http;:path;/;:path;/b;:authority;a",
        ":method;GET;:scheme;http;:path;/;:authority;a;:unknown;b",
        ":method;GET;:scheme;http;:path;/;:authority;a;te;gzip",
        ":method;GET;:scheme;http;:path;/;:authority;a;upgrade;h2c",
        ":method;POST;:scheme;http;:path;/;:authority;a;content-length;5",
        ":method;POST;:scheme;http;:path;/;:authority;a;content-length;0;content-length;5",
        ":method;POST;:scheme;http;:path;/;:authority;a;content-length;x",
        ":method;POST;:scheme;http;:path;/;:authority;a;content-length;-1",
        ":method;POST;:scheme;http;:path;/;:authority;a;content-length;+0",
      })
  void breaksOffStreamsThatHttp2Forbids(String fields) {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS | RawHttp2Client.END_STREAM,
          1,
          RawHttp2Client.fields(fields.split(";", -1)));
      assertThat(client.next(RawHttp2Client.RESET).reason()).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.get(3, "/").status()).isEqualTo("200");
    }
  }

  /** Whoever passes such a request on to a server of HTTP/1 would smuggle the difference. */
  @ParameterizedTest
  @ValueSource(ints = {3, 7})
  void breaksOffBodiesThatAreNotAsLongAsTheySay(int length) {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS,
          1,
          RawHttp2Client.fields(
              ":method",
              "POST",
              ":scheme",
              "http",
              ":path",
              "/",
              ":authority",
              "a",
              "content-length",
              "5"));
      client.send(RawHttp2Client.DATA, RawHttp2Client.END_STREAM, 1, new byte[length]);
      assertThat(client.next(RawHttp2Client.RESET).reason()).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.get(3, "/").status()).isEqualTo("200");
    }
  }

  @Test
  void joinsCookies() {
    BlockingHandler cookies =
        request ->
            new Response(
                200,
                Headers.empty(),
                String.join("|", request.headers().all("cookie")).getBytes(ISO_8859_1));
    try (NetServer server = Servers.start(cookies);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS | RawHttp2Client.END_STREAM,
          1,
          RawHttp2Client.fields(
              ":method",
              "GET",
              ":scheme",
              "http",
              ":path",
              "/",
              ":authority",
              "a",
              "cookie",
              "a=1",
              "cookie",
              "b=2"));
      assertThat(client.next(RawHttp2Client.DATA).payload()).asString().isEqualTo("a=1; b=2");
    }
  }

  @Test
  void refusesBodiesThatGrowTooLongOrDoNotCome() {
    try (NetServer server = Servers.start(Servers::echo, Servers.impatient(20_000, 300, 20_000));
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.post(1, "/");
      client.send(RawHttp2Client.DATA, 0, 1, new byte[600]);
      client.send(RawHttp2Client.DATA, 0, 1, new byte[600]);
      assertThat(client.status()).isEqualTo("413");
      assertThat(client.next(RawHttp2Client.RESET).reason()).isEqualTo(NO_ERROR);
      client.post(3, "/").send(RawHttp2Client.DATA, 0, 3, new byte[600]);
      assertThat(client.status()).isEqualTo("408");
      assertThat(client.next(RawHttp2Client.RESET).stream()).isEqualTo(3);
      assertThat(server.bufferedBytesLeft()).isEqualTo(4_000);
    }
  }

  @Test
  void givesBackWhatABrokenOffRequestHeld() {
    NetLimits limits = NetLimits.standard();
    try (NetServer server = Servers.start(Servers::echo, limits)) {
      try (RawHttp2Client client = RawHttp2Client.connect(server)) {
        client.post(1, "/").send(RawHttp2Client.DATA, 0, 1, new byte[600]);
        awaitTaken(server, limits);
        client.reset(1);
        awaitGivenBack(server, limits);
        client.post(3, "/").send(RawHttp2Client.DATA, 0, 3, new byte[600]);
        awaitTaken(server, limits);
      }
      awaitGivenBack(server, limits);
    }
  }

  @Test
  void refusesBodiesBeyondWhatAllMayHold() {
    NetLimits limits = new NetLimits(256, 512, 3_000, 4_000, 10, 4, 5, 5_000, 5_000, 5_000);
    try (NetServer server = Servers.start(Servers::echo, limits);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.post(1, "/").send(RawHttp2Client.DATA, 0, 1, new byte[3_000]);
      client.post(3, "/").send(RawHttp2Client.DATA, 0, 3, new byte[3_000]);
      assertThat(client.status()).isEqualTo("503");
      client.send(RawHttp2Client.DATA, RawHttp2Client.END_STREAM, 1);
      assertThat(client.status()).isEqualTo("200");
    }
  }

  @Test
  void allowsOnlySoManyStreams() {
    var proceed = new Semaphore(0);
    BlockingHandler waiting =
        request -> {
          proceed.acquireUninterruptibly();
          return Response.of(200);
        };
    NetLimits limits = new NetLimits(256, 512, 3_000, 4_000, 10, 4, 5, 5_000, 5_000, 5_000);
    try (NetServer server = Servers.start(waiting, limits);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      for (int i = 0; i < 6; i++) {
        client.get(2 * i + 1, "/");
      }
      Frame refused = client.next(RawHttp2Client.RESET);
      assertThat(refused.stream()).isEqualTo(11);
      assertThat(refused.reason()).isEqualTo(REFUSED_STREAM);
      proceed.release(6);
      for (int i = 0; i < 5; i++) {
        assertThat(client.status()).isEqualTo("200");
      }
      assertThat(client.get(13, "/").status()).isEqualTo("200");
    }
  }

  @Test
  void runsNoMoreThanThatForAClientThatTakesItsRequestsBack() {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var proceed = new CountDownLatch(1);
    BlockingHandler waiting =
        request -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          await(proceed);
          running.decrementAndGet();
          return Response.of(200);
        };
    NetLimits limits = new NetLimits(256, 512, 3_000, 4_000, 10, 4, 5, 5_000, 5_000, 5_000);
    try (NetServer server = Servers.start(waiting, limits);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      for (int i = 0; i < 50; i++) {
        client.get(2 * i + 1, "/").reset(2 * i + 1);
      }
      // Five run, so the next is refused, although no stream is open.
      client.get(201, "/");
      Frame refused = client.next(RawHttp2Client.RESET);
      while (refused.stream() != 201) {
        refused = client.next(RawHttp2Client.RESET);
      }
      assertThat(refused.reason()).isEqualTo(REFUSED_STREAM);
      assertThat(most).hasValue(5);
      proceed.countDown();
      while (running.get() > 0) {
        Thread.onSpinWait();
      }
    }
    assertThat(most).hasValue(5);
  }

  @Test
  void endsConnectionsThatKeepTakingRequestsBack() {
    try (NetServer server = Servers.start(Servers::echo);
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      for (int i = 0; i < 250; i++) {
        client.get(2 * i + 1, "/").reset(2 * i + 1);
      }
      assertThat(client.next(RawHttp2Client.GO_AWAY).reason()).isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void endsConnectionsThatOnlyTalkAboutThemselves() {
    try (NetServer server = Servers.start(Servers::echo)) {
      for (int type : new int[] {RawHttp2Client.PING, RawHttp2Client.SETTINGS}) {
        try (RawHttp2Client client = RawHttp2Client.connect(server)) {
          byte[] payload = new byte[type == RawHttp2Client.PING ? 8 : 0];
          for (int i = 0; i < 1_000; i++) {
            client.send(type, 0, 0, payload);
          }
          assertThat(client.next(RawHttp2Client.GO_AWAY).reason()).isEqualTo(ENHANCE_YOUR_CALM);
        }
      }
    }
  }

  @Test
  void refusesHeadsThatAreTooLong() {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS | RawHttp2Client.END_STREAM,
          1,
          RawHttp2Client.fields(
              ":method",
              "GET",
              ":scheme",
              "http",
              ":path",
              "/",
              ":authority",
              "a",
              "x",
              "x".repeat(650)));
      assertThat(client.status()).isEqualTo("431");
      assertThat(client.get(3, "/").status()).isEqualTo("200");
    }
  }

  @Test
  void endsConnectionsThatSendEndlessHeads() {
    try (NetServer server = Servers.start(Servers::echo, Servers.small());
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      byte[] some = RawHttp2Client.fields("x", "y".repeat(100));
      client.send(RawHttp2Client.HEADERS, 0, 1, RawHttp2Client.request("GET", "/"));
      for (int i = 0; i < 9; i++) {
        client.send(9, 0, 1, some);
      }
      assertThat(client.next(RawHttp2Client.GO_AWAY).reason()).isNotEqualTo(NO_ERROR);
    }
  }

  @Test
  void breaksOffAnAnswerThatIsNotAccepted() {
    BlockingHandler generous = request -> new Response(200, Headers.empty(), new byte[100_000]);
    try (NetServer server = Servers.start(generous, Servers.impatient(20_000, 20_000, 300));
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      // More than the client has said it would accept, and it says nothing more.
      assertThat(client.get(1, "/").status()).isEqualTo("200");
      Frame reset = client.next(RawHttp2Client.RESET);
      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.reason()).isEqualTo(CANCEL);
      assertThat(client.get(3, "/none").status()).isEqualTo("200");
    }
  }

  @Test
  void endsIdleConnectionsPolitely() {
    try (NetServer server = Servers.start(Servers::echo, Servers.impatient(300, 20_000, 20_000));
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      assertThat(client.get(1, "/").status()).isEqualTo("200");
      Frame goodbye = client.next(RawHttp2Client.GO_AWAY);
      assertThat(goodbye.reason()).isEqualTo(NO_ERROR);
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void saysWhatItWillStillAnswerBeforeItStops() throws Exception {
    var started = new CountDownLatch(1);
    var proceed = new CountDownLatch(1);
    BlockingHandler slow =
        request -> {
          started.countDown();
          await(proceed);
          return Response.of(200);
        };
    NetServer server = Servers.start(slow);
    Thread stopping = Thread.ofVirtual().unstarted(() -> server.stop(20_000));
    try (RawHttp2Client client = RawHttp2Client.connect(server);
        RawHttp2Client idle = RawHttp2Client.connect(server)) {
      client.get(1, "/");
      started.await();
      stopping.start();
      assertThat(idle.next(RawHttp2Client.GO_AWAY).reason()).isEqualTo(NO_ERROR);
      assertThat(idle.atEnd()).isTrue();
      Frame goodbye = client.next(RawHttp2Client.GO_AWAY);
      assertThat(goodbye.reason()).isEqualTo(NO_ERROR);
      assertThat(goodbye.payload()[3]).as("the last stream").isEqualTo((byte) 1);
      // A request that crossed the goodbye is not answered, as the client can tell.
      client.get(3, "/");
      proceed.countDown();
      assertThat(client.status()).isEqualTo("200");
      assertThat(client.atEnd()).isTrue();
    }
    stopping.join();
  }

  private static void awaitTaken(NetServer server, NetLimits limits) {
    while (server.bufferedBytesLeft() == limits.bufferedBytes()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitGivenBack(NetServer server, NetLimits limits) {
    while (server.bufferedBytesLeft() != limits.bufferedBytes()) {
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
