package dev.partita.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Response;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests whose end two readers could see at different places. Behind a proxy that sees another
 * one, what follows would be taken for the request of somebody else; so none of them is ever
 * followed by anything.
 */
@Timeout(30)
class SmugglingTest {

  private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Two lengths.
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "Content-Length: 5\r\nContent-Length: 0\r\n\r\nhello",
        "Content-Length: 5, 6\r\n\r\nhello",
        "Content-Length: 5\r\nTransfer-Encoding: identity\r\n\r\nhello",
        // Numbers that some read and others do not.
        "Content-Length: +5\r\n\r\nhello",
        "Content-Length: -5\r\n\r\nhello",
        "Content-Length: 0x5\r\n\r\nhello",
        "Content-Length: 5 5\r\n\r\nhello",
        "Content-Length: 5a\r\n\r\nhello",
        "Content-Length: \r\n\r\nhello",
        "Content-Length: 99999999999999999999\r\n\r\nhello",
        "Content-Length: \u0665\r\n\r\nhello",
        // Encodings that some do not know.
        "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding:\r\n\r\n0\r\n\r\n",
        // Names that some see as another one.
        "Content-Length : 5\r\n\r\nhello",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "Transfer\u0000-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "X: y\r\n Content-Length: 5\r\n\r\nhello",
        "X: y\r\n\tfolded\r\nContent-Length: 0\r\n\r\n",
        " Content-Length: 5\r\n\r\nhello",
        "X\r\nContent-Length: 0\r\n\r\n",
        ": empty\r\nContent-Length: 0\r\n\r\n",
        // Ends of lines that some see.
        "X: y\nContent-Length: 5\r\n\r\nhello",
        "X: y\n\n",
        "X: y\rContent-Length: 5\r\n\r\nhello",
        "X: y\u0000z\r\nContent-Length: 0\r\n\r\n",
        "X: y\u0001z\r\nContent-Length: 0\r\n\r\n",
        "X: y\u007fz\r\nContent-Length: 0\r\n\r\n",
        // Chunks.
        "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nffffffff0\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5;a\nb\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\rhello\r\n0\r\n\r\n",
      })
  void refusesWhatCouldEndElsewhere(String rest) {
    var seen = new ConcurrentLinkedQueue<String>();
    try (NetServer server = Servers.start(recording(seen), Servers.small());
        RawClient client = Servers.connect(server)) {
      client.send(("POST /first HTTP/1.1\r\nHost: a\r\n" + rest + SMUGGLED).getBytes(ISO_8859_1));
      RawClient.Answer answer = client.read();
      assertThat(answer.status()).as(answer.body()).isIn(400, 413, 501);
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(client.atEnd()).isTrue();
    }
    assertThat(seen).isEmpty();
  }

  /** Wherever the bytes are cut, and also for a request that is not the first. */
  @Test
  void seesFoldedLinesHoweverTheyCome() {
    String folded = "GET /folded HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n";
    for (int cut = 1; cut < folded.length(); cut++) {
      var seen = new ConcurrentLinkedQueue<String>();
      try (NetServer server = Servers.start(recording(seen), Servers.small());
          RawClient client = Servers.connect(server)) {
        client.send("POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\r\n x");
        client.send(folded.substring(0, cut));
        // Once it is answered, what was sent with it has been taken up as well.
        assertThat(client.read().status()).isEqualTo(200);
        client.send(folded.substring(cut) + SMUGGLED);
        assertThat(client.read().status()).isEqualTo(400);
        assertThat(client.atEnd()).isTrue();
      }
      assertThat(seen).containsExactly("/first");
    }
  }

  /** What looks like a folded line elsewhere is none. */
  @Test
  void leavesBodiesAlone() {
    var seen = new ConcurrentLinkedQueue<String>();
    try (NetServer server = Servers.start(recording(seen));
        RawClient client = Servers.connect(server)) {
      client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\na\r\n b\n\tc");
      client.send("POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("4;x=y\r\n\r\n x\r\n0\r\n\r\n\r\n");
      client.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
      for (int i = 0; i < 3; i++) {
        assertThat(client.read().status()).isEqualTo(200);
      }
    }
    assertThat(seen).containsExactly("/1", "/2", "/3");
  }

  private static BlockingHandler recording(ConcurrentLinkedQueue<String> seen) {
    return request -> {
      seen.add(request.path());
      return Response.of(200);
    };
  }
}
