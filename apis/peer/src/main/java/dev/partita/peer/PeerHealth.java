package dev.partita.peer;

import java.util.List;
import java.util.Map;

/** How the other nodes are, as far as this one can tell. Safe for any number of threads. */
public interface PeerHealth {

  /** All nodes of the directory but this one, by their numbers. */
  List<PeerStatus> nodes();

  /** Whether a node has been silent for so long that it is better not asked; it may be back. */
  boolean isSuspect(int node);

  /** How many connections were refused, by the reason. */
  Map<RefusalReason, Long> refused();
}
