package dev.partita.gremlin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hostile requests: each gets an error or a closed connection, and other clients are still served.
 */
final class AbuseTest {

  private static final String BINARY = "application/vnd.graphbinary-v1.0";
  private static final String GRAPHSON_3 = "application/vnd.gremlin-v3.0+json";
  private static final String ID = "41d2e28a20a44ab0b379d810dede3786";
  private static final Endpoint ENDPOINT =
      new Endpoint(options -> options.withEvaluationMillis(2_000).withHeldMax(20_000));

  @BeforeAll
  static void fill() {
    ENDPOINT.createGraph();
    assertThat(
            ENDPOINT.script(
                "g.addV('n').property('id','a').property('country','x')"
                    + ".property('t','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')"))
        .contains("\"a\"");
  }

  @AfterAll
  static void close() {
    ENDPOINT.close();
  }

  @AfterEach
  void anOrdinaryClientIsServed() throws InterruptedException {
    assertThat(RawConnection.authenticated(ENDPOINT).ask("g.V().count()"))
        .contains("\"code\":200", "[1]");
  }

  private static void assertMalformed(String answer) {
    assertThat(answer).containsAnyOf("\"code\":498", "\"code\":499", "000001f2", "000001f3");
  }

  // Before authentication

  /** A GraphBinary request with one argument of these bytes. */
  private static byte[] binary(byte[] value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(RawConnection.framed(BINARY, ""));
    bytes.writeBytes(
        HexFormat.of()
            .parseHex("81" + ID + "000000046576616c" + "00000000" + "00000001" + "03000000000178"));
    bytes.writeBytes(value);
    return bytes.toByteArray();
  }

