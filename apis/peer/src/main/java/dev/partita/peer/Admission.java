package dev.partita.peer;

import dev.partita.base.time.Clock;
import dev.partita.net.link.Link;
import dev.partita.peer.NodeNames.NodeName;
import dev.partita.peer.wire.Frame;
import dev.partita.peer.wire.Hello;
import dev.partita.replication.peer.PeerService.Lane;
import java.security.cert.X509Certificate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks before two nodes talk to each other; each side makes them. Safe for any number of
 * threads.
 */
final class Admission {

  private static final Logger log = LoggerFactory.getLogger(Admission.class);

  private final LocalNode self;
  private final PeerDirectory directory;
  private final PeerOptions options;
  private final PeerStates states;
  private final Clock clock;

  Admission(
      LocalNode self,
      PeerDirectory directory,
      PeerOptions options,
      PeerStates states,
      Clock clock) {
    this.self = self;
    this.directory = directory;
    this.options = options;
    this.states = states;
    this.clock = clock;
  }

  /**
   * Whose certificate the other side has shown.
   *
   * @throws RefusedPeer if it is that of no node of this cluster
   */
  NodeName named(List<X509Certificate> certificates) {
    if (certificates.isEmpty()) {
      throw new RefusedPeer(
          RefusalReason.NO_CERTIFICATE,
          "It has shown no certificate. Only nodes of the cluster may connect to this port. A new"
              + " node joins with: partita serve --join HOST:PORT --token TOKEN, and a token is"
              + " made by: partita cluster token");
    }
    NodeName name =
        NodeNames.in(certificates.getFirst())
            .orElseThrow(
                () ->
                    new RefusedPeer(
                        RefusalReason.OTHER_CERTIFICATE,
                        "The certificate it has shown is not that of a node."));
    if (!name.cluster().equals(self.cluster())) {
      throw otherCluster(name.cluster());
    }
    return name;
  }

  private RefusedPeer otherCluster(String cluster) {
    return new RefusedPeer(
        RefusalReason.OTHER_CLUSTER,
        ("It belongs to cluster %s, this node to %s. Correct the address, or have the node join"
                + " this cluster with an empty data folder.")
            .formatted(cluster, self.cluster()));
  }

  /**
   * Checks what a node says of itself against its certificate and what is known.
   *
   * @param name as its certificate has it
   * @throws RefusedPeer if both must not talk to each other
   */
  void check(Hello hello, NodeName name) {
    if (!hello.cluster().equals(self.cluster())) {
      throw otherCluster(hello.cluster());
    }
    if (hello.node() != name.number()) {
      throw new RefusedPeer(
          RefusalReason.OTHER_CERTIFICATE,
          ("It says that it is node %d, but its certificate is that of node %d. Its folder cluster"
                  + " was mixed with another one's; restore it, or have the node join again.")
              .formatted(hello.node(), name.number()));
    }
    if (directory.isStruck(hello.node())) {
      throw new RefusedPeer(
          RefusalReason.STRUCK,
          ("Node %d was removed from the cluster and cannot come back. Empty its data folder and"
                  + " have it join as a new node with a token of: partita cluster token")
              .formatted(hello.node()));
    }
    if (hello.node() == self.number() && !hello.process().equals(self.process())) {
      throw new RefusedPeer(
          RefusalReason.SAME_IDENTITY,
          ("Two processes run as node %d. Stop one of both: if one has a copy of the data folder,"
                  + " empty that and have it join as a new node with a token of: partita cluster"
                  + " token")
              .formatted(hello.node()));
    }
    if (hello.to() != self.number()) {
      throw new RefusedPeer(
          RefusalReason.OTHER_NODE,
          ("It was looking for node %d, and this is node %d. Addresses of nodes were mixed up: see"
                  + " partita cluster status")
              .formatted(hello.to(), self.number()));
    }
  }

  /**
   * Checks the clock of a node.
   *
   * @param offsetMillis how far it is ahead
   * @param uncertainMillis by how much that may be wrong
   * @throws RefusedPeer if it is too far off
   */
  void checkClock(int node, long offsetMillis, long uncertainMillis) {
    long offMillis = Math.abs(offsetMillis) - uncertainMillis;
    if (offMillis > options.clockRefuseMillis()) {
      throw new RefusedPeer(
          RefusalReason.CLOCK,
          ("The clocks of node %d and node %d differ by %d ms; at most %d ms are allowed. Set the"
                  + " clocks of both machines, by NTP for instance; they find each other again by"
                  + " themselves.")
              .formatted(self.number(), node, offMillis, options.clockRefuseMillis()));
    }
    if (offMillis > options.clockWarnMillis()) {
      log.warn(
          "The clock of node {} differs by {} ms from that of this node; from {} ms on it is"
              + " refused. Set the clocks of both machines, by NTP for instance.",
          node,
          offMillis,
          options.clockRefuseMillis());
    }
  }

  /** Takes note of a connection that has passed all checks. */
  PeerState admit(Hello hello, Link link) {
    PeerState state = states.of(hello.node());
    state.admit(hello, link, clock.nanos(), options.suspectMillis()).forEach(Link::close);
    return state;
  }

  /** What this node says of itself. */
  Hello hello(int to, Lane lane) {
    return new Hello(
        Frame.PROTOCOL_MIN,
        Frame.PROTOCOL_MAX,
        self.cluster(),
        self.number(),
        to,
        lane,
        self.generation(),
        self.process(),
        clock.millis(),
        self.build());
  }
}
