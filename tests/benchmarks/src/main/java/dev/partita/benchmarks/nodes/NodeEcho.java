package dev.partita.benchmarks.nodes;

import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.KeyRequest;
import dev.partita.net.tls.NodeAuthority;
import dev.partita.peer.LocalNode;
import dev.partita.peer.PeerDirectory;
import dev.partita.peer.PeerNetwork;
import dev.partita.peer.PeerOptions;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerService.Lane;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Two nodes of a cluster, one of which asks the other. */
public final class NodeEcho implements Echo {

  private static final PeerService SERVICE = new PeerService(1_000, "echo", Lane.REQUESTS);

  private final PeerNetwork asking;
  private final PeerNetwork answering;

  public NodeEcho() {
    Instant now = Instant.ofEpochMilli(Clock.system().millis());
    NodeAuthority authority = NodeAuthority.create("bench", now);
    answering = start(2, authority, now, Map.of());
    asking = start(1, authority, now, Map.of(2, answering.address()));
    answering.serve(SERVICE, (_, request, _) -> CompletableFuture.completedFuture(request));
  }

  private static PeerNetwork start(
      int number, NodeAuthority authority, Instant now, Map<Integer, InetSocketAddress> others) {
    LocalNode node = LocalNode.starting("bench", number, 1, "bench");
    KeyRequest request = KeyRequest.create();
    Identity identity =
        request.with(
            authority.sign(request.request(), node.certificateName(), Duration.ofDays(1), now),
            authority.certificate());
    return PeerNetwork.start(
        PeerOptions.standard(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
        node,
        PeerDirectory.of(others),
        () -> identity,
        Clock.system());
  }

  @Override
  public CompletableFuture<byte[]> ask(byte[] request) {
    return asking.ask(2, SERVICE, request, Deadline.in(30_000, Clock.system()));
  }

  @Override
  public void close() {
    asking.close();
    answering.close();
  }
}
