package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every protocol has to bear from whoever reaches its port: nothing of it is answered with a
 * failure of the server, and whoever comes afterwards with a healthy request is answered.
 */
@Timeout(300)
@ParameterizedClass(name = "{0}")
@EnumSource(Door.class)
class AbuseTest {

  private static final int CONNECTIONS = 100;
  private static final int SEED = 20_261_119;

  private static int explorerPort;
  private static AdminServer server;

  @Parameter private Door door = Door.NOSQL;

  @BeforeAll
  static void start() throws IOException {
    explorerPort = freePort();
    server =
        new AdminServer(
            Map.of(
                "auth", "off",
                // Not HTTP: what its port has to bear is in the tests of its module.
                "mongo-port", "off",
                "mongo-replica-set-port", "off",
                "explorer-port", Integer.toString(explorerPort),
                "max-connections", Integer.toString(CONNECTIONS)));
    var _ = server.container("shop", "graph", 10_000);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static int freePort() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  @Test
  void everyPortIsTried() {
    Set<Integer> known =
        Arrays.stream(Door.values())
            .map(each -> each.address(server.server, explorerPort).getPort())
            .collect(Collectors.toSet());
    assertThat(server.server.listening().stream().map(InetSocketAddress::getPort).toList())
        .isSubsetOf(known);
  }

  private Attacker attacker() throws IOException {
    return new Attacker(door.address(server.server, explorerPort));
  }

  private Attacker http2() throws IOException {
    return Attacker.http2(door.address(server.server, explorerPort));
  }

  /** Connections of before may still be going; what counts is that the server comes round. */
  private void assertServes() throws IOException {
    assertServes(door.address(server.server, explorerPort));
  }

  private void assertServes(InetSocketAddress address) throws IOException {
    int status = 0;
    while (status != 200) {
      try (var healthy = new Attacker(address)) {
        status = healthy.send(door.healthy(true)) ? healthy.status() : 0;
        String answer = status + healthy.rest();
        assertThat(status).as(answer).isIn(0, 200, 503);
      }
    }
  }

  /** That it is answered as somebody's mistake, or not at all. */
  private static void assertNoFailure(Attacker attacker, String what) {
    int status = attacker.status();
    assertThat(status >= 500 && status != 501 && status != 505)
        .as("%s: %s %s", what, status, status == 0 ? "" : attacker.rest())
        .isFalse();
  }

  @Test
  void randomBytes() throws IOException {
    var random = new Random(SEED);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[random.nextInt(2_000) + 1];
      random.nextBytes(bytes);
      // Some look like TLS, some like a request at first.
      if (i % 3 == 0) {
        bytes[0] = 0x16;
      }
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(i % 3 == 1 ? door.healthy(false) : "");
        var _ = attacker.send(bytes);
        attacker.finish();
        assertNoFailure(attacker, "random bytes");
      }
    }
    assertServes();
  }

  @Test
  void requestsWithWrongBytes() throws IOException {
    var random = new Random(SEED);
    byte[] healthy = door.healthy(true).getBytes(ISO_8859_1);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = healthy.clone();
      for (int changes = random.nextInt(3) + 1; changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(bytes);
        attacker.finish();
        assertNoFailure(attacker, new String(bytes, ISO_8859_1));
      }
    }
    assertServes();
  }

  @Test
  void requestsThatEndTooEarly() throws IOException {
    String healthy = door.healthy(true);
    for (int length = 0; length < healthy.length(); length += 3) {
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(healthy.substring(0, length));
        attacker.finish();
        assertNoFailure(attacker, healthy.substring(0, length));
      }
      Attacker gone = attacker();
      var _ = gone.send(healthy.substring(0, length));
      gone.vanish();
    }
    assertServes();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /%s HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET /?%s HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "%s / HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\n%s: a\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: %s\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: %s\r\n\r\n",
        "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9%s\r\n\r\n",
        "POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n%s",
      })
  void requestsThatAreTooLarge(String form) throws IOException {
    for (int length : new int[] {10, 10_000, 300_000}) {
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(form.formatted("9".repeat(length)));
        attacker.finish();
        assertNoFailure(attacker, form + " of " + length);
      }
    }
    assertServes();
  }

  /** Long and deep ones, and such as decode to something else. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a", "/", "a", "/..", "/%2e%2e", "%2F", "/%2Fa", "%", "%zz", "%00", "%C0%80", "%ED%A0%80",
        "%F0%9F%98%80", "%25", "+", "/a%20", "('", "(a='b',", ")", "''", "/docs", ";", "=&", "\\",
        "[", "{", "\"", "%0d%0a", "/dbs/a/colls/b", "/0/split"
      })
  void pathsOfAnyKind(String part) throws IOException {
    for (String beginning : door.pathBeginnings()) {
      for (int times : new int[] {1, 7, 300, 8_000}) {
        String tail = part.repeat(Math.min(times, 15_000 / part.length()));
        for (String method : List.of("GET", "POST", "DELETE")) {
          for (String target : List.of(beginning + tail, beginning + "?a=" + tail)) {
            try (Attacker attacker = attacker()) {
              String path = target.startsWith("/") ? target : "/" + target;
              var _ =
                  attacker.send(
                      method
                          + " "
                          + path
                          + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
                          + "content-length: 0\r\n\r\n");
              assertNoFailure(attacker, method + " " + beginning + part + " x " + times);
            }
          }
        }
      }
    }
    assertServes();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\u00ff",
        "-1",
        "99999999999999999999",
        "{",
        "[\"",
        "[1,{}]",
        "%",
        "%zz",
        "a,b;c=\"",
        "null",
        "*",
        "\"",
        "\"\\",
        "NaN",
        "0#1#2",
        "a:b:c",
        "[::",
        "http://"
      })
  void headersOfAnyKind(String value) throws IOException {
    for (String name :
        List.of(
            "a-im",
            "accept",
            "accept-encoding",
            "content-encoding",
            "content-type",
            "cookie",
            "dataserviceversion",
            "expect",
            "forwarded",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "maxdataserviceversion",
            "origin",
            "prefer",
            "range",
            "te",
            "transfer-encoding",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-proto",
            "x-http-method",
            "x-ms-activity-id",
            "x-ms-client-request-id",
            "x-ms-consistency-level",
            "x-ms-continuation",
            "x-ms-cosmos-is-batch-request",
            "x-ms-date",
            "x-ms-documentdb-collection-rid",
            "x-ms-documentdb-is-upsert",
            "x-ms-documentdb-isquery",
            "x-ms-documentdb-partitionkey",
            "x-ms-documentdb-partitionkeyrangeid",
            "x-ms-indexing-directive",
            "x-ms-max-item-count",
            "x-ms-offer-throughput",
            "x-ms-session-token",
            "x-ms-version")) {
      for (String method : List.of("", "POST", "PATCH", "OPTIONS")) {
        try (Attacker attacker = attacker()) {
          String request = door.healthy(true);
          int lineEnd = request.indexOf("\r\n") + 2;
          String line = request.substring(0, lineEnd);
          var _ =
              attacker.send(
                  (method.isEmpty() ? line : method + line.substring(line.indexOf(' ')))
                      + name
                      + ": "
                      + value
                      + "\r\n"
                      + request.substring(lineEnd));
          attacker.finish();
          assertNoFailure(attacker, method + " with " + name + ": " + value);
        }
      }
    }
    assertServes();
  }

  @Test
  void manyRequestsAtOnce() throws IOException {
    try (Attacker attacker = attacker()) {
      var _ = attacker.send(door.healthy(false).repeat(200) + door.healthy(true));
      String answers = attacker.rest();
      assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(202);
    }
    for (int i = 0; i < 20; i++) {
      Attacker attacker = attacker();
      var _ = attacker.send(door.healthy(false).repeat(100));
      attacker.vanish();
    }
    assertServes();
  }

  @Test
  void connectionsThatSayNothing() throws IOException {
    List<Attacker> attackers = new ArrayList<>();
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      attackers.add(attacker());
    }
    for (Attacker attacker : attackers) {
      var _ = attacker.send(door.healthy(false).substring(0, 10));
    }
    for (Attacker attacker : attackers) {
      attacker.close();
    }
    assertServes();
  }

  @Test
  void requestsThatTakeForEver() throws IOException {
    int explorer = freePort();
    try (AdminServer impatient =
        new AdminServer(
            Map.of(
                "auth", "off",
                "explorer-port", Integer.toString(explorer),
                "idle-millis", "1000",
                "max-connections", "20"))) {
      var _ = impatient.container("shop", "graph", 10_000);
      InetSocketAddress address = door.address(impatient.server, explorer);
      List<Attacker> attackers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        attackers.add(new Attacker(address));
      }
      // A byte for each as long as there is one that has not been cut off.
      for (byte next : door.healthy(false).repeat(5).getBytes(ISO_8859_1)) {
        if (attackers.removeIf(
                attacker -> !attacker.send(new byte[] {next < ' ' ? (byte) 'a' : next}))
            && attackers.isEmpty()) {
          break;
        }
      }
      assertServes(address);
      for (Attacker attacker : attackers) {
        attacker.close();
      }
    }
  }

  @Test
  void wrongCredentials() throws IOException {
    int explorer = freePort();
    String key = Base64.getEncoder().encodeToString(new byte[64]);
    Map<String, String> flags =
        new HashMap<>(
            Map.of(
                "key",
                key,
                "storage-accounts",
                "devstoreaccount1:" + key,
                "explorer-port",
                Integer.toString(explorer)));
    try (AdminServer closed = new AdminServer(flags)) {
      var _ = closed.container("shop", "graph", 10_000);
      String basic =
          Base64.getEncoder().encodeToString("/dbs/shop/colls/graph:no".getBytes(ISO_8859_1));
      for (String authorization :
          List.of(
              "",
              "Bearer",
              "Bearer " + "A".repeat(88),
              "Basic " + basic,
              "Basic ====",
              "SharedKey devstoreaccount1:AAAA",
              "SharedKeyLite devstoreaccount1:" + key,
              "type%3Dmaster%26ver%3D1.0%26sig%3DAAAA",
              "type%3Dresource%26ver%3D1%26sig%3D" + "A".repeat(5_000),
              "type=master&ver=1.0&sig=" + key,
              "%",
              "\u00ff".repeat(1_000))) {
        try (var attacker = new Attacker(door.address(closed.server, explorer))) {
          String request = door.healthy(true).replaceFirst("authorization: [^\r]*\r\n", "");
          int lineEnd = request.indexOf("\r\n") + 2;
          var _ =
              attacker.send(
                  request.substring(0, lineEnd)
                      + "x-ms-date: Thu, 19 Nov 2026 00:00:00 GMT\r\nauthorization: "
                      + authorization
                      + "\r\n"
                      + request.substring(lineEnd));
          int status = attacker.status();
          if (door == Door.EXPLORER) {
            // Files that are the same for everyone.
            assertThat(status).isEqualTo(200);
          } else {
            assertThat(status).as(authorization).isIn(400, 401, 403);
          }
        }
      }
    }
  }

  @Test
  void http2StreamsThatAreTakenBack() throws IOException {
    try (Attacker attacker = http2()) {
      boolean open = true;
      for (int stream = 1; open && stream < 20_000; stream += 2) {
        var _ = attacker.frame(Attacker.HEADERS, 5, stream, Attacker.HTTP2_GET);
        open = attacker.frame(Attacker.RESET, 0, stream, new byte[] {0, 0, 0, 8});
      }
      assertServes();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Attacker.PING, Attacker.SETTINGS, Attacker.PRIORITY, Attacker.DATA})
  void http2FramesWithoutEnd(int type) throws IOException {
    try (Attacker attacker = http2()) {
      var _ = attacker.frame(Attacker.HEADERS, 4, 1, Attacker.HTTP2_GET);
      byte[] payload =
          switch (type) {
            case Attacker.PING -> new byte[8];
            case Attacker.PRIORITY -> new byte[] {0, 0, 0, 0, 16};
            default -> new byte[0];
          };
      int stream = type == Attacker.DATA || type == Attacker.PRIORITY ? 1 : 0;
      boolean open = true;
      for (int i = 0; open && i < 20_000; i++) {
        open = attacker.frame(type, 0, stream, payload);
      }
      assertServes();
    }
  }

  @Test
  void http2HeadsWithoutEnd() throws IOException {
    try (Attacker attacker = http2()) {
      boolean open = attacker.frame(Attacker.HEADERS, 0, 1, Attacker.HTTP2_GET);
      for (int i = 0; open && i < 20_000; i++) {
        open = attacker.frame(Attacker.CONTINUATION, 0, 1, new byte[] {0, 1, 'a', 1, 'b'});
      }
      assertServes();
    }
    try (Attacker attacker = http2()) {
      boolean open = attacker.frame(Attacker.HEADERS, 0, 1, Attacker.HTTP2_GET);
      for (int i = 0; open && i < 20_000; i++) {
        open = attacker.frame(Attacker.CONTINUATION, 0, 1);
      }
      assertServes();
    }
  }

  @Test
  void http2AnswersThatNobodyReads() throws IOException {
    List<Attacker> attackers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Attacker attacker = http2();
      attackers.add(attacker);
      // No window for any stream.
      var _ = attacker.frame(Attacker.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0});
      for (int stream = 1; stream < 400; stream += 2) {
        var _ = attacker.frame(Attacker.HEADERS, 5, stream, Attacker.HTTP2_GET);
      }
      assertServes();
    }
    for (Attacker attacker : attackers) {
      attacker.close();
    }
    assertServes();
  }

  @Test
  void http2WindowsThatCannotBe() throws IOException {
    for (byte[] increment : List.of(new byte[4], new byte[] {0x7f, -1, -1, -1}, new byte[3])) {
      for (int stream : new int[] {0, 1, 3}) {
        try (Attacker attacker = http2()) {
          var _ = attacker.frame(Attacker.HEADERS, 4, 1, Attacker.HTTP2_GET);
          for (int i = 0; i < 3; i++) {
            var _ = attacker.frame(Attacker.WINDOW_UPDATE, 0, stream, increment);
          }
        }
      }
    }
    assertServes();
  }

  @Test
  void http2FramesOfAnyKind() throws IOException {
    var random = new Random(SEED);
    for (int i = 0; i < 50; i++) {
      try (Attacker attacker = http2()) {
        boolean open = true;
        for (int j = 0; open && j < 50; j++) {
          byte[] payload = new byte[random.nextInt(40)];
          random.nextBytes(payload);
          int type = random.nextInt(12);
          open = attacker.frame(type, random.nextInt(256), random.nextInt(8), payload);
        }
      }
    }
    assertServes();
  }

  @Test
  void webSocketFramesOfAnyKind() throws IOException {
    var random = new Random(SEED);
    for (int i = 0; i < 100; i++) {
      try (Attacker attacker = attacker()) {
        var _ =
            attacker.send(
                """
                GET /gremlin HTTP/1.1\r
                host: localhost\r
                connection: upgrade\r
                upgrade: websocket\r
                sec-websocket-version: 13\r
                sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r
                \r
                """);
        int status = attacker.status();
        assertThat(status).isLessThan(500);
        if (status == 101) {
          beRude(attacker, i, random);
          attacker.finish();
          var _ = attacker.rest();
        }
      }
    }
    assertServes();
  }

  private static void beRude(Attacker attacker, int how, Random random) {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    switch (how % 10) {
      case 0 -> attacker.send(bytes);
      // No mask, which a client must have.
      case 1 -> attacker.send(new byte[] {(byte) 0x82, 1, 0});
      // A length that cannot be, in two ways.
      case 2 -> attacker.send(new byte[] {(byte) 0x82, -1, -1, -1, -1, -1, -1, -1, -1, -1});
      case 3 -> attacker.send(new byte[] {(byte) 0x82, -1, 0x7f, -1, -1, -1, -1, -1, -1, -1});
      // A control frame in pieces, one that is too long, and one of a kind there is not.
      case 4 -> attacker.webSocketFrame(0x09, bytes);
      case 5 -> attacker.webSocketFrame(0x89, new byte[200]);
      case 6 -> attacker.webSocketFrame(0xFB, bytes);
      // Text that is none, and a reason to close that there is not.
      case 7 -> attacker.webSocketFrame(0x81, (byte) 0xC0, (byte) 0x80, (byte) 0xFF);
      case 8 -> attacker.webSocketFrame(0x88, (byte) 0, (byte) 1);
      default -> {
        // Pings and pieces of a message that never ends.
        boolean open = attacker.webSocketFrame(0x02, bytes);
        for (int i = 0; open && i < 2_000; i++) {
          open = attacker.webSocketFrame(i % 2 == 0 ? 0x89 : 0x00, new byte[20]);
        }
      }
    }
  }
}
