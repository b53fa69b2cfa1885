package dev.partita.peer;

import dev.partita.base.time.Clock;
import java.util.concurrent.ConcurrentHashMap;

/** What this node knows of the others. Safe for any number of threads. */
final class PeerStates {

  private final ConcurrentHashMap<Integer, PeerState> states = new ConcurrentHashMap<>();
  private final Clock clock;

  PeerStates(Clock clock) {
    this.clock = clock;
  }

  PeerState of(int node) {
    PeerState known = states.get(node);
    return known == null
        ? states.computeIfAbsent(node, _ -> new PeerState(node, clock.nanos()))
        : known;
  }
}
