package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Whatever bytes arrive, they are answered or not, and the next client is served. */
class AnyBytesTest {

  @Property(tries = 200)
  void survivesAnyBytes(@ForAll @Size(max = 300) byte[] bytes) {
    NetLimits impatient = new NetLimits(256, 512, 1_000, 4_000, 3, 4, 2_000, 2_000, 2_000);
    try (HttpServer server = Servers.start(Servers::echo, impatient)) {
      try (RawClient client = Servers.connect(server)) {
        client.send(bytes).finish();
        while (!client.atEnd()) {
          // Whatever it answers.
        }
      }
      try (RawClient client = Servers.connect(server)) {
        assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().status()).isEqualTo(200);
      }
    }
  }
}
