package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.transport.NetLimits;
import dev.partita.net.websocket.WebSocket;
import dev.partita.net.websocket.WebSocketPeer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much a WebSocket may keep the server busy with. */
@Timeout(60)
class WebSocketTest {

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
  private static final int ALL_BYTES = 4_000;

  private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
  private final BlockingQueue<WebSocket> sockets = new LinkedBlockingQueue<>();

  private WebSocketPeer open(WebSocket socket) {
    sockets.add(socket);
    return new WebSocketPeer() {
      @Override
      public void message(byte[] message, boolean text) {
        messages.add(message);
      }

      @Override
      public void closed() {
        // Nothing to let go of.
      }
    };
  }

  private NetServer start(long receiveMillis) {
    NetLimits limits =
        new NetLimits(256, 512, 1_000, ALL_BYTES, 100, 4, 5, 60_000, receiveMillis, 60_000);
    NetServer server = Servers.start(Servers::echo, limits);
    var _ =
        server.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Servers.ECHO, this::open);
    return server;
  }

  private static RawClient connect(NetServer server) {
    RawClient client = new RawClient(server.listening().getLast()).send(UPGRADE);
    assertThat(client.read().status()).isEqualTo(101);
    return client;
  }

  /** The beginning of a frame with a mask of zeros. */
  private static byte[] frame(int first, int length, int sent) {
    byte[] frame = new byte[8 + sent];
    frame[0] = (byte) first;
    frame[1] = (byte) (0x80 | 126);
    frame[2] = (byte) (length >> 8);
    frame[3] = (byte) length;
    return frame;
  }

  private static void awaitLeft(NetServer server, long bytes) {
    while (server.bufferedBytesLeft() != bytes) {
      Thread.onSpinWait();
    }
  }

  @Test
  void sharesTheRoomForMessagesThatArrive() {
    List<RawClient> clients = new ArrayList<>();
    try (NetServer server = start(60_000)) {
      for (int i = 0; i < 4; i++) {
        clients.add(connect(server).send(frame(0x82, 1_000, 900)));
        awaitLeft(server, ALL_BYTES - 908L * (i + 1));
      }
      try (RawClient tooMuch = connect(server)) {
        tooMuch.send(frame(0x82, 1_000, 900));
        assertThat(tooMuch.isOver()).isTrue();
      }
      // Those that were first still get through.
      clients.getFirst().send(new byte[100]);
      while (messages.isEmpty()) {
        Thread.onSpinWait();
      }
      clients.forEach(RawClient::close);
      awaitLeft(server, ALL_BYTES);
    }
  }

  @Test
  void countsMessagesUntilTheyAreHandled() throws InterruptedException {
    try (NetServer server = start(60_000)) {
      try (RawClient client = connect(server)) {
        client.send(frame(0x82, 900, 900)).send(frame(0x02, 200, 200)).send(frame(0x80, 300, 300));
        assertThat(messages.take()).hasSize(900);
        assertThat(messages.take()).hasSize(500);
        awaitLeft(server, ALL_BYTES - 1_400);
        sockets.take().handled(900);
        assertThat(server.bufferedBytesLeft()).isEqualTo(ALL_BYTES - 500);
      }
      awaitLeft(server, ALL_BYTES);
    }
  }

  @Test
  void doesNotCountPings() throws InterruptedException {
    try (NetServer server = start(60_000);
        RawClient client = connect(server)) {
      for (int i = 0; i < 600; i++) {
        client.send(new byte[] {(byte) 0x8a, (byte) 0x82, 0, 0, 0, 0, 1, 2});
        client.send(new byte[] {(byte) 0x89, (byte) 0x80, 0, 0, 0, 0});
        // The answer to the ping.
        assertThat(client.take(2)).hasSize(2);
      }
      client.send(frame(0x82, 200, 200));
      assertThat(messages.take()).hasSize(200);
      awaitLeft(server, ALL_BYTES - 200);
    }
  }

  @Test
  void cutsOffAMessageThatDoesNotArrive() {
    try (NetServer server = start(200);
        RawClient client = connect(server)) {
      client.send(frame(0x82, 1_000, 900));
      assertThat(client.isOver()).isTrue();
      awaitLeft(server, ALL_BYTES);
    }
  }

  @Test
  void cutsOffWhoDoesNotSayWhoItIs() throws InterruptedException {
    try (NetServer server = start(200);
        RawClient known = connect(server);
        RawClient stranger = connect(server)) {
      known.send(frame(0x82, 200, 200));
      sockets.take().authenticated();
      stranger.send(frame(0x82, 200, 200));
      // A frame that closes, its length, the reason as a number and in words.
      assertThat(stranger.take(100)).contains("not said in time");
      assertThat(known.send(frame(0x82, 200, 200)).hearsNothingFor(100)).isTrue();
      while (messages.size() < 3) {
        Thread.onSpinWait();
      }
    }
  }
}
