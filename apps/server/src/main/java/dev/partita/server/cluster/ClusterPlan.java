package dev.partita.server.cluster;

import dev.partita.cluster.NodeLabels;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a server becomes and is a node of a cluster. Immutable.
 *
 * @param data its data folder
 * @param join where a node of the cluster is and the token it gave; empty to go on with the folder,
 *     or to found a cluster
 * @param name of the node; of a folder that is a node's already its own counts
 * @param listen where it listens for other nodes
 * @param address where other nodes reach it, as HOST:PORT
 * @param drainMillis how long leaders may take to go when it stops
 * @param version of the program
 */
public record ClusterPlan(
    Path data,
    Optional<Invitation> join,
    String name,
    InetSocketAddress listen,
    String address,
    NodeLabels labels,
    long drainMillis,
    String version) {

  /** Where and with what a node joins. */
  public record Invitation(String address, String token) {

    /** Without the token. */
    @Override
    public String toString() {
      return address;
    }
  }
}