  @Test
  void listsInListsWithoutEnd() throws InterruptedException {
    RawConnection connection = new RawConnection(ENDPOINT);
    connection.send(binary(HexFormat.of().parseHex("090000000001".repeat(20_000))));
    assertMalformed(connection.answer());
    for (String mime :
        List.of(RawConnection.MIME, GRAPHSON_3, "application/vnd.gremlin-v1.0+json")) {
      connection.send(
          RawConnection.framed(
              mime,
              RawConnection.request(
                  "eval", "\"gremlin\":" + "[".repeat(30_000) + "]".repeat(30_000))));
      assertMalformed(connection.answer());
      connection.send(
          RawConnection.framed(
              mime,
              RawConnection.request(
                  "eval",
                  "\"bindings\":"
                      + "{\"@type\":\"g:List\",\"@value\":[".repeat(10_000)
                      + "]}".repeat(10_000))));
      assertMalformed(connection.answer());
    }
    assertThat(connection.isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Month 13, day 40, an offset of a thousand hours, a year out of range.
        "8400" + "000007e0" + "0d" + "28",
        "8f00" + "7fffffff",
        "8c00" + "7fffffff",
        "8d00" + "7fffffff",
        // A truncated UUID, an invalid class, an invalid strategy.
        "0c00" + "0102",
        "0600" + "00000003" + "782e79",
        "2900" + "00000003" + "782e79" + "00000000",
        // A number without bytes.
        "2300" + "00000000",
        // Bytecode with more instructions than there are bytes.
        "1500" + "7fffffff",
        // An unknown type, and a custom one.
        "7700",
        "0000" + "00000001" + "78",
      })
  void valuesThatAreNone(String value) throws InterruptedException {
    RawConnection connection = new RawConnection(ENDPOINT);
    connection.send(binary(HexFormat.of().parseHex(value)));
    assertMalformed(connection.answer());
    assertThat(connection.isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@type\":\"g:Int32\",\"@value\":\"x\"}",
        "{\"@type\":\"g:UUID\",\"@value\":\"x\"}",
        "{\"@type\":\"g:Class\",\"@value\":\"java.lang.Runtime\"}",
        "{\"@type\":\"g:Lambda\",\"@value\":{\"script\":\"it\",\"language\":\"groovy\",\"arguments\":1}}",
        "{\"@type\":\"gx:LocalDate\",\"@value\":\"2016-13-40\"}",
        "{\"@type\":\"gx:InetAddress\",\"@value\":\"no.such.host.invalid\"}",
        "{\"@type\":\"g:NoSuchType\",\"@value\":1}",
        "{\"@type\":7}",
        "1e999999999",
        "\"\\ud800\"",
      })
  void valuesOfGraphsonThatAreNone(String value) throws InterruptedException {
    RawConnection connection = RawConnection.authenticated(ENDPOINT);
    for (String mime : List.of(RawConnection.MIME, GRAPHSON_3)) {
      connection.send(
          RawConnection.framed(
              mime,
              RawConnection.request(
                  "eval", "\"gremlin\":\"g.inject(x)\",\"bindings\":{\"x\":" + value + "}")));
      assertThat(connection.answer()).doesNotContain("InternalServerException");
    }
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void numbersOfManyDigitsTakeNoTime() throws InterruptedException {
    RawConnection connection = new RawConnection(ENDPOINT);
    String digits = "9".repeat(300_000);
    for (String value :
        List.of(
            digits,
            "{\"@type\":\"gx:BigInteger\",\"@value\":" + digits + "}",
            "{\"@type\":\"gx:BigDecimal\",\"@value\":\"1e2147483647\"}")) {
      connection.send(
          RawConnection.framed(
              GRAPHSON_3,
              RawConnection.request(
                  "eval", "\"gremlin\":\"g.V()\",\"bindings\":{\"x\":" + value + "}")));
      assertThat(connection.answer()).containsAnyOf("\"code\":498", "\"code\":407");
    }
  }

  @Test
  void wrongCredentialsEndTheConversation() throws InterruptedException {
    for (String sasl :
        List.of(
            plain("/dbs/db/colls/graph", "bm8="),
            plain("x".repeat(100_000), "y"),
            Base64.getEncoder().encodeToString(new byte[1_000]),
            "not base64!",
            "")) {
      RawConnection connection = new RawConnection(ENDPOINT);
      for (int i = 0; i < 3; i++) {
        connection.send(
            RawConnection.framed(
                RawConnection.MIME, RawConnection.request("eval", "\"gremlin\":\"g.V()\"")));
        assertThat(connection.answer()).contains("\"code\":407");
        connection.send(
            RawConnection.framed(
                RawConnection.MIME,
                RawConnection.request("authentication", "\"sasl\":\"" + sasl + "\"")));
        assertThat(connection.answer()).containsAnyOf("\"code\":401", "\"code\":498");
      }
      assertThat(connection.closeCode()).isEqualTo(1000);
    }
    RawConnection connection = new RawConnection(ENDPOINT);
    for (String arguments : List.of("", "\"sasl\":7", "\"sasl\":null", "\"sasl\":[]")) {
      connection.send(
          RawConnection.framed(
              RawConnection.MIME, RawConnection.request("authentication", arguments)));
      if (!connection.isOpen()) {
        break;
      }
    }
    assertThat(connection.closeCode()).isEqualTo(1000);
  }

  private static String plain(String user, String password) {
    return Base64.getEncoder().encodeToString(("\0" + user + "\0" + password).getBytes(UTF_8));
  }

  @Test
  void manyRequestsBeforeAuthenticationEndTheConversation() throws InterruptedException {
    RawConnection connection = new RawConnection(ENDPOINT);
    for (int i = 0; i < 200 && connection.isOpen(); i++) {
      try {
        connection.send(
            RawConnection.framed(
                RawConnection.MIME, RawConnection.request("eval", "\"gremlin\":\"g.V()\"")));
      } catch (CompletionException e) {
        break;
      }
    }
    assertThat(connection.closeCode()).isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "close", "EVAL", "", "gather", "keys", "authentication "})
  void operationsThatThereAreNot(String op) throws InterruptedException {
    RawConnection connection = RawConnection.authenticated(ENDPOINT);
    connection.send(
        RawConnection.framed(
            RawConnection.MIME,
            RawConnection.request(op, "\"session\":\"s\",\"gremlin\":\"g.V()\"")));
    assertThat(connection.answer()).containsAnyOf("\"code\":499", "\"code\":204");
    connection.send(
        RawConnection.framed(
            RawConnection.MIME,
            RawConnection.request("eval", "\"session\":\"s\",\"gremlin\":\"g.V()\"")));
    assertThat(connection.answer()).contains("\"code\":499");
  }

