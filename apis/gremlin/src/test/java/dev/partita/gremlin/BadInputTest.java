package dev.partita.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Malformed input: every request gets an error that says what was wrong, and the connection stays
 * usable.
 */
final class BadInputTest {

  private static final Endpoint ENDPOINT =
      new Endpoint(options -> options.withEvaluationMillis(2_000).withHeldMax(50_000));

  private final RawConnection connection;

  BadInputTest() throws InterruptedException {
    connection = RawConnection.authenticated(ENDPOINT);
  }

  @BeforeAll
  static void fill() {
    ENDPOINT.createGraph();
    for (int i = 0; i < 12; i++) {
      assertThat(ENDPOINT.script("g.addV('n').property('id','v" + i + "').property('country','x')"))
          .contains("v" + i);
    }
    assertThat(ENDPOINT.script("g.V().as('a').V().as('b').addE('e').from('a').to('b').count()"))
        .contains("[144]");
  }

  @AfterAll
  static void close() {
    ENDPOINT.close();
  }

  @AfterEach
  void goesOn() throws InterruptedException {
    assertThat(connection.ask("g.V().count()")).contains("\"code\":200", "[12]");
    assertThat(connection.isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "",
        "application/vnd.gremlin-v9.0+json",
        "application/vnd.gremlin-v3.0+gryo",
        "application/vnd.graphbinary-v4.0"
      })
  void namesTheMediaTypesThatItKnows(String mime) throws InterruptedException {
    connection.send(
        RawConnection.framed(mime, RawConnection.request("eval", "\"gremlin\":\"g.V()\"")));
    assertThat(connection.answer()).contains("\"code\":498", "media type");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "[]",
        "null",
        "{}",
        "{\"requestId\":7}",
        "{\"requestId\":\"no uuid\",\"op\":\"eval\",\"args\":{}}",
        "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"eval\",\"args\":7}",
        "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"eval\"}",
        "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"eval\",\"args\":{\"gremlin\":7}}",
        "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"nonsense\",\"args\":{}}",
        "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"bytecode\",\"args\":{\"gremlin\":\"g.V()\"}}",
      })
  void saysWhatARequestLacks(String body) throws InterruptedException {
    for (String mime :
        new String[] {
          "application/vnd.gremlin-v1.0+json",
          RawConnection.MIME,
          "application/vnd.gremlin-v3.0+json"
        }) {
      connection.send(RawConnection.framed(mime, body));
      assertThat(connection.answer()).as(mime).containsAnyOf("\"code\":498", "\"code\":499");
    }
    connection.sendText(body);
    assertThat(connection.answer()).containsAnyOf("\"code\":498", "\"code\":499");
  }

  @Test
  void takesAnyBytes() throws InterruptedException {
    Random random = new Random(1);
    byte[] good =
        RawConnection.framed(
            "application/vnd.graphbinary-v1.0",
            RawConnection.request("eval", "\"gremlin\":\"g.V().count()\""));
    for (int i = 0; i < 300; i++) {
      byte[] bytes;
      if (i % 2 == 0) {
        bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
      } else {
        bytes = good.clone();
        for (int j = 0; j < 1 + random.nextInt(4); j++) {
          bytes[33 + random.nextInt(bytes.length - 33)] = (byte) random.nextInt();
        }
      }
      connection.send(bytes);
      assertThat(connection.answer()).isNotEmpty();
    }
  }

  @Test
  void isNotFooledByLengthsThatAreNone() throws InterruptedException {
    // A GraphBinary request: version, id, then a string with a length of two thousand million
    // bytes.
    byte[] head = RawConnection.framed("application/vnd.graphbinary-v1.0", "");
    byte[] frame = new byte[head.length + 1 + 16 + 4 + 8];
    System.arraycopy(head, 0, frame, 0, head.length);
    frame[head.length] = (byte) 0x81;
    frame[head.length + 17] = 0x7f;
    frame[head.length + 18] = (byte) 0xff;
    frame[head.length + 19] = (byte) 0xff;
    frame[head.length + 20] = (byte) 0xff;
    connection.send(frame);
    assertThat(connection.answer()).startsWith("binary").contains("000001f2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A list of true and of a type whose name has a length of two thousand million.
        "0900" + "00000002" + "270001" + "007fffffff",
        // Lists of a hundred in lists of a hundred, by their lengths, without elements.
        "0900" + "00000064" + "0900" + "00000064" + "0900" + "00000064",
        // A text of a thousand letters.
        "0300" + "000003e8",
      })
  void countsAllLengthsTogetherAndNamesTheRequest(String value) throws InterruptedException {
    String id = "41d2e28a20a44ab0b379d810dede3786";
    String text = "0300" + "00000001" + "78";
    String body = "81" + id + "00000001" + "78" + "00000000" + "00000001" + text + value;
    byte[] head = RawConnection.framed("application/vnd.graphbinary-v1.0", "");
    byte[] rest = HexFormat.of().parseHex(body);
    byte[] frame = Arrays.copyOf(head, head.length + rest.length);
    System.arraycopy(rest, 0, frame, head.length, rest.length);

    connection.send(frame);

    assertThat(connection.answer()).startsWith("binary").contains(id, "000001f2");
  }

  @Test
  void namesTheRequestThatItCannotRead() throws InterruptedException {
    String id = "41d2e28a-20a4-4ab0-b379-d810dede3786";
    for (String given :
        List.of("\"" + id + "\"", "{\"@type\":\"g:UUID\",\"@value\":\"" + id + "\"}")) {
      connection.send(
          RawConnection.framed(
              "application/vnd.gremlin-v3.0+json", "{\"requestId\":" + given + ",\"args\":[}"));
      assertThat(connection.answer()).contains(id, "\"code\":498");
    }
  }

  @Test
  void isNotFooledByDepth() throws InterruptedException {
    assertThat(connection.ask("g.V()" + ".where(__.out()".repeat(300) + ")".repeat(300)))
        .containsAnyOf("\"code\":597", "\"code\":500", "\"x-ms-status-code\":1003");
    connection.send(RawConnection.framed(RawConnection.MIME, "[".repeat(60_000)));
    assertThat(connection.answer()).contains("\"code\":498");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g.V().outt()",
        "g.V().has()",
        "g.V(",
        "g.V().out('e'",
        "h.V()",
        "g",
        "g.V().map{it.get()}",
        "g.V().filter{true}",
        "g.V().map(x -> x)",
        "g.V().map(Lambda.function('it'))",
        "g.V().by(new Date())",
        "g.io('/etc/passwd').read()",
        "g.call('--list')",
        "g.withComputer().V()",
        "g.V().program(x)",
        "java.lang.System.exit(0)",
        "g.getClass()",
        "g.V().getClass()",
        "g.V().toString().getBytes()",
        "g.V().iterate().getGraph()",
      })
  void refusesWhatIsNoTraversal(String script) throws InterruptedException {
    assertThat(connection.ask(script)).contains("\"code\":597", "GraphCompileException");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g.inject(1).repeat(identity()).until(constant(1).is(2))",
        "g.inject(1).repeat(union(identity(),identity())).times(62)",
        "g.inject(1).repeat(union(identity(),identity())).times(62).fold()",
        "g.V().repeat(out()).until(hasId('nobody')).path()",
        "g.V().repeat(both().simplePath()).emit().path().count()",
        "g.V().repeat(out()).times(9).path().count()",
        "g.V().repeat(out()).times(9).path().fold()",
        "g.V().repeat(out()).times(8).tree()",
        "g.V().repeat(out().as('x')).times(9).select('x').groupCount()",
        "g.V().match(as('a').out().as('b'),as('b').out().as('c'),as('c').out().as('d'),"
            + "as('d').out().as('e'),as('e').out().as('f'),as('f').out().as('g'),as('g').out().as('h')).count()",
      })
  void endsWhatWouldNot(String script) throws InterruptedException {
    assertThat(connection.ask(script))
        .containsAnyOf("\"code\":598", "\"x-ms-status-code\":1003", "\"x-ms-status-code\":1002");
  }

  @Test
  void countsABillionPathsWithoutWalkingThem() throws InterruptedException {
    // 12 to the power of 10 paths: each vertex is visited once for each.
    assertThat(connection.ask("g.V()" + ".out()".repeat(9) + ".count()"))
        .contains("[" + (long) Math.pow(12, 10) + "]");
    assertThat(connection.ask("g.inject(1).repeat(union(identity(),identity())).times(40).count()"))
        .contains("[" + (1L << 40) + "]");
  }

  @Test
  void findsTheEndsOfMoreWaysThanThereAreNumbers() throws InterruptedException {
    String far = "g.V()" + ".out()".repeat(20);
    assertThat(connection.ask(far + ".dedup().count()")).contains("\"code\":200", "[12]");
    assertThat(connection.ask("g.V().repeat(out()).times(20).dedup().count()")).contains("[12]");
  }

  @Test
  void saysThatItCannotCountMoreWaysThanThereAreNumbers() throws InterruptedException {
    for (int hops : new int[] {18, 19, 24, 40}) {
      assertThat(connection.ask("g.V()" + ".out()".repeat(hops) + ".count()"))
          .contains("more ways than can be counted", "\"x-ms-status-code\":1003");
    }
    // Sums of merged traversers would overflow, and at last be zero: no result at all.
    for (String script :
        List.of(
            "g.V().repeat(out()).until(hasId('nobody'))",
            "g.V().repeat(out()).until(loops().is(32)).count()",
            "g.V().repeat(both()).until(loops().is(40)).groupCount().by(id)")) {
      assertThat(connection.ask(script))
          .contains("more ways than can be counted", "\"x-ms-status-code\":1003");
    }
  }

  @Test
  void hasEveryoneWaitNoLongerThanTheyWant() throws InterruptedException {
    assertThat(
            connection.ask(
                "g.inject(1).repeat(identity()).until(constant(1).is(2))",
                ",\"evaluationTimeout\":100"))
        .contains("\"code\":598", "100 ms");
  }
}
