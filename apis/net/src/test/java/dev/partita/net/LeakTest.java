package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Buffers are given back on every path; the module's tests run with every buffer tracked. */
@Timeout(60)
class LeakTest {

  @Test
  void givesBuffersBack() {
    assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
    var leaks = new ConcurrentLinkedQueue<String>();
    ByteBufUtil.setLeakListener((type, records) -> leaks.add(records));
    try (NetServer server = Servers.start(Servers::echo, Servers.small())) {
      for (int i = 0; i < 200; i++) {
        for (String request :
            new String[] {
              "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
              "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\nabc",
              "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n" + "x".repeat(2_000),
              "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
              "nonsense\r\n\r\nmore",
            }) {
          try (RawClient client = Servers.connect(server)) {
            client.send(request).finish().read();
          }
        }
      }
    }
    leaveInAllWays();
    // The detector notices a lost buffer when a later one is allocated after a collection.
    for (int i = 0; i < 5; i++) {
      System.gc();
      try (NetServer server = Servers.start(Servers::echo);
          RawClient client = Servers.connect(server)) {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read();
      }
    }
    ByteBufUtil.setLeakListener(null);
    assertThat(leaks).isEmpty();
  }

  /** Ends connections with TLS and HTTP/2 at all kinds of moments. */
  private static void leaveInAllWays() {
    IdentitySource identity = new MemoryAuthority(List.of(), Clock.system());
    BlockingHandler big = request -> new Response(200, Headers.empty(), new byte[200_000]);
    for (int i = 0; i < 20; i++) {
      try (NetServer server = Servers.startSecure(big, Servers.small(), identity)) {
        try (RawClient client = Servers.connect(server)) {
          client.send(new byte[] {0x16, 3, 1, 2, 0, 1});
        }
        try (RawClient client = new RawClient(Trust.connect(identity, Servers.address(server)))) {
          client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost").read();
        }
        try (RawHttp2Client client = RawHttp2Client.connect(server)) {
          client.get(1, "/").post(3, "/").send(RawHttp2Client.DATA, 0, 3, new byte[500]);
          client.post(5, "/").send(RawHttp2Client.DATA, 0, 5, new byte[2_000]);
          client.get(7, "/").reset(7).send(RawHttp2Client.DATA, 0, 7, new byte[10]);
          // The answer is longer than the client accepts, and so stays half sent.
          client.next(RawHttp2Client.DATA);
        }
      }
    }
  }
}
