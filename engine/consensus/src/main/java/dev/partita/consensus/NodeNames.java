package dev.partita.consensus;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.util.Endpoint;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as the engine names them: an address, of which the host is made of the node's number, so
 * that a node may change its real one. Pure functions.
 */
final class NodeNames {

  private static final String HOST = "node-";
  private static final int PORT = 1;

  private NodeNames() {}

  static PeerId peer(int node) {
    return new PeerId(HOST + node, PORT);
  }

  static Endpoint endpoint(int node) {
    return new Endpoint(HOST + node, PORT);
  }

  static int node(Endpoint endpoint) {
    return Integer.parseInt(endpoint.getIp().substring(HOST.length()));
  }

  /** The number of a node; {@link ReplicationGroup#NO_NODE} for none. */
  static int node(@Nullable PeerId peer) {
    return peer == null || peer.isEmpty() ? ReplicationGroup.NO_NODE : node(peer.getEndpoint());
  }

  static List<PeerId> peers(Collection<Integer> nodes) {
    List<PeerId> peers = new ArrayList<>(nodes.size());
    nodes.forEach(node -> peers.add(peer(node)));
    return peers;
  }

  static Configuration configuration(Members members) {
    return new Configuration(peers(members.voters()), peers(members.learners()));
  }

  static Members members(
      @Nullable Collection<PeerId> voters, @Nullable Collection<PeerId> learners) {
    return new Members(numbers(voters), numbers(learners));
  }

  private static SortedSet<Integer> numbers(@Nullable Collection<PeerId> peers) {
    SortedSet<Integer> numbers = new TreeSet<>();
    if (peers != null) {
      peers.forEach(peer -> numbers.add(node(peer)));
    }
    return numbers;
  }
}
