package dev.partita.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Whatever bytes arrive, they are answered or not, and the next client is served. */
class AnyBytesTest {

  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());

  @Property(tries = 200)
  void survivesAnyBytes(@ForAll @Size(max = 300) byte[] bytes) {
    survive("", bytes);
  }

  @Property(tries = 100)
  void survivesAnyBytesThatBeginAsTls(@ForAll @Size(max = 300) byte[] bytes) {
    survive("\u0016\u0003\u0001", bytes);
  }

  @Property(tries = 100)
  void survivesAnyBytesThatBeginAsHttp2(@ForAll @Size(max = 300) byte[] bytes) {
    survive(RawHttp2Client.PREFACE + "\0\0\0\4\0\0\0\0\0", bytes);
  }

  private static void survive(String beginning, byte[] bytes) {
    NetLimits impatient = new NetLimits(256, 512, 1_000, 4_000, 3, 4, 5, 2_000, 2_000, 2_000);
    try (NetServer server = Servers.startSecure(Servers::echo, impatient, IDENTITY)) {
      try (RawClient client = Servers.connect(server)) {
        client.send(beginning.getBytes(ISO_8859_1));
        client.sendIfPossible(bytes);
        while (!client.isOver()) {
          // Whatever it answers.
        }
      }
      try (RawClient client = Servers.connect(server)) {
        assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().status()).isEqualTo(200);
      }
      assertThat(server.bufferedBytesLeft()).isEqualTo(4_000);
    }
  }
}
