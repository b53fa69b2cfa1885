package dev.partita.peer;

import dev.partita.net.link.Link;
import dev.partita.peer.wire.Hello;
import dev.partita.replication.peer.PeerService.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The connections that other nodes have begun, one for each lane: a node that connects again has
 * given the one before up. Safe for any number of threads.
 */
final class Incoming {

  private record Place(int node, Lane lane) {}

  private final Map<Place, Link> links = new HashMap<>();

  void add(Hello hello, Link link) {
    Link before;
    synchronized (this) {
      before = links.put(new Place(hello.node(), hello.lane()), link);
    }
    if (before != null) {
      before.close();
    }
  }

  /** Ends the connections of nodes that must not be here any more. */
  void drop(IntPredicate nodes) {
    List<Link> dropped = new ArrayList<>();
    synchronized (this) {
      links.forEach(
          (place, link) -> {
            if (nodes.test(place.node())) {
              dropped.add(link);
            }
          });
    }
    dropped.forEach(Link::close);
  }

  synchronized void remove(Hello hello, Link link) {
    var _ = links.remove(new Place(hello.node(), hello.lane()), link);
  }
}
