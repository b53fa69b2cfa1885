package dev.partita.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.server.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Malformed and hostile clients of the Gremlin endpoint: they get an error, and the server keeps
 * working.
 */
final class GremlinRefusalsTest {

  @RegisterExtension
  static final RunningServer SERVER = new RunningServer(ServerOptions::withoutThrottling);

  private static final String MIME = "application/vnd.gremlin-v2.0+json";
  private static final String USER = "/dbs/db/colls/graph";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  @BeforeAll
  static void create() throws Exception {
    HttpResponse<String> created =
        HTTP.send(
            request(USER, RunningServer.KEY)
                .PUT(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"partitionKey\":\"/pk\",\"throughput\":50000}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    for (int i = 0; i < 12; i++) {
      assertThat(post("g.addV('n').property('id','v" + i + "').property('pk','p')"))
          .contains("v" + i);
    }
    assertThat(post("g.V().as('a').V().as('b').addE('e').from('a').to('b').count()"))
        .contains("[144]");
  }

  @AfterAll
  static void close() {
    // Does not wait for the WebSockets, which no test closes.
    HTTP.shutdownNow();
  }

  private static HttpRequest.Builder request(String user, String key) {
    URI gremlin = SERVER.partita().uri("gremlin");
    String credentials = Base64.getEncoder().encodeToString((user + ":" + key).getBytes(UTF_8));
    return HttpRequest.newBuilder(URI.create("http://localhost:" + gremlin.getPort() + user))
        .header("authorization", "Basic " + credentials);
  }

  private static String post(String script) throws Exception {
    return HTTP.send(
            request(USER, RunningServer.KEY)
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"gremlin\":\"" + script.replace("\"", "\\\"") + "\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private WebSocket open() {
    return HTTP.newWebSocketBuilder()
        .buildAsync(
            SERVER.partita().uri("gremlin"),
            new WebSocket.Listener() {
              private final StringBuilder text = new StringBuilder();

              @Override
              public @Nullable CompletionStage<?> onText(
                  WebSocket socket, CharSequence data, boolean last) {
                text.append(data);
                if (last) {
                  answers.add(text.toString());
                  text.setLength(0);
                }
                socket.request(1);
                return null;
              }

              @Override
              public @Nullable CompletionStage<?> onBinary(
                  WebSocket socket, ByteBuffer data, boolean last) {
                byte[] bytes = new byte[data.remaining()];
                data.get(bytes);
                answers.add("binary " + HexFormat.of().formatHex(bytes));
                socket.request(1);
                return null;
              }
            })
        .join();
  }

  private String answer() throws InterruptedException {
    String answer = answers.poll(40, TimeUnit.SECONDS);
    assertThat(answer).as("an answer in time").isNotNull();
    return answer;
  }

  private static ByteBuffer framed(String mime, String body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(mime.length());
    bytes.writeBytes(mime.getBytes(UTF_8));
    bytes.writeBytes(body.getBytes(UTF_8));
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  private static String eval(String script) {
    return "{\"requestId\":{\"@type\":\"g:UUID\",\"@value\":\""
        + UUID.randomUUID()
        + "\"},\"op\":\"eval\",\"processor\":\"\",\"args\":{\"gremlin\":\""
        + script
        + "\",\"language\":\"gremlin-groovy\"}}";
  }

  private static String endless(String script) {
    return "{\"requestId\":\"%s\",\"op\":\"eval\",\"processor\":\"\",\"args\":{\"gremlin\":\"%s\",\"evaluationTimeout\":1500}}"
        .formatted(UUID.randomUUID(), script);
  }

  private WebSocket authenticated() throws InterruptedException {
    WebSocket socket = open();
    socket.sendBinary(framed(MIME, eval("g.V().limit(1).count()")), true).join();
    assertThat(answer()).contains("407");
    String sasl =
        Base64.getEncoder()
            .encodeToString(("\0" + USER + "\0" + RunningServer.KEY).getBytes(UTF_8));
    socket
        .sendBinary(
            framed(
                MIME,
                "{\"requestId\":{\"@type\":\"g:UUID\",\"@value\":\""
                    + UUID.randomUUID()
                    + "\"},\"op\":\"authentication\",\"processor\":\"\",\"args\":{\"sasl\":\""
                    + sasl
                    + "\"}}"),
            true)
        .join();
    assertThat(answer()).contains("\"code\":200");
    return socket;
  }

  private String ask(WebSocket socket, String script) throws InterruptedException {
    socket.sendBinary(framed(MIME, eval(script)), true).join();
    String answer = answer();
    while (answer.contains("\"code\":206")) {
      answer = answer();
    }
    return answer;
  }

  @Test
  @Shows("Graphs: Malformed messages")
  void answersMessagesThatAreNone() throws InterruptedException {
    WebSocket socket = authenticated();

    for (ByteBuffer wrong :
        new ByteBuffer[] {
          framed("text/plain", "hello"),
          framed(MIME, "not json"),
          framed(MIME, "{}"),
          framed(MIME, "{\"requestId\":7}"),
          framed("application/vnd.graphbinary-v1.0", "\1\2\3"),
          ByteBuffer.wrap(new byte[] {(byte) 200, 'x'}),
          ByteBuffer.wrap(new byte[] {0}),
          framed(MIME, eval("g.V()").replace("\"eval\"", "\"nonsense\""))
        }) {
      socket.sendBinary(wrong, true).join();
      assertThat(answer()).containsAnyOf("\"code\":498", "\"code\":499", "000001f2");
    }
    assertThat(ask(socket, "g.V().count()")).contains("[12]");
  }

  @Test
  @Shows({"Graphs: Lambdas, Groovy, io, call and graph computers"})
  void neverRunsCode() throws InterruptedException {
    WebSocket socket = authenticated();

    for (String script :
        new String[] {
          "java.lang.Runtime.getRuntime().exec('id')",
          "g.V().map{it.get()}",
          "g.io('/tmp/x.xml').write()",
          "g.call('--list')",
          "g.withComputer().V()",
          "g.V().pageRank()",
          "System.exit(0)",
          "[1,2,3]",
          "1+1",
          "g.V().sideEffect(x)"
        }) {
      assertThat(ask(socket, script)).as(script).contains("\"code\":597", "GraphCompileException");
    }
    assertThat(ask(socket, "g.V().count()")).contains("[12]");
  }

  @Test
  @Shows("Graphs: Limits: time, steps, script, what a step holds")
  void endsTraversalsThatWouldNot() throws InterruptedException {
    WebSocket socket = authenticated();

    for (String script :
        new String[] {
          "g.inject(1).repeat(identity()).until(constant(1).is(2))",
          "g.V().repeat(out()).times(30).count()",
          "g.V().repeat(out()).times(12).path().fold()",
          "g.V().repeat(both().simplePath()).emit().path().count()"
        }) {
      socket.sendBinary(framed(MIME, endless(script)), true).join();
      String answer = answer();
      while (answer.contains("\"code\":206")) {
        answer = answer();
      }
      assertThat(answer)
          .as(script)
          .containsAnyOf("\"code\":598", "\"x-ms-status-code\":1003", "\"x-ms-status-code\":1002");
    }
    assertThat(ask(socket, "g.V()" + ".out()".repeat(450) + ".count()"))
        .contains("\"x-ms-status-code\":1003");
    assertThat(ask(socket, "g.V('" + "x".repeat(70_000) + "')"))
        .contains("\"x-ms-status-code\":1003");
    assertThat(ask(socket, "g.V().count()")).contains("[12]");
  }

  @Test
  @Shows("Graphs: HTTP POST")
  void servesHttpToo() throws Exception {
    assertThat(post("g.V('v1').has('pk','p').values('pk')")).contains("[\"p\"]");
    HttpResponse<String> refused =
        HTTP.send(
            request(USER, "d3Jvbmc=")
                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\":\"g.V()\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(refused.statusCode()).isEqualTo(401);
    HttpResponse<String> wrong =
        HTTP.send(
            request("/dbs/db/colls/other", RunningServer.KEY)
                .PUT(HttpRequest.BodyPublishers.ofString("{\"partitionKey\":\"/label\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(wrong.statusCode()).isEqualTo(400);
  }
}
