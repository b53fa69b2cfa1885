package dev.partita.peer;

import static dev.partita.testkit.Expect.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.base.time.ManualClock;
import dev.partita.net.link.Link;
import dev.partita.net.link.LinkHandler;
import dev.partita.net.link.LinkNetwork;
import dev.partita.net.link.LinkRules;
import dev.partita.net.link.LinkTls;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.net.tls.Identity;
import dev.partita.peer.wire.Frame;
import dev.partita.peer.wire.Hello;
import dev.partita.replication.peer.PeerService.Lane;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who must not talk to a node, and what is said to them. */
class StrangersTest {

  private static final UUID PROCESS = UUID.randomUUID();

  private final TestNodes nodes = new TestNodes();
  private final LinkNetwork outside =
      LinkNetwork.start("outside", LinkRules.standard(Frame.HEAD_BYTES_MAX * 1_024));
  private PeerNetwork one;

  @BeforeEach
  void start() {
    one = nodes.start(1);
  }

  @AfterEach
  void stop() {
    outside.close();
    nodes.close();
  }

  /** A connection that says whatever it likes. */
  private final class Outsider implements LinkHandler {

    private final List<byte[]> says;
    final List<Frame> heard = new CopyOnWriteArrayList<>();
    final CompletableFuture<Void> ended = new CompletableFuture<>();

    Outsider(@Nullable Identity identity, byte[]... says) {
      this.says = List.of(says);
      LinkTls tls = new LinkTls(identity, _ -> {});
      outside.connect(outside.loop(), one.address(), () -> tls, PeerRuntime.PROTOCOL, this);
    }

    @Override
    public void opened(Link link) {
      says.forEach(each -> link.send(OutgoingFrame.of(each)));
    }

    @Override
    public void frame(ByteBuffer frame) {
      heard.add(Frame.read(frame));
    }

    @Override
    public void closed(@Nullable Throwable why) {
      ended.complete(null);
    }

    Frame.Refused refusal() {
      await(ended::isDone);
      return (Frame.Refused) heard.getLast();
    }
  }

  private static byte[] hello(int node, int to, String cluster, long generation, UUID process) {
    return new Hello(
            Frame.PROTOCOL_MIN,
            Frame.PROTOCOL_MAX,
            cluster,
            node,
            to,
            Lane.REQUESTS,
            generation,
            process,
            Clock.system().millis(),
            "test")
        .bytes();
  }

  private static byte[] hello(int node) {
    return hello(node, 1, TestNodes.CLUSTER, 1, PROCESS);
  }

  private Identity node(int number) {
    return nodes.identity(NodeNames.of(TestNodes.CLUSTER, number));
  }

  private void assertRefused(RefusalReason reason, Outsider outsider, String words) {
    Frame.Refused refusal = outsider.refusal();
    assertThat(refusal.reason()).isEqualTo(reason.name());
    assertThat(refusal.text()).contains(words);
    assertThat(one.refused()).containsKey(reason);
  }

