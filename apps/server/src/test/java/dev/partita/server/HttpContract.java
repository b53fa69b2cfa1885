package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.transport.NetLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What protocols over HTTP owe besides: heads, paths, headers, credentials, frames of HTTP/2 and of
 * WebSockets of any kind.
 */
abstract sealed class HttpContract extends ProtocolContract
    permits NosqlContractTest,
        TableContractTest,
        GremlinContractTest,
        AdminContractTest,
        ExplorerContractTest {

  private static final String KEY = Base64.getEncoder().encodeToString(new byte[64]);
  private static final List<String> CREDENTIALS =
      List.of(
          "",
          "Bearer",
          "Bearer " + "A".repeat(88),
          "Basic "
              + Base64.getEncoder().encodeToString("/dbs/shop/colls/graph:no".getBytes(ISO_8859_1)),
          "Basic ====",
          "SharedKey devstoreaccount1:AAAA",
          "SharedKeyLite devstoreaccount1:" + KEY,
          "type%3Dmaster%26ver%3D1.0%26sig%3DAAAA",
          "type%3Dresource%26ver%3D1%26sig%3D" + "A".repeat(5_000),
          "type=master&ver=1.0&sig=" + KEY,
          "%",
          "\u00ff".repeat(1_000));

  /** The method, the path, and the headers that the protocol wants, each line with its end. */
  abstract String healthyHead();

  String healthyBody() {
    return "";
  }

  /** With which paths begin that other code takes apart. */
  abstract List<String> pathBeginnings();

  @Override
  final byte[] healthy(boolean last) {
    return healthyText(last).getBytes(ISO_8859_1);
  }

  private String healthyText(boolean last) {
    return request(healthyHead() + (last ? "connection: close\r\n" : ""), healthyBody());
  }

  /**
   * A request.
   *
   * @param head the first line and headers, each with its end
   */
  static String request(String head, String body) {
    return head
        + "host: localhost\r\naccept: application/json\r\n"
        + (body.isEmpty() ? "" : "content-length: " + body.length() + "\r\n")
        + "\r\n"
        + body;
  }

  @Override
  final byte[] tooLarge() {
    int bytes = NetLimits.standard().bodyBytes() + 1;
    return ("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: " + bytes + "\r\n\r\n{")
        .getBytes(ISO_8859_1);
  }

  @Override
  final int tooLargeStatus() {
    return 413;
  }

  @Override
  final List<List<byte[]>> strangers(byte[] request) {
    String anonymous =
        new String(request, ISO_8859_1).replaceFirst("authorization: [^\r]*\r\n", "");
    int lineEnd = anonymous.indexOf("\r\n") + 2;
    List<List<byte[]>> strangers = new ArrayList<>();
    strangers.add(List.of(anonymous.getBytes(ISO_8859_1)));
    for (String authorization : CREDENTIALS) {
      strangers.add(
          List.of(
              (anonymous.substring(0, lineEnd)
                      + "x-ms-date: Thu, 19 Nov 2026 00:00:00 GMT\r\nauthorization: "
                      + authorization
                      + "\r\n"
                      + anonymous.substring(lineEnd))
                  .getBytes(ISO_8859_1)));
    }
    return strangers;
  }

  @Override
  List<Integer> refusals() {
    return List.of(400, 401, 403);
  }

  @Override
  final int status(Attacker attacker) {
    return attacker.status();
  }

  @Override
  final int served(Attacker attacker, int requests) {
    return attacker.rest().split("HTTP/1.1 200", -1).length - 1;
  }

  private Attacker http2() throws IOException {
    return Attacker.http2(address());
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
    for (String beginning : pathBeginnings()) {
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
          String request = healthyText(true);
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
  void requestsThatTakeForEver() throws IOException {
    try (ContractServer impatient =
        new ContractServer(Map.of("auth", "off", "idle-millis", "1000", "max-connections", "20"))) {
      InetSocketAddress address = address(impatient);
      List<Attacker> attackers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        attackers.add(new Attacker(address));
      }
      // A byte for each as long as there is one that has not been cut off.
      for (byte next : healthyText(false).repeat(5).getBytes(ISO_8859_1)) {
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
