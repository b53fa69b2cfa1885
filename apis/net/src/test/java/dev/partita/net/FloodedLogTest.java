package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import dev.partita.net.websocket.WebSocketPeer;
import dev.partita.testkit.LoggingForTests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What peers bring about as often as they like does not fill the log. */
@Timeout(300)
class FloodedLogTest {

  private static final int TIMES = 300;
  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());
  private static final String UPGRADE =
      """
      GET / HTTP/1.1\r
      Host: a\r
      connection: upgrade\r
      upgrade: websocket\r
      sec-websocket-version: 13\r
      sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r
      \r
      """;

  /** What is done over and over. */
  enum Rudeness {
    NO_HTTP("nonsense\r\n\r\n"),
    TOO_LONG("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\n\r\n"),
    NO_TLS("\u0016\u0003\u0001\u0000\u0005nonsense"),
    LONG_TLS("\u0016\u0003\u0001\u00ff\u00ff" + "a".repeat(70_000)),
    NO_FRAMES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that goes on for a while"),
    WRONG_FRAMES(
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0" + "\0\0\0\0\0\0\0\0\u0001"),
    WRONG_BODY("POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"),
    HALF_A_BODY("POST / HTTP/1.1\r\nHost: a\r\ncontent-length: 9\r\n\r\nab"),
    FAILURE("GET /fail HTTP/1.1\r\nHost: a\r\nconnection: close\r\n\r\n"),
    FAILURE_OF_A_STREAM("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"),
    WEB_SOCKET(UPGRADE + "\u0082\u0001a"),
    WEB_SOCKET_OPCODE(UPGRADE + "\u008f\u0080\0\0\0\0"),
    WEB_SOCKET_LENGTH(UPGRADE + "\u0082\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"),
    WEB_SOCKET_TEXT(UPGRADE + "\u0081\u0081\0\0\0\0\u00ff"),
    WEB_SOCKET_PEER(UPGRADE + "\u0082\u0081\0\0\0\0\0"),
    WEB_SOCKET_VERSION(UPGRADE.replace("13", "99")),
    WEB_SOCKET_KEY(UPGRADE.replace("sec-websocket-key", "sec-no-key"));

    private final String bytes;

    Rudeness(String bytes) {
      this.bytes = bytes;
    }
  }

  @BeforeEach
  void forgetWhatWasLogged() {
    var _ = LoggingForTests.LINES.take();
  }

  @ParameterizedTest
  @EnumSource(Rudeness.class)
  void ofRudeConnections(Rudeness rudeness) throws IOException {
    byte[] bytes = rudeness.bytes.getBytes(StandardCharsets.ISO_8859_1);
    try (NetServer server = start()) {
      for (int i = 0; i < TIMES; i++) {
        try (Socket socket = connect(server)) {
          // Every other one is cut off rather than ended.
          socket.setSoLinger(i % 2 == 0, 0);
          socket.getOutputStream().write(bytes);
          if (i % 2 == 1) {
            socket.shutdownOutput();
            var _ = socket.getInputStream().readAllBytes();
          }
        } catch (IOException ended) {
          // By the server, which is its good right.
          assertThat(ended).isNotNull();
        }
      }
      assertFewLines(server);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofTls(Handshake handshake) throws Exception {
    try (NetServer server = start()) {
      SSLContext wary = SSLContext.getInstance("TLS");
      wary.init(null, null, new SecureRandom());
      for (int i = 0; i < TIMES / 3; i++) {
        handshake.with(wary, Servers.address(server));
      }
      assertFewLines(server);
    }
  }

  /** What clients do with a certificate. */
  enum Handshake {
    DISTRUST {
      @Override
      void with(SSLContext wary, InetSocketAddress address) throws IOException {
        try (Socket socket =
            wary.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
          ((SSLSocket) socket).startHandshake();
          throw new AssertionError("Nobody can trust that");
        } catch (IOException expected) {
          assertThat(expected).isNotNull();
        }
      }
    },
    VANISH {
      @Override
      void with(SSLContext wary, InetSocketAddress address) {
        try (SSLSocket socket = Trust.connect(IDENTITY, address)) {
          socket.getOutputStream().write("GET".getBytes(StandardCharsets.US_ASCII));
          socket.setSoLinger(true, 0);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    },
    AGAIN {
      @Override
      void with(SSLContext wary, InetSocketAddress address) {
        try (SSLSocket socket = Trust.connect(IDENTITY, address, "TLSv1.2")) {
          socket.startHandshake();
          var _ = socket.getInputStream().readAllBytes();
        } catch (IOException refused) {
          assertThat(refused).isNotNull();
        }
      }
    };

    abstract void with(SSLContext wary, InetSocketAddress address) throws IOException;
  }

  private static void assertFewLines(NetServer server) throws IOException {
    while (server.openConnections() > 0) {
      Thread.onSpinWait();
    }
    List<String> lines = LoggingForTests.LINES.take();
    // One line in ten seconds of each kind, and this may take a while on a busy machine.
    assertThat(lines).as(String.join("\n", lines)).hasSizeLessThan(TIMES / 10);
    assertThat(lines).noneMatch(line -> line.startsWith("WARN") && line.contains(" + "));
  }

  private static Socket connect(NetServer server) throws IOException {
    InetSocketAddress address = server.listening().getLast();
    return new Socket(address.getAddress(), address.getPort());
  }

  private static NetServer start() {
    BlockingHandler handler =
        request ->
            switch (request.path()) {
              case "/fail" -> throw new IllegalStateException("A defect");
              case "/stream" ->
                  Response.streamed(
                      200,
                      Headers.empty(),
                      _ -> {
                        throw new IllegalStateException("A defect");
                      });
              default -> Response.of(200);
            };
    NetServer server = Servers.startSecure(handler, NetLimits.standard(), IDENTITY);
    var _ =
        server.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            handler,
            _ ->
                new WebSocketPeer() {
                  @Override
                  public void message(byte[] message, boolean text) {
                    throw new IllegalStateException("A defect");
                  }

                  @Override
                  public void closed() {
                    throw new IllegalStateException("A defect");
                  }
                });
    return server;
  }
}