  private static void say(PeerNetwork to, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(to.address().getAddress(), to.address().getPort())) {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      // Nothing but an alert of TLS comes back before the end.
      assertThat(socket.getInputStream().readAllBytes().length).isLessThan(64);
    }
  }

  @Test
  void whatIsNoTlsIsCutOff() throws IOException {
    say(one, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    await(() -> one.refused().containsKey(RefusalReason.HANDSHAKE));
  }

  @Test
  void whoShowsNoCertificateIsToldHowToJoin() {
    assertRefused(RefusalReason.NO_CERTIFICATE, new Outsider(null, hello(2)), "serve --join");
  }

  @Test
  void theCertificateOfAnotherAuthorityIsNotBelieved() {
    try (var others = new TestNodes()) {
      Outsider outsider =
          new Outsider(others.identity(NodeNames.of(TestNodes.CLUSTER, 2)), hello(2));
      await(outsider.ended::isDone);
      await(() -> one.refused().containsKey(RefusalReason.HANDSHAKE));
      assertThat(outsider.heard).isEmpty();
    }
  }

  @Test
  void anExpiredCertificateIsNotBelieved() {
    var later = new ManualClock(Clock.system().millis() + 91L * 24 * 3_600_000);
    PeerNetwork two =
        nodes.start(
            TestNodes.options(),
            LocalNode.starting(TestNodes.CLUSTER, 2, 1, "test"),
            node(2),
            later);
    nodes.addresses.put(2, two.address());
    await(() -> two.refused().containsKey(RefusalReason.HANDSHAKE));
    assertThat(one.nodes().getFirst().connected()).isFalse();
  }

  @Test
  void aNodeOfAnotherClusterIsRefusedByName() {
    Outsider outsider = new Outsider(nodes.identity(NodeNames.of("other", 2)), hello(2));
    assertRefused(RefusalReason.OTHER_CLUSTER, outsider, "cluster other");
  }

  @Test
  void aCertificateThatIsNotOfANodeIsRefused() {
    Outsider outsider = new Outsider(nodes.identity("localhost"), hello(2));
    assertRefused(RefusalReason.OTHER_CERTIFICATE, outsider, "not that of a node");
  }

  @Test
  void aNodeIsWhatItsCertificateSays() {
    assertRefused(RefusalReason.OTHER_CERTIFICATE, new Outsider(node(2), hello(3)), "node 2");
  }

  @Test
  void whoLooksForAnotherNodeIsToldSo() {
    byte[] hello = hello(2, 7, TestNodes.CLUSTER, 1, PROCESS);
    assertRefused(RefusalReason.OTHER_NODE, new Outsider(node(2), hello), "node 7");
  }

  @Test
  void aNodeThatWasRemovedIsRefusedDespiteItsCertificate() {
    nodes.struck.add(2);
    assertRefused(RefusalReason.STRUCK, new Outsider(node(2), hello(2)), "cluster token");
  }

  @Test
  void anotherProcessWithTheNumberOfThisNodeIsRefused() {
    byte[] hello = hello(1, 1, TestNodes.CLUSTER, 5, PROCESS);
    assertRefused(RefusalReason.SAME_IDENTITY, new Outsider(node(1), hello), "node 1");
  }

  @Test
  void aSecondLiveProcessOfANodeIsRefused() {
    nodes.start(2);
    await(() -> one.nodes().getFirst().connected());
    byte[] hello = hello(2, 1, TestNodes.CLUSTER, 2, PROCESS);
    assertRefused(RefusalReason.SAME_IDENTITY, new Outsider(node(2), hello), "is alive");
  }

  @Test
  void aCopyOfADataFolderIsRefused() {
    PeerNetwork two = nodes.start(2);
    await(() -> one.nodes().getFirst().connected());
    two.close();
    for (long generation : new long[] {0, 1}) {
      byte[] hello = hello(2, 1, TestNodes.CLUSTER, generation, PROCESS);
      assertRefused(RefusalReason.COPIED_FOLDER, new Outsider(node(2), hello), "copy");
    }
  }

  @Test
  void aClockThatIsTooFarOffIsRefusedByBothSides() {
    for (long offMillis : new long[] {60_000, -60_000}) {
      Clock off = offset(offMillis);
      PeerNetwork two =
          nodes.start(
              TestNodes.options(),
              LocalNode.starting(TestNodes.CLUSTER, 2, 1, "test"),
              node(2),
              off);
      nodes.addresses.put(2, two.address());
      await(() -> one.refused().containsKey(RefusalReason.CLOCK));
      await(() -> String.valueOf(two.nodes().getFirst().problem()).contains("clocks"));
      assertThat(two.nodes().getFirst().problem()).contains("500 ms");
      two.close();
    }
  }

  private static Clock offset(long offMillis) {
    Clock system = Clock.system();
    return new Clock() {
      @Override
      public long millis() {
        return system.millis() + offMillis;
      }

      @Override
      public long nanos() {
        return system.nanos();
      }

      @Override
      public void sleep(long millis) {
        system.sleep(millis);
      }
    };
  }

  @Test
  void anotherProtocolIsRefusedByVersion() {
    byte[] hello = hello(2);
    // The versions stay where they are: behind the kind and four bytes that name the program.
    hello[5] = 8;
    hello[6] = 9;
    assertRefused(RefusalReason.PROTOCOL, new Outsider(node(2), hello), "protocol 8 to 9");
  }

  @Test
  void whatIsNoHelloIsRefused() {
    Outsider outsider = new Outsider(node(2), new Frame.Ping(1).bytes());
    assertRefused(RefusalReason.FRAME, outsider, "who it is");
  }

  @Test
  void aLongFrameOfAStrangerIsNotReceived() {
    Outsider outsider = new Outsider(node(2), new byte[1 << 20]);
    await(outsider.ended::isDone);
    assertThat(outsider.heard).isEmpty();
    await(() -> one.refused().containsKey(RefusalReason.HANDSHAKE));
  }

  @Test
  void aKnownNodeThatSendsNonsenseIsCutOff() {
    Outsider outsider = new Outsider(node(2), hello(2), new byte[] {99, 1, 2});
    assertRefused(RefusalReason.FRAME, outsider, "kind 99");
  }
}
