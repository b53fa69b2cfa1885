package dev.partita.peer;

import static dev.partita.testkit.Expect.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerService.Lane;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.testkit.FaultProxy;
import dev.partita.testkit.FaultProxy.Direction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes with a bad network between them. */
class FaultsTest {

  private static final PeerService COUNT = new PeerService(900, "count", Lane.REQUESTS);
  private static final PeerService VOTES = new PeerService(901, "votes", Lane.CONSENSUS);
  private static final PeerService BULK = new PeerService(902, "bulk", Lane.BULK);

  private final TestNodes nodes = new TestNodes();
  private final AtomicInteger received = new AtomicInteger();
  private PeerNetwork one;
  private FaultProxy proxy;

  @BeforeEach
  void start() {
    one = nodes.start(1, options -> options.withSilentMillis(1_000));
    PeerNetwork two = nodes.start(2);
    proxy = new FaultProxy(two.address());
    nodes.addresses.put(2, proxy.address());
    for (PeerService service : new PeerService[] {COUNT, VOTES, BULK}) {
      two.serve(
          service,
          (_, request, _) -> {
            received.incrementAndGet();
            return CompletableFuture.completedFuture(request);
          });
    }
    await(() -> one.nodes().getFirst().connected());
    assertThat(ask(COUNT, 60_000).join()).hasSize(1);
    received.set(0);
  }

  @AfterEach
  void stop() {
    proxy.close();
    nodes.close();
  }

  private CompletableFuture<byte[]> ask(PeerService service, long millis) {
    return one.ask(2, service, new byte[1], Deadline.in(millis, Clock.system()));
  }

  private static void assertUnknown(CompletableFuture<byte[]> asked, ErrorCode code) {
    await(asked::isDone);
    assertThat(asked.exceptionNow())
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void aConnectionThatIsCutBeforeTheAnswerLeavesItOpenWhetherItWasDone() {
    proxy.hold(Direction.TO_CLIENT);
    CompletableFuture<byte[]> asked = ask(COUNT, 60_000);
    await(() -> received.get() == 1);
    proxy.dropConnections();
    assertUnknown(asked, ErrorCode.UNAVAILABLE);
  }

  @Test
  void whatIsAskedWhileTheNetworkIsCutHasCertainlyNotArrived() {
    proxy.cut();
    await(() -> !one.nodes().getFirst().connected());
    await(
        () -> {
          CompletableFuture<byte[]> asked = ask(COUNT, 60_000);
          await(asked::isDone);
          return asked.exceptionNow() instanceof PeerUnavailable;
        });
    proxy.heal();
    await(() -> ask(COUNT, 60_000).handle((_, failure) -> failure == null).join());
    // The one that was answered.
    assertThat(received).hasValue(1);
  }

  @Test
  void requestsEndInTimeThoughNothingArrivesAnyMore() {
    proxy.holdBoth();
    assertUnknown(ask(COUNT, 300), ErrorCode.TIMEOUT);
  }

  @Test
  void aSilentConnectionIsGivenUpAndMadeAnew() {
    long before = proxy.accepted();
    proxy.hold(Direction.TO_CLIENT);
    CompletableFuture<byte[]> asked = ask(VOTES, 60_000);
    // Not at its deadline, but when the node has been silent for long.
    assertUnknown(asked, ErrorCode.UNAVAILABLE);
    await(() -> proxy.accepted() > before);
    proxy.heal();
    await(() -> ask(VOTES, 60_000).handle((_, failure) -> failure == null).join());
  }

  @Test
  void aNodeOfWhichNothingArrivesIsSuspect() {
    PeerNetwork three =
        nodes.start(3, options -> options.withHeartbeat(50, 400).withSilentMillis(60_000));
    await(() -> three.nodes().get(1).connected());
    await(() -> !three.isSuspect(2));
    // Node 2 looks for node 3 as well, past the proxy: that counts as a sign of life.
    nodes.addresses.remove(3);
    proxy.holdBoth();
    await(() -> three.isSuspect(2));
    proxy.heal();
    await(() -> !three.isSuspect(2));
  }

  @Test
  void bulkThatCannotGetOnDelaysNothingElse() {
    proxy.slow(1_000);
    CompletableFuture<byte[]> bulk =
        one.ask(2, BULK, new byte[1 << 20], Deadline.in(60_000, Clock.system()));
    // With a connection of its own each gets its thousand bytes a second.
    assertThat(ask(COUNT, 60_000).join()).hasSize(1);
    assertThat(ask(VOTES, 60_000).join()).hasSize(1);
    assertThat(bulk).isNotDone();
    bulk.cancel(false);
  }
}
