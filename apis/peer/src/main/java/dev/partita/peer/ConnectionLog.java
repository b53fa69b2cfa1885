package dev.partita.peer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when a node can be reached, and when it cannot any more: once each. */
final class ConnectionLog {

  private static final Logger log = LoggerFactory.getLogger(ConnectionLog.class);

  void connected(int node, PeerState state) {
    if (!state.isConnected()) {
      state.connected(true, null);
      log.info("Connected to node {}", node);
    }
  }

  void lost(int node, PeerState state, String why) {
    if (!why.equals(state.problem())) {
      log.warn("Node {} cannot be reached: {} This node goes on trying.", node, why);
    }
    state.connected(false, why);
  }
}
