package dev.partita.peer.membership;

import dev.partita.base.time.Clock;
import dev.partita.peer.LocalNode;
import dev.partita.peer.PeerHealth;
import dev.partita.peer.PeerNetwork;
import dev.partita.peer.PeerOptions;
import dev.partita.replication.peer.Peers;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node among the others: it talks to them, admits new ones, and looks after its certificate.
 * Runs from {@link #start} on until it is closed. Safe for any number of threads.
 */
public final class ClusterNode implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ClusterNode.class);
  private static final long LOOK_SECONDS = 60;

  private final ClusterFolder folder;
  private final LocalNode self;
  private final Membership membership;
  private final Clock clock;
  private final PeerNetwork network;
  private final NodeCertificates certificates;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("cluster-certificates").daemon().factory());

  private ClusterNode(
      ClusterFolder folder, Membership membership, PeerOptions options, Clock clock, String build) {
    this.folder = folder;
    this.self = folder.starting(build);
    this.membership = membership;
    this.clock = clock;
    network =
        PeerNetwork.start(
            options,
            self,
            membership,
            folder::identity,
            List.of(new JoinServer(folder, self, membership, clock)),
            clock);
    certificates = new NodeCertificates(folder, membership, network, clock);
    var _ = looking.scheduleWithFixedDelay(this::look, 1, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Starts the node of a folder.
   *
   * @param build the version of the program, for people
   * @throws dev.partita.base.error.DatabaseException UNAVAILABLE when the port cannot be listened
   *     on
   */
  public static ClusterNode start(
      ClusterFolder folder, Membership membership, PeerOptions options, Clock clock, String build) {
    return new ClusterNode(folder, membership, options, clock, build);
  }

  private void look() {
    try {
      var _ = certificates.look();
    } catch (RuntimeException e) {
      log.error("The certificate of this node cannot be looked after; this is tried again", e);
    }
  }

  /** Does now what is otherwise done every minute. */
  CompletableFuture<Void> lookNow() {
    return certificates.look();
  }

  /** Which node this is. */
  public LocalNode self() {
    return self;
  }

  /** Where it listens for others, with the actual port. */
  public InetSocketAddress address() {
    return network.address();
  }

  /** How it asks the others. */
  public Peers peers() {
    return network;
  }

  /** How the others are. */
  public PeerHealth health() {
    return network;
  }

  /**
   * A token for one node to join with, good for half an hour.
   *
   * @return complete when the cluster knows the token
   */
  public CompletableFuture<String> token() {
    JoinToken token = JoinToken.create(folder.identity().anchor());
    return membership
        .issue(token.hash(), clock.millis() + JoinToken.LIFE_MILLIS)
        .thenApply(_ -> token.text());
  }

  @Override
  public void close() {
    var _ = looking.shutdownNow();
    network.close();
  }
}
