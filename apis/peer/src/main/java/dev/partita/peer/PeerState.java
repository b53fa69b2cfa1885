package dev.partita.peer;

import dev.partita.net.link.Link;
import dev.partita.peer.wire.Hello;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What this node knows of one other node. Safe for any number of threads. */
final class PeerState {

  // A new measurement counts for an eighth, as round trips of TCP do.
  private static final int SMOOTHING = 8;

  private final int node;
  private final Set<Link> links = new HashSet<>();
  private @Nullable UUID process;
  private long generation;
  private @Nullable String build;
  private volatile long heardNanos;
  private volatile long roundTripNanos;
  private volatile long clockOffsetMillis;
  private volatile boolean connected;
  private volatile @Nullable String problem;

  PeerState(int node, long nowNanos) {
    this.node = node;
    this.heardNanos = nowNanos;
  }

  /**
   * Takes a connection that the node has proved to be its own.
   *
   * @return connections with an earlier run of the node, which are to be closed
   * @throws RefusedPeer if the node's identity is used twice
   */
  synchronized List<Link> admit(Hello hello, Link link, long nowNanos, long suspectMillis) {
    List<Link> stale = List.of();
    if (process != null && !process.equals(hello.process())) {
      requireSuccessor(hello, nowNanos, suspectMillis);
      stale = List.copyOf(links);
      links.clear();
    }
    process = hello.process();
    generation = hello.generation();
    build = hello.build();
    links.add(link);
    heardNanos = nowNanos;
    return stale;
  }

  /** A node that was started again has a folder that has been started once more. */
  private void requireSuccessor(Hello hello, long nowNanos, long suspectMillis) {
    if (hello.generation() <= generation) {
      throw new RefusedPeer(
          RefusalReason.COPIED_FOLDER,
          ("Node %d was started with a copy of its data folder, or with an old one (start %d, after"
                  + " start %d was seen). Stop it, empty its folder, and have it join as a new node"
                  + " with a token of: partita cluster token")
              .formatted(node, hello.generation(), generation));
    }
    if (!links.isEmpty() && silentNanos(nowNanos) < TimeUnit.MILLISECONDS.toNanos(suspectMillis)) {
      throw new RefusedPeer(
          RefusalReason.SAME_IDENTITY,
          ("Another process runs as node %d, and is alive. Stop one of both: if one has a copy of"
                  + " the data folder, empty that and have it join as a new node with a token of:"
                  + " partita cluster token")
              .formatted(node));
    }
  }

  synchronized void gone(Link link) {
    links.remove(link);
  }

  void heard(long nowNanos) {
    heardNanos = nowNanos;
  }

  private long silentNanos(long nowNanos) {
    return nowNanos - heardNanos;
  }

  void measured(long tripNanos, long offsetMillis) {
    long last = roundTripNanos;
    roundTripNanos = last == 0 ? tripNanos : last + (tripNanos - last) / SMOOTHING;
    clockOffsetMillis = offsetMillis;
  }

  /** What it means for requests: whether the node can be asked on the lane of heartbeats. */
  void connected(boolean now, @Nullable String why) {
    connected = now;
    problem = why;
  }

  @Nullable String problem() {
    return problem;
  }

  boolean isConnected() {
    return connected;
  }

  boolean isSuspect(long nowNanos, long suspectMillis) {
    return silentNanos(nowNanos) >= TimeUnit.MILLISECONDS.toNanos(suspectMillis);
  }

  synchronized PeerStatus status(
      @Nullable InetSocketAddress address, long nowNanos, long suspectMillis) {
    return new PeerStatus(
        node,
        address,
        connected,
        isSuspect(nowNanos, suspectMillis),
        TimeUnit.NANOSECONDS.toMillis(silentNanos(nowNanos)),
        TimeUnit.NANOSECONDS.toMicros(roundTripNanos),
        clockOffsetMillis,
        build,
        problem);
  }
}
