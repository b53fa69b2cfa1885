package dev.partita.peer;

import dev.partita.base.time.Clock;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.KeyRequest;
import dev.partita.net.tls.NodeAuthority;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Nodes of one cluster in this process, over real connections on the loopback address. */
final class TestNodes implements AutoCloseable, PeerDirectory {

  static final String CLUSTER = "c0ffee";

  final NodeAuthority authority = NodeAuthority.create("Partita cluster test", Instant.now());
  final Map<Integer, InetSocketAddress> addresses = new ConcurrentHashMap<>();
  final Set<Integer> struck = ConcurrentHashMap.newKeySet();
  final List<PeerNetwork> started = new ArrayList<>();

  static PeerOptions options() {
    return PeerOptions.standard(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .withHeartbeat(50, 30_000);
  }

  Identity identity(String name) {
    KeyRequest request = KeyRequest.create();
    return request.with(
        authority.sign(request.request(), name, Duration.ofDays(90), Instant.now()),
        authority.certificate());
  }

  PeerNetwork start(int node) {
    return start(node, options -> options);
  }

  PeerNetwork start(int node, UnaryOperator<PeerOptions> change) {
    LocalNode self = LocalNode.starting(CLUSTER, node, 1, "test");
    return start(self, change, Clock.system());
  }

  PeerNetwork start(LocalNode self, UnaryOperator<PeerOptions> change, Clock clock) {
    Identity identity = identity(self.certificateName());
    PeerNetwork network = start(change.apply(options()), self, identity, clock);
    addresses.put(self.number(), network.address());
    return network;
  }

  PeerNetwork start(PeerOptions options, LocalNode self, Identity identity, Clock clock) {
    PeerNetwork network = PeerNetwork.start(options, self, this, () -> identity, clock);
    started.add(network);
    return network;
  }

  @Override
  public Map<Integer, InetSocketAddress> addresses() {
    return addresses;
  }

  @Override
  public boolean isStruck(int node) {
    return struck.contains(node);
  }

  @Override
  public void close() {
    started.forEach(PeerNetwork::close);
  }
}