  // Frames

  @Test
  void aMessageThatIsTooLongEndsTheConversation() throws InterruptedException {
    RawConnection connection = new RawConnection(ENDPOINT);
    byte[] part = new byte[1 << 20];
    try {
      for (int i = 0; i < 200; i++) {
        connection.sendPart(part);
      }
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(IOException.class);
    }
    assertThat(connection.closeCode()).isIn(1009, 1006);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Not masked; an invalid opcode; reserved bits; a continuation without a beginning.
        "8201" + "00",
        "8380" + "00000000",
        "f280" + "00000000",
        "8080" + "00000000",
        // A ping that is too long, a fragmented one, a length out of range.
        "89fe0100" + "00000000",
        "0980" + "00000000",
        "82ff7fffffffffffffff" + "00000000",
        "82ffffffffffffffffff" + "00000000",
        // A close with an invalid code, and with a truncated one.
        "8882" + "00000000" + "0001",
        "8881" + "00000000" + "03",
      })
  void framesThatAreNone(String frame) throws IOException {
    try (Socket socket = handshake()) {
      socket.getOutputStream().write(HexFormat.of().parseHex(frame));
      socket.getOutputStream().flush();
      assertEnds(socket);
    }
  }

  @Test
  void anyBytesAfterTheHandshake() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      try (Socket socket = handshake()) {
        byte[] bytes = new byte[1 + random.nextInt(400)];
        random.nextBytes(bytes);
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
        assertEnds(socket);
      } catch (SocketException e) {
        // The connection was closed before the request was sent completely.
        assertThat(e).hasMessageContaining("reset");
      }
    }
  }

  private static Socket handshake() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), ENDPOINT.port());
    socket.setSoTimeout(60_000);
    socket
        .getOutputStream()
        .write(
            """
            GET /gremlin HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
            \r
            """
                .getBytes(ISO_8859_1));
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = socket.getInputStream().read();
      assertThat(next).isNotNegative();
      head.write(next);
    }
    assertThat(head.toString(ISO_8859_1)).startsWith("HTTP/1.1 101");
    return socket;
  }

  /** Reads until the other side closes. */
  private static void assertEnds(Socket socket) throws IOException {
    byte[] rest = new byte[4_096];
    try {
      while (socket.getInputStream().read(rest) >= 0) {}
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  // Traversals

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g.V().has('t', TextP.regex('(.*a){20}b'))",
        "g.V().has('t', TextP.regex('(.*a){20}b').negate())",
        "g.V().has('t', gt('a').and(TextP.regex('(.*a){20}b')))",
        "g.V().values('t').is(TextP.notRegex('(.*a){20}b'))",
        "g.inject(1).repeat(identity()).until(is(2))",
        "g.inject(1).emit().repeat(union(identity(),identity())).count()",
        "g.inject(1).until(is(2)).repeat(V().V())",
        "g.V().repeat(sideEffect(identity())).iterate()",
      })
  void whatDoesNotEnd(String script) throws InterruptedException {
    assertThat(RawConnection.authenticated(ENDPOINT).ask(script))
        .containsAnyOf("\"code\":598", "\"x-ms-status-code\":1003");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g.inject('aaaaaaaa').repeat(concat(identity())).times(40)",
        "g.inject('aaaaaaaa').repeat(replace('a','aaaaaaaa')).times(40)",
        "g.inject([1,2]).repeat(combine(identity())).times(40)",
        "g.inject([1,2]).repeat(product(identity())).times(6)",
        "g.inject(1).repeat(union(identity(),identity())).times(40).aggregate('x').cap('x')",
        "g.inject(1).repeat(addV('x').property('country','x')).times(1000000)",
        "g.inject(1).repeat(fold()).times(100000)",
        "g.inject(1).repeat(aggregate('x').cap('x')).times(100000)",
      })
  void whatGrowsWithoutEnd(String script) throws InterruptedException {
    String answer = RawConnection.authenticated(ENDPOINT).ask(script);
    assertThat(answer).doesNotContain("InternalServerException");
    assertThat(answer).containsAnyOf("\"code\":597", "\"code\":598", "\"code\":599");
  }

  @Test
  void scriptsAndParametersOfAnySize() throws InterruptedException {
    RawConnection connection = RawConnection.authenticated(ENDPOINT);
    assertThat(connection.ask("g.V()" + " ".repeat(70_000)))
        .contains("\"code\":597", "\"x-ms-status-code\":1003");
    assertThat(connection.ask("g.V(" + "'x',".repeat(10_000) + "'y').count()"))
        .contains("\"code\":200", "[0]");
    assertThat(connection.ask("g.inject(" + "[".repeat(5_000) + "]".repeat(5_000) + ")"))
        .contains("\"code\":597");
    assertThat(connection.ask("g.inject(" + "9".repeat(60_000) + ")"))
        .doesNotContain("InternalServerException");
    assertThat(connection.ask("g.V().has('t', gt('a')" + ".and(gt('b'))".repeat(3_000) + ")"))
        .doesNotContain("InternalServerException");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      many.append(i == 0 ? "" : ",").append("\"p").append(i).append("\":").append(i);
    }
    assertThat(connection.ask("g.inject(p19999)", ",\"bindings\":{" + many + "}"))
        .contains("[19999]");
    for (String options :
        List.of(
            ",\"evaluationTimeout\":-1",
            ",\"evaluationTimeout\":9223372036854775807",
            ",\"evaluationTimeout\":\"x\"",
            ",\"batchSize\":-5",
            ",\"batchSize\":2147483647",
            ",\"batchSize\":null",
            ",\"bindings\":7",
            ",\"bindings\":{\"g\":1,\"true\":2,\"__\":3}",
            ",\"aliases\":{\"g\":\"nothing\"}",
            ",\"language\":\"gremlin-groovy\",\"userAgent\":[1]")) {
      assertThat(connection.ask("g.V().count()", options))
          .as(options)
          .containsAnyOf("\"code\":200", "\"code\":499");
    }
  }

  @Test
  void bytecodeOfAnyDepthAndShape() throws InterruptedException {
    RawConnection connection = RawConnection.authenticated(ENDPOINT);
    String inner = "{\"@type\":\"g:Bytecode\",\"@value\":{\"step\":[[\"out\"]]}}";
    for (int i = 0; i < 100; i++) {
      inner = "{\"@type\":\"g:Bytecode\",\"@value\":{\"step\":[[\"where\"," + inner + "]]}}";
    }
    for (String step :
        List.of(
            "[\"V\"],[\"where\"," + inner + "]",
            "[\"V\"],[\"io\",\"/etc/passwd\"]",
            "[\"V\"],[\"noSuchStep\"]",
            "[\"V\"],[\"map\",{\"@type\":\"g:Lambda\",\"@value\":{\"script\":\"it\","
                + "\"language\":\"gremlin-groovy\",\"arguments\":1}}]",
            "[]",
            "[\"\"]",
            "[7]",
            "[\"out\"]",
            "[\"V\"],[\"by\"]",
            "[\"V\"],[\"option\",1]",
            "[\"V\"],[\"emit\"]",
            "[\"V\"],[\"project\"]",
            "[\"V\"],[\"times\",{\"@type\":\"g:Int32\",\"@value\":-1}]")) {
      connection.send(
          RawConnection.framed(
              GRAPHSON_3,
              RawConnection.request(
                  "bytecode",
                  "\"aliases\":{\"g\":\"g\"},\"gremlin\":{\"@type\":\"g:Bytecode\","
                      + "\"@value\":{\"step\":["
                      + step
                      + "]}}")));
      String answer = connection.answer();
      assertThat(answer).as(step).doesNotContain("InternalServerException");
      assertThat(answer)
          .as(step)
          .containsAnyOf("\"code\":597", "\"code\":498", "\"code\":499", "\"code\":20");
    }
  }

  @Test
  void whoLeavesEndsWhatHeHasBegun() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      RawConnection connection = RawConnection.authenticated(ENDPOINT);
      for (int j = 0; j < 40; j++) {
        connection.send(
            RawConnection.framed(
                RawConnection.MIME,
                RawConnection.request(
                    "eval", "\"gremlin\":\"g.inject(1).repeat(identity()).until(is(2))\"")));
      }
      connection.abort();
    }
  }
}
