package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
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
    try (HttpServer server = Servers.start(Servers::echo, Servers.small())) {
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
    // The detector notices a lost buffer when a later one is allocated after a collection.
    for (int i = 0; i < 5; i++) {
      System.gc();
      try (HttpServer server = Servers.start(Servers::echo);
          RawClient client = Servers.connect(server)) {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read();
      }
    }
    ByteBufUtil.setLeakListener(null);
    assertThat(leaks).isEmpty();
  }
}
