package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HttpServerTest {

  @Test
  void passesMethodPathQueryHeadersAndBodyOn() throws Exception {
    BlockingHandler describe =
        request ->
            Response.json(
                200,
                Map.of(
                    "request",
                    request.method()
                        + " "
                        + request.path()
                        + " ? "
                        + request.query()
                        + " "
                        + request.headers().first("x-colour")
                        + " "
                        + new String(request.body(), UTF_8)));
    try (NetServer server = Servers.start(describe);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              request(server, "/dbs/a%20b?x=1&y=%2F")
                  .header("X-Colour", "blue")
                  .PUT(BodyPublishers.ofString("grüß"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body())
          .isEqualTo("{\"request\":\"PUT /dbs/a%20b ? x=1&y=%2F blue grüß\"}");
      assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
      assertThat(response.headers().firstValue("date").orElseThrow()).endsWith("GMT");
    }
  }

  @Test
  void carriesLargeBodiesBothWaysWithAndWithoutKnownLength() throws Exception {
    byte[] large = new byte[5_000_000];
    new Random(1).nextBytes(large);
    try (NetServer server = Servers.start(Servers::echo);
        HttpClient client = HttpClient.newHttpClient()) {
      for (var publisher :
          Arrays.asList(
              BodyPublishers.ofByteArray(large),
              BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))) {
        HttpResponse<byte[]> response =
            client.send(request(server, "/").POST(publisher).build(), BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(large);
      }
    }
  }

  @Test
  void answersHeadWithTheLengthAndWithoutTheBody() throws Exception {
    try (NetServer server = Servers.start(request -> Response.json(200, Map.of("a", 1)));
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(request(server, "/").HEAD().build(), BodyHandlers.ofString());
      assertThat(response.body()).isEmpty();
      assertThat(response.headers().firstValue("content-length")).hasValue("7");
    }
  }

  @Test
  void statesNoLengthWhereThereCanBeNoBody() throws Exception {
    try (NetServer server = Servers.start(request -> Response.of(204));
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = get(client, server, "/");
      assertThat(response.statusCode()).isEqualTo(204);
      assertThat(response.headers().firstValue("content-length")).isEmpty();
    }
  }

  @Test
  void asksForTheBodyOfAClientThatWaitsToBeAsked() throws Exception {
    try (NetServer server = Servers.start(Servers::echo);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              request(server, "/")
                  .expectContinue(true)
                  .POST(BodyPublishers.ofString("asked for"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(response.body()).isEqualTo("asked for");
    }
  }

  @Test
  void turnsKnownFailuresIntoTheirStatusAndSubStatus() throws Exception {
    BlockingHandler failing =
        request -> {
          throw new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "There is no such \"container\"")
              .with("container", "orders");
        };
    try (NetServer server = Servers.start(failing);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = get(client, server, "/");
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.headers().firstValue("x-ms-substatus")).hasValue("1003");
      assertThat(response.body())
          .isEqualTo(
              "{\"code\":\"OwnerNotFound\",\"message\":"
                  + "\"There is no such \\\"container\\\" (container orders)\"}");
    }
  }

  @Test
  void tellsNothingOfUnknownFailuresButAnActivityId() throws Exception {
    BlockingHandler failing =
        request -> {
          throw new IllegalStateException("secret");
        };
    try (NetServer server = Servers.start(failing);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = get(client, server, "/");
      assertThat(response.statusCode()).isEqualTo(500);
      String activityId = response.headers().firstValue("x-ms-activity-id").orElseThrow();
      assertThat(response.body())
          .contains(activityId)
          .doesNotContain("secret", "IllegalState", "dev.partita");
      assertThat(get(client, server, "/").statusCode()).isEqualTo(500);
    }
  }

  @Test
  void marksDefectsOfTheDatabaseWithAnActivityIdToo() throws Exception {
    BlockingHandler failing =
        request -> {
          throw new DatabaseException(ErrorCode.CORRUPT, "A block does not match its checksum");
        };
    try (NetServer server = Servers.start(failing);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = get(client, server, "/");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.headers().firstValue("x-ms-activity-id")).isPresent();
    }
  }

  @Test
  void refusesToSendHeadersThatWouldSplitTheResponse() throws Exception {
    BlockingHandler splitting = request -> Response.of(200).with("x-name", "a\r\nx-other: b");
    try (NetServer server = Servers.start(splitting);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = get(client, server, "/");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.headers().firstValue("x-other")).isEmpty();
    }
  }

  @Test
  void carriesOutRequestsOfDifferentConnectionsAtTheSameTime() throws Exception {
    int clients = 50;
    var barrier = new CyclicBarrier(clients);
    BlockingHandler meeting =
        request -> {
          try {
            barrier.await(10, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return Response.of(200);
        };
    try (NetServer server = Servers.start(meeting);
        HttpClient client = HttpClient.newHttpClient()) {
      var responses = new ArrayList<CompletableFuture<HttpResponse<String>>>();
      for (int i = 0; i < clients; i++) {
        responses.add(client.sendAsync(request(server, "/").build(), BodyHandlers.ofString()));
      }
      assertThat(responses)
          .allSatisfy(response -> assertThat(response.get().statusCode()).isEqualTo(200));
    }
  }

  @Test
  void listensOnSeveralAddresses() throws Exception {
    try (NetServer one = Servers.start(request -> Response.of(200))) {
      var any = new InetSocketAddress(Servers.address(one).getAddress(), 0);
      try (NetServer two =
              NetServer.start(
                  List.of(any, any),
                  (BlockingHandler) request -> Response.of(200),
                  NetLimits.standard(),
                  Clock.system());
          HttpClient client = HttpClient.newHttpClient()) {
        assertThat(two.addresses()).hasSize(2).doesNotHaveDuplicates();
        for (var address : two.addresses()) {
          URI uri = URI.create("http://127.0.0.1:" + address.getPort() + "/");
          assertThat(
                  client
                      .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                      .statusCode())
              .isEqualTo(200);
        }
      }
    }
  }

  private static HttpResponse<String> get(HttpClient client, NetServer server, String path)
      throws IOException, InterruptedException {
    return client.send(request(server, path).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(NetServer server, String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + Servers.address(server).getPort() + path));
  }
}
