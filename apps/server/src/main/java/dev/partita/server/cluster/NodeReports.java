package dev.partita.server.cluster;

import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.Figures;
import dev.partita.cluster.NodeFigures;
import dev.partita.cluster.NodeReport;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What the nodes say of themselves, asked again and again. Safe for use by any number of threads;
 * nothing waits.
 */
final class NodeReports {

  private static final PeerService SERVICE =
      new PeerService(33, "figures of nodes", PeerService.Lane.REQUESTS);

  private static final byte[] QUESTION = {};
  private static final long PATIENCE_MILLIS = 2_000;

  /** An answer, and when it came. */
  private record Heard(NodeFigures figures, long nanos, long clockAheadMillis) {}

  private final Peers peers;
  private final Supplier<NodeFigures> own;
  private final Clock clock;
  private final long beganNanos;
  private final Map<Integer, Heard> heard = new ConcurrentHashMap<>();
  private final Set<Integer> asked = ConcurrentHashMap.newKeySet();

  /**
   * @param own what this node says
   */
  NodeReports(Peers peers, Supplier<NodeFigures> own, Clock clock) {
    this.peers = peers;
    this.own = own;
    this.clock = clock;
    this.beganNanos = clock.nanos();
  }

  void serve() {
    peers.serve(SERVICE, (_, _, _) -> CompletableFuture.completedFuture(Figures.encode(own.get())));
  }

  /** Asks nodes that are not being asked already. */
  void ask(Collection<Integer> nodes) {
    heard.keySet().retainAll(nodes);
    for (int node : nodes) {
      if (node == peers.self()) {
        heard.put(node, new Heard(own.get(), clock.nanos(), 0));
      } else if (asked.add(node)) {
        long sentMillis = clock.millis();
        var _ =
            peers
                .ask(node, SERVICE, QUESTION, Deadline.in(PATIENCE_MILLIS, clock))
                .whenComplete(
                    (answer, failure) -> {
                      if (failure == null) {
                        hear(node, Figures.decode(answer), sentMillis);
                      }
                      asked.remove(node);
                    });
      }
    }
  }

  private void hear(int node, NodeFigures figures, long sentMillis) {
    long middle = sentMillis + (clock.millis() - sentMillis) / 2;
    heard.put(node, new Heard(figures, clock.nanos(), figures.clockMillis() - middle));
  }

  /** What is known of nodes by now; one that was never heard is silent since this one began. */
  List<NodeReport> of(Collection<Integer> nodes) {
    long now = clock.nanos();
    List<NodeReport> reports = new ArrayList<>();
    for (int node : nodes) {
      Heard last = heard.get(node);
      reports.add(
          last == null
              ? new NodeReport(node, silentMillis(now - beganNanos), 0, null)
              : new NodeReport(
                  node,
                  TimeUnit.NANOSECONDS.toMillis(now - last.nanos()),
                  last.clockAheadMillis(),
                  last.figures()));
    }
    return reports;
  }

  /** At least what makes it a suspect: it may be gone for long. */
  private static long silentMillis(long nanos) {
    return Math.max(ClusterMap.SUSPECT_MILLIS, TimeUnit.NANOSECONDS.toMillis(nanos));
  }
}
