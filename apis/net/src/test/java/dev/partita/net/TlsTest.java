package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 over TLS, on the port that serves it without. */
@Timeout(30)
class TlsTest {

  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final BlockingHandler SECURE =
      request ->
          new Response(200, Headers.empty(), Boolean.toString(request.secure()).getBytes(UTF_8));
  // Shared, since making it is what takes longest.
  private static final IdentitySource IDENTITY =
      new MemoryAuthority(List.of("partita.test"), Clock.system());

  @Test
  void servesWithAndWithoutTlsOnTheSamePort() throws Exception {
    try (NetServer server = start(SECURE);
        HttpClient client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(Trust.in(IDENTITY))
                .build()) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(client, "http", server).body()).isEqualTo("false");
        HttpResponse<String> secure = get(client, "https", server);
        assertThat(secure.body()).isEqualTo("true");
        assertThat(secure.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(secure.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
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
        HttpClient client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(Trust.in(IDENTITY))
                .build()) {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(uri("https", server))
                  .POST(BodyPublishers.ofByteArray(body))
                  .build(),
              BodyHandlers.ofByteArray());
      assertThat(answer.body()).isEqualTo(body);
      while (server.bufferedBytesLeft() != NetLimits.standard().bufferedBytes()) {
        Thread.onSpinWait();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void speaksBothVersions(String version) throws Exception {
    try (NetServer server = start(Servers::echo);
        SSLSocket socket = Trust.connect(IDENTITY, Servers.address(server), version);
        RawClient client = new RawClient(socket)) {
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      assertThat(client.send(GET + GET).read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  /** Which would cost the server far more than the client, as often as that likes. */
  @ParameterizedTest
  @ValueSource(strings = {"http/1.1", "h2"})
  void refusesAnotherHandshakeOnTheSameConnection(String protocol) throws Exception {
    try (NetServer server = start(Servers::echo);
        SSLSocket socket = Trust.connect(IDENTITY, Servers.address(server), protocol, "TLSv1.2")) {
      assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
      assertThat(socket.getApplicationProtocol()).isEqualTo(protocol);
      socket.setSoTimeout(10_000);
      // Only asks for it; the answer comes with what is read.
      socket.startHandshake();
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("alert");
      while (server.openConnections() > 0) {
        Thread.onSpinWait();
      }
      assertThat(get(HttpClient.newHttpClient(), "http", server).statusCode()).isEqualTo(200);
    }
  }

  /** In later versions of TLS it is about keys only, and cheap. */
  @Test
  void changesKeysWhenAsked() throws Exception {
    try (NetServer server = start(Servers::echo);
        SSLSocket socket = Trust.connect(IDENTITY, Servers.address(server), "TLSv1.3");
        RawClient client = new RawClient(socket)) {
      for (int i = 0; i < 3; i++) {
        socket.startHandshake();
        assertThat(client.send(GET).read().status()).isEqualTo(200);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void endsWithTheLastWordOfTls(String version) {
    try (NetServer server = start(Servers::echo);
        RawClient client =
            new RawClient(Trust.connect(IDENTITY, Servers.address(server), version))) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(client.read().headers()).containsEntry("connection", "close");
      // Without it this would fail, since the end could be an attacker's work.
      assertThat(client.atEnd()).isTrue();
      while (server.openConnections() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void answersAClientThatHasSaidItsLastWord() {
    var proceed = new CountDownLatch(1);
    BlockingHandler late =
        request -> {
          await(proceed);
          return Response.of(200);
        };
    try (NetServer server = start(late);
        RawClient client =
            new RawClient(Trust.connect(IDENTITY, Servers.address(server), "TLSv1.3"))) {
      client.send(GET + GET).finish();
      proceed.countDown();
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void isNotTrustedByJustAnybody() {
    IdentitySource other = new MemoryAuthority(List.of(), Clock.system());
    try (NetServer server = start(Servers::echo)) {
      assertThatThrownBy(() -> Trust.connect(other, Servers.address(server)))
          .isInstanceOf(UncheckedIOException.class)
          .hasCauseInstanceOf(SSLHandshakeException.class);
      assertThat(ask(server)).isEqualTo(200);
    }
  }

  @Test
  void showsACertificateForItsNames() throws Exception {
    try (NetServer server = start(Servers::echo)) {
      var address = Servers.address(server);
      for (String name : List.of("localhost", "127.0.0.1", "::1", "partita.test")) {
        SSLSocket socket =
            (SSLSocket)
                Trust.in(IDENTITY)
                    .getSocketFactory()
                    .createSocket(
                        new Socket(address.getAddress(), address.getPort()),
                        name,
                        address.getPort(),
                        true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        try (RawClient client = new RawClient(socket)) {
          assertThat(client.send(GET).read().status()).as(name).isEqualTo(200);
        }
      }
    }
  }

  @Test
  void closesTlsConnectionsWhereThereIsNoTls() {
    try (NetServer server = Servers.start(Servers::echo);
        RawClient client = Servers.connect(server)) {
      client.send(new byte[] {0x16, 3, 1, 0, 100});
      assertThat(client.atEnd()).isTrue();
      assertThat(ask(server)).isEqualTo(200);
    }
  }

  @Test
  void waitsForTheFirstByteAndForTheRestOfTheHandshakeButNotForEver() {
    try (NetServer server =
            Servers.startSecure(Servers::echo, Servers.impatient(300, 300, 20_000), IDENTITY);
        RawClient silent = Servers.connect(server);
        RawClient halting = Servers.connect(server)) {
      halting.send(new byte[] {0x16, 3, 1, 2, 0, 1});
      assertThat(silent.atEnd()).isTrue();
      assertThat(halting.atEnd()).isTrue();
    }
  }

  @Test
  void understandsBytesThatComeOneByOne() {
    try (NetServer server = start(Servers::echo);
        RawClient client = Servers.connect(server)) {
      GET.chars().forEach(c -> client.send(Character.toString(c)));
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void closesWhatIsNeitherHttpNorTls() {
    try (NetServer server = start(Servers::echo)) {
      for (byte[] nonsense :
          List.of(
              new byte[] {0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16},
              new byte[] {0x16, 3, 1, 0, 5, 99, 0, 0, 1, 7})) {
        try (RawClient client = Servers.connect(server)) {
          client.send(nonsense);
          // An alert may come first.
          while (!client.atEnd()) {
            Thread.onSpinWait();
          }
        }
      }
      try (RawClient client = Servers.connect(server)) {
        client.send(new byte[] {0, 1, 2, 3, 4, '\r', '\n', '\r', '\n'});
        assertThat(client.read().status()).isEqualTo(400);
      }
      assertThat(ask(server)).isEqualTo(200);
    }
  }

  @Test
  void closesOneSecureConnectionTooMany() {
    NetLimits one = NetLimits.standard().withConnections(1);
    try (NetServer server = Servers.startSecure(Servers::echo, one, IDENTITY);
        RawClient first = new RawClient(Trust.connect(IDENTITY, Servers.address(server)))) {
      assertThat(first.send(GET).read().status()).isEqualTo(200);
      try (RawClient second = Servers.connect(server)) {
        second.send(new byte[] {0x16, 3, 1, 0, 100});
        assertThat(second.atEnd()).isTrue();
      }
    }
  }

  @Test
  void answersWhatIsUnderWayBeforeItStops() throws Exception {
    var started = new CountDownLatch(1);
    var proceed = new CountDownLatch(1);
    BlockingHandler slow =
        request -> {
          started.countDown();
          await(proceed);
          return Response.of(200);
        };
    NetServer server = start(slow);
    Thread stopping = Thread.ofVirtual().unstarted(() -> server.stop(20_000));
    InetSocketAddress address = Servers.address(server);
    try (RawClient client = new RawClient(Trust.connect(IDENTITY, address));
        RawClient idle = new RawClient(Trust.connect(IDENTITY, address));
        RawClient undecided = Servers.connect(server);
        RawClient halfway = Servers.connect(server)) {
      client.send(GET);
      halfway.send(new byte[] {0x16, 3, 1, 2, 0, 1});
      started.await();
      stopping.start();
      assertThat(idle.atEnd()).isTrue();
      assertThat(undecided.atEnd()).isTrue();
      assertThat(halfway.atEnd()).isTrue();
      proceed.countDown();
      assertThat(client.read().headers()).containsEntry("connection", "close");
      assertThat(client.atEnd()).isTrue();
    }
    stopping.join();
  }

  @Test
  void triesAgainToFindACertificate() {
    var asked = new AtomicInteger();
    IdentitySource atTheSecondTry =
        () -> {
          if (asked.incrementAndGet() == 1) {
            throw new DatabaseException(ErrorCode.UNAVAILABLE, "Not today");
          }
          return IDENTITY.identity();
        };
    try (NetServer server =
        Servers.startSecure(Servers::echo, NetLimits.standard(), atTheSecondTry)) {
      InetSocketAddress address = Servers.address(server);
      assertThatThrownBy(() -> Trust.connect(IDENTITY, address))
          .isInstanceOf(UncheckedIOException.class);
      for (int i = 0; i < 3; i++) {
        try (RawClient client = new RawClient(Trust.connect(IDENTITY, address))) {
          assertThat(client.send(GET).read().status()).isEqualTo(200);
        }
      }
      assertThat(asked).hasValue(2);
    }
  }

  private static NetServer start(BlockingHandler handler) {
    return Servers.startSecure(handler, NetLimits.standard(), IDENTITY);
  }

  private static URI uri(String scheme, NetServer server) {
    return URI.create(scheme + "://localhost:" + Servers.address(server).getPort() + "/");
  }

  private static HttpResponse<String> get(HttpClient client, String scheme, NetServer server)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(scheme, server)).build(), BodyHandlers.ofString());
  }

  private static int ask(NetServer server) {
    try (RawClient client = Servers.connect(server)) {
      return client.send(GET).read().status();
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
