package dev.partita.server.cluster;

import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.container.catalogue.ClusterCatalogue;
import dev.partita.json.JsonNumber;
import dev.partita.peer.membership.ClusterFolder;
import dev.partita.peer.membership.Membership;
import dev.partita.peer.membership.NodeAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the cluster as the catalogue has them, and before it is there as the folder knows
 * them. Safe for use by any number of threads.
 */
final class CatalogueMembership implements Membership {

  private final ClusterFolder folder;
  private final Executor threads;
  private volatile @Nullable ClusterCatalogue catalogue;
  private volatile @Nullable ClusterRecordsOfCatalogue records;

  CatalogueMembership(ClusterFolder folder, Executor threads) {
    this.folder = folder;
    this.threads = threads;
  }

  /** The catalogue is there from now on. */
  void follow(ClusterCatalogue opened) {
    records = new ClusterRecordsOfCatalogue(opened);
    catalogue = opened;
  }

  @Override
  public Map<Integer, InetSocketAddress> addresses() {
    Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    ClusterRecordsOfCatalogue known = records;
    if (known != null) {
      for (NodeEntry node : known.nodes()) {
        addresses.put(node.number(), NodeAddress.parse(node.address()));
      }
    }
    if (addresses.isEmpty()) {
      folder
          .node()
          .peers()
          .forEach((node, address) -> addresses.put(node, NodeAddress.parse(address)));
    }
    return addresses;
  }

  @Override
  public boolean isStruck(int node) {
    ClusterCatalogue known = catalogue;
    return known != null && known.node(node).map(NodeProperties::isStruck).orElse(false);
  }

  @Override
  public boolean isVoter(int node) {
    ClusterRecordsOfCatalogue known = records;
    return known != null
        && known.groups().stream()
            .filter(GroupEntry::isCatalogue)
            .anyMatch(group -> group.wanted().voters().contains(node));
  }

  @Override
  public CompletableFuture<Void> issue(String hash, long expiresMillis) {
    return CompletableFuture.runAsync(
        () -> require().changeSetting(token(hash), JsonNumber.of(expiresMillis)), threads);
  }

  @Override
  public CompletableFuture<Integer> admit(
      String hash, String name, String address, long nowMillis) {
    return CompletableFuture.supplyAsync(
        () ->
            require()
                .admitNode(
                    token(hash),
                    nowMillis,
                    name,
                    NodeProperties.joining(name, address),
                    nodes ->
                        nodes.stream()
                            .noneMatch(
                                node -> node.name().equals(name) && !NodeProperties.isStruck(node)))
                .number(),
        threads);
  }

  private ClusterCatalogue require() {
    ClusterCatalogue known = catalogue;
    if (known == null) {
      throw ClusterMember.starting();
    }
    return known;
  }

  private static String token(String hash) {
    return "token." + hash;
  }
}
