package dev.partita.peer.membership;

import static dev.partita.testkit.Expect.await;
import static dev.partita.testkit.Expect.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.net.tls.CertificateFacts;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.NodeAuthority;
import dev.partita.peer.PeerOptions;
import dev.partita.peer.RefusalReason;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerService.Lane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinTest {

  private static final PeerService ECHO = new PeerService(900, "echo", Lane.REQUESTS);

  /** A clock whose time of day is set, while time itself goes on: links need it. */
  private static final class SetClock implements Clock {

    private final AtomicLong aheadMillis = new AtomicLong();

    @Override
    public long millis() {
      return Clock.system().millis() + aheadMillis.get();
    }

    @Override
    public long nanos() {
      return Clock.system().nanos();
    }

    @Override
    public void sleep(long millis) {
      Clock.system().sleep(millis);
    }

    void ahead(Duration time) {
      aheadMillis.addAndGet(time.toMillis());
    }
  }

  @TempDir private Path folder;
  private final SetClock clock = new SetClock();
  private final TestMembership membership = new TestMembership();
  private final List<ClusterNode> started = new ArrayList<>();
  private ClusterNode first;

  @BeforeEach
  void found() {
    ClusterFolder.found(folder.resolve("1"), "a", "127.0.0.1:1", clock);
    first = start(folder.resolve("1"));
  }

  @AfterEach
  void stop() {
    started.forEach(ClusterNode::close);
  }

  private static PeerOptions options() {
    return PeerOptions.standard(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .withHeartbeat(50, 30_000);
  }

  private ClusterNode start(Path data) {
    ClusterNode node =
        ClusterNode.start(ClusterFolder.open(data), membership, options(), clock, "test");
    started.add(node);
    membership.moved(node.self().number(), node.address());
    return node;
  }

  private void join(Path data, String token, String name) {
    Joining.join(
        data, first.address(), JoinToken.parse(token), name, "127.0.0.1:2", options(), clock);
  }

  private ClusterNode joined(String name) {
    Path data = folder.resolve(name);
    join(data, first.token().join(), name);
    return start(data);
  }

  private byte[] ask(ClusterNode from, int node) {
    return from.peers().ask(node, ECHO, new byte[1], Deadline.in(60_000, clock)).join();
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aNodeJoinsWithATokenAndTalksToTheOthers() throws IOException {
    ClusterNode second = joined("b");
    ClusterNode third = joined("c");
    assertThat(second.self().number()).isEqualTo(2);
    assertThat(third.self().number()).isEqualTo(3);
    assertThat(third.self().cluster()).isEqualTo(first.self().cluster());
    second.peers().serve(ECHO, (_, _, _) -> CompletableFuture.completedFuture(new byte[2]));
    await(() -> third.health().nodes().stream().allMatch(node -> node.connected()));
    assertThat(ask(third, 2)).hasSize(2);
    Path cluster = folder.resolve("b/cluster");
    assertThat(permissions(cluster)).isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(cluster)) {
      for (Path file : files.toList()) {
        assertThat(permissions(file)).isEqualTo("rw-------");
      }
    }
    NodeRecord record = ClusterFolder.open(folder.resolve("c")).node();
    assertThat(record.name()).isEqualTo("c");
    assertThat(record.peers()).containsKeys(1, 2, 3);
  }

  @Test
  void aTokenIsGoodOnce() {
    String token = first.token().join();
    join(folder.resolve("b"), token, "b");
    DatabaseException again = failure(() -> join(folder.resolve("c"), token, "c"));
    assertThat(again.getMessage()).contains("not good any more");
    assertThat(Files.exists(folder.resolve("c"))).isFalse();
    assertThat(first.health().refused()).containsEntry(RefusalReason.JOIN, 1L);
  }

  @Test
  void aTokenIsGoodForHalfAnHour() {
    String token = first.token().join();
    clock.ahead(Duration.ofMinutes(30));
    assertThat(failure(() -> join(folder.resolve("b"), token, "b")).getMessage())
        .contains("not good any more");
  }

  @Test
  void aTokenIsKeptAsAHashOnly() {
    String token = first.token().join();
    assertThat(membership.hashes()).containsExactly(JoinToken.parse(token).hash());
    assertThat(JoinToken.parse(token).toString()).isNotEqualTo(token);
  }

  @Test
  void aForgedTokenIsRefused() {
    Identity shown = ClusterFolder.open(folder.resolve("1")).identity();
    String forged = JoinToken.create(shown.anchor()).text();
    assertThat(failure(() -> join(folder.resolve("b"), forged, "b")).getMessage())
        .contains("not good any more");
  }

  @Test
  void aMistypedTokenIsNoticedBeforeAnythingIsAsked() {
    String token = first.token().join();
    for (String wrong :
        List.of(
            "",
            "token",
            token.substring(0, token.length() - 1),
            token.replaceFirst("join-A.", "join-AA"),
            token + "A")) {
      DatabaseException failure = failure(() -> JoinToken.parse(wrong));
      assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
      assertThat(failure.text()).contains("partita cluster token");
    }
    assertThat(JoinToken.parse("  " + token + "\n").text()).isEqualTo(token);
  }

  @Test
  void theTokenOfAnotherClusterIsNotShownToThisOne() {
    NodeAuthority other = NodeAuthority.create("other", Instant.ofEpochMilli(clock.millis()));
    String token = JoinToken.create(other.certificate()).text();
    DatabaseException failure = failure(() -> join(folder.resolve("b"), token, "b"));
    assertThat(failure.getMessage()).contains("token is that of another cluster");
  }

  @Test
  void aFolderWithAnythingInItDoesNotJoin() throws IOException {
    String token = first.token().join();
    Path data = Files.createDirectory(folder.resolve("b"));
    Files.writeString(data.resolve("CURRENT"), "x");
    assertThat(failure(() -> join(data, token, "b")).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(failure(() -> join(folder.resolve("1"), token, "b")).getMessage())
        .contains("serve --cluster");
    assertThat(failure(() -> ClusterFolder.found(folder.resolve("1"), "a", "h:1", clock)).code())
        .isEqualTo(ErrorCode.CONFLICT);
    // The token was not used up.
    join(folder.resolve("c"), token, "c");
  }

  @Test
  void aNameOrAnAddressThatCannotBeIsRefused() {
    String token = first.token().join();
    assertThat(failure(() -> join(folder.resolve("b"), token, "a b")).text()).contains("name");
    assertThat(failure(() -> NodeAddress.parse("host:99999")).text()).contains("HOST:PORT");
    assertThat(failure(() -> NodeAddress.parse("")).text()).contains("HOST:PORT");
    assertThat(NodeAddress.text(NodeAddress.parse("[::1]:1"))).isEqualTo("[::1]:1");
    assertThat(NodeAddress.parse("host").getPort()).isEqualTo(8980);
  }

  @Test
  void whatAnswersWithoutTlsIsNoCluster() throws IOException {
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var at = new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
      Thread answering =
          Thread.startVirtualThread(
              () -> {
                try (var socket = listener.accept()) {
                  socket
                      .getOutputStream()
                      .write("HTTP/1.1 400 Bad\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      JoinToken token = JoinToken.parse(first.token().join());
      DatabaseException failure =
          failure(
              () ->
                  Joining.join(
                      folder.resolve("b"), at, token, "b", "127.0.0.1:2", options(), clock));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(failure.getMessage()).contains("port for nodes");
      assertThat(answering.isVirtual()).isTrue();
    }
  }

  @Test
  void certificatesAreRenewedAfterSixtyDaysWithoutALostConnection() {
    ClusterNode second = joined("b");
    var late = new CompletableFuture<byte[]>();
    var received = new CompletableFuture<Void>();
    second
        .peers()
        .serve(
            ECHO,
            (_, _, _) -> {
              received.complete(null);
              return late;
            });
    CompletableFuture<byte[]> asked = first.peers().ask(2, ECHO, new byte[1], Deadline.NONE);
    await(received::isDone);
    Instant end = end("b");
    clock.ahead(Duration.ofDays(59));
    second.lookNow().join();
    assertThat(end("b")).isEqualTo(end);
    clock.ahead(Duration.ofDays(2));
    second.lookNow().join();
    first.lookNow().join();
    assertThat(Duration.between(end, end("b")).toDays()).isEqualTo(61);
    // What was under way all the time is answered.
    late.complete(new byte[2]);
    assertThat(asked.join()).hasSize(2);
    // The one from before would not be good any more for a new connection.
    clock.ahead(Duration.ofDays(40));
    second.close();
    ClusterNode again = start(folder.resolve("b"));
    again.peers().serve(ECHO, (_, _, _) -> CompletableFuture.completedFuture(new byte[3]));
    await(() -> again.health().nodes().getFirst().connected());
    await(() -> first.health().nodes().getFirst().connected());
    assertThat(ask(first, 2)).hasSize(3);
  }

  private Instant end(String data) {
    Identity identity = ClusterFolder.open(folder.resolve(data)).identity();
    return CertificateFacts.of(identity.certificate()).notAfter();
  }

  @Test
  void aNodeWithoutTheAuthoritySaysWhereToJoin() {
    ClusterNode second = joined("b");
    String token = second.token().join();
    DatabaseException failure =
        failure(
            () ->
                Joining.join(
                    folder.resolve("c"),
                    second.address(),
                    JoinToken.parse(token),
                    "c",
                    "127.0.0.1:2",
                    options(),
                    clock));
    assertThat(failure.getMessage()).contains("127.0.0.1:" + first.address().getPort());
  }

  @Test
  void votersHoldTheAuthorityAndOthersDoNotGetIt() {
    ClusterNode second = joined("b");
    second.lookNow().join();
    Path key = folder.resolve("b/cluster/ca.key");
    assertThat(Files.exists(key)).isFalse();
    CompletableFuture<byte[]> asked =
        second.peers().ask(1, NodeCertificates.AUTHORITY, new byte[0], Deadline.in(60_000, clock));
    await(asked::isDone);
    assertThat(asked.exceptionNow())
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN));
    membership.vote(2);
    await(
        () -> {
          second.lookNow().orTimeout(60, TimeUnit.SECONDS).join();
          return Files.exists(key);
        });
    // Now it can admit others and renew by itself, without the first one.
    first.close();
    Path data = folder.resolve("c");
    Joining.join(
        data,
        second.address(),
        JoinToken.parse(second.token().join()),
        "c",
        "127.0.0.1:2",
        options(),
        clock);
    assertThat(ClusterFolder.open(data).node().number()).isEqualTo(3);
  }

  @Test
  void aNodeThatWasRemovedGetsNoCertificate() {
    ClusterNode second = joined("b");
    second.peers().serve(ECHO, (_, _, _) -> CompletableFuture.completedFuture(new byte[2]));
    assertThat(ask(first, 2)).hasSize(2);
    membership.strike(2);
    await(() -> first.health().refused().containsKey(RefusalReason.STRUCK));
    Instant end = end("b");
    clock.ahead(Duration.ofDays(61));
    second.lookNow().join();
    assertThat(end("b")).isEqualTo(end);
  }

  @Test
  void eachStartOfAFolderIsCounted() {
    long generation = ClusterFolder.open(folder.resolve("1")).node().generation();
    assertThat(ClusterFolder.open(folder.resolve("1")).node().generation())
        .isEqualTo(generation + 1);
  }

  @Test
  void aDamagedFolderIsNamed() throws IOException {
    Path data = folder.resolve("d");
    ClusterFolder.found(data, "d", "h:1", clock);
    Files.writeString(data.resolve("cluster/node"), "format=1\nnode=x\n");
    assertThat(failure(() -> ClusterFolder.open(data)).code()).isEqualTo(ErrorCode.CORRUPT);
    Files.writeString(data.resolve("cluster/node"), "format=2\n");
    assertThat(failure(() -> ClusterFolder.open(data)).code())
        .isEqualTo(ErrorCode.INCOMPATIBLE_FORMAT);
    assertThat(failure(() -> ClusterFolder.open(folder.resolve("none"))).text()).contains("--join");
  }
}
