package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that are written while they go out, in both versions of HTTP. */
@Timeout(60)
class StreamTest {

  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());
  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  private static final String HEAD = "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n";

  private final SynchronousQueue<String> words = new SynchronousQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Says each word when it comes; an empty one is the last. */
  private Response talk(Request request) {
    return Response.streamed(
        200,
        Headers.of("content-type", "text/plain"),
        sink -> {
          try {
            for (String word = words.take(); !word.isEmpty(); word = words.take()) {
              sink.write(word.getBytes(UTF_8));
            }
          } finally {
            ended.countDown();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void piecesArriveWhenTheyAreWritten(HttpClient.Version version) throws Exception {
    try (NetServer server = start(this::talk);
        HttpClient client = client(version)) {
      HttpResponse<InputStream> answer = open(client, server);
      assertThat(answer.version()).isEqualTo(version);
      assertThat(answer.headers().firstValue("content-length")).isEmpty();
      InputStream body = answer.body();
      words.put("one");
      assertThat(new String(body.readNBytes(3), UTF_8)).isEqualTo("one");
      words.put("two");
      assertThat(new String(body.readNBytes(3), UTF_8)).isEqualTo("two");
      words.put("");
      assertThat(body.read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void endsWhenTheClientLeaves(HttpClient.Version version) throws Exception {
    try (NetServer server = start(this::talk)) {
      HttpClient client = client(version);
      HttpResponse<InputStream> answer = open(client, server);
      words.put("one");
      answer.body().close();
      client.shutdownNow();
      ended.await();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void endsWhenTheServerStops(HttpClient.Version version) throws Exception {
    NetServer server = start(this::talk);
    try (HttpClient client = client(version)) {
      HttpResponse<InputStream> answer = open(client, server);
      words.put("one");
      long begun = Clock.system().millis();
      server.stop(30_000);
      assertThat(Clock.system().millis() - begun).isLessThan(25_000);
      assertThat(new String(answer.body().readAllBytes(), UTF_8)).isEqualTo("one");
      ended.await();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void aClientThatDoesNotReadHoldsTheWriterUpAndIsCutOff(HttpClient.Version version)
      throws Exception {
    var written = new AtomicInteger();
    BlockingHandler endless =
        request ->
            Response.streamed(
                200,
                Headers.empty(),
                sink -> {
                  try {
                    while (true) {
                      sink.write(new byte[1 << 16]);
                      written.incrementAndGet();
                    }
                  } finally {
                    ended.countDown();
                  }
                });
    try (NetServer server = start(endless, 1_000)) {
      HttpClient client = client(version);
      HttpResponse<InputStream> answer = open(client, server);
      ended.await();
      // What the sockets and the client's own window hold; far from what a loop would have written.
      assertThat(written.get()).isLessThan(2_000);
      assertThatThrownBy(answer.body()::readAllBytes).isInstanceOf(IOException.class);
      client.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void aFailureShowsAsACut(HttpClient.Version version) throws Exception {
    BlockingHandler failing =
        request ->
            Response.streamed(
                200,
                Headers.empty(),
                sink -> {
                  sink.write("half".getBytes(UTF_8));
                  throw new IllegalStateException("as the test wants");
                });
    try (NetServer server = start(failing);
        HttpClient client = client(version)) {
      HttpResponse<InputStream> answer = open(client, server);
      assertThatThrownBy(answer.body()::readAllBytes).isInstanceOf(IOException.class);
    }
  }

  @Test
  void theConnectionServesTheNextRequestAfterwards() throws Exception {
    BlockingHandler handler =
        request -> request.path().equals("/") ? talk(request) : Response.of(204);
    try (NetServer server = Servers.start(handler);
        RawClient client = Servers.connect(server)) {
      client.send(GET + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.read().headers()).containsEntry("transfer-encoding", "chunked");
      words.put("abc");
      words.put("");
      assertThat(client.take(8)).isEqualTo("3\r\nabc\r\n");
      assertThat(client.take(5)).isEqualTo("0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(204);
    }
  }

  @Test
  void oldClientsGetItUntilTheConnectionEnds() throws Exception {
    try (NetServer server = Servers.start(this::talk);
        RawClient client = Servers.connect(server)) {
      client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      assertThat(client.read().headers())
          .containsEntry("connection", "close")
          .doesNotContainKey("transfer-encoding");
      words.put("abc");
      words.put("");
      assertThat(client.take(3)).isEqualTo("abc");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void whoAsksForTheHeadOnlyStartsNothing() {
    try (NetServer server = Servers.start(this::talk);
        RawClient client = Servers.connect(server)) {
      client.send(HEAD + HEAD);
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(ended.getCount()).isEqualTo(1);
    }
  }

  private static NetServer start(BlockingHandler handler) {
    return start(handler, NetLimits.standard().sendMillis());
  }

  private static NetServer start(BlockingHandler handler, long sendMillis) {
    NetLimits standard = NetLimits.standard();
    return Servers.startSecure(
        handler,
        new NetLimits(
            standard.requestLineBytes(),
            standard.headerBytes(),
            standard.bodyBytes(),
            standard.bufferedBytes(),
            standard.connections(),
            standard.pipelinedRequests(),
            standard.streams(),
            standard.idleMillis(),
            standard.receiveMillis(),
            sendMillis),
        IDENTITY);
  }

  private static HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder().version(version).sslContext(Trust.in(IDENTITY)).build();
  }

  private static HttpResponse<InputStream> open(HttpClient client, NetServer server)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(
                URI.create("https://localhost:" + Servers.address(server).getPort() + "/"))
            .build(),
        BodyHandlers.ofInputStream());
  }
}
