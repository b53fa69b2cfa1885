package dev.partita.testkit;

import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.group.Groups;
import dev.partita.replication.Leadership;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.peer.Peers;

/**
 * The groups of one node of a cluster in which one group has everything, the catalogue included.
 * The catalogue in memory follows only what its own node decides.
 */
public record TestGroups(TestGroup group, TestGroup.Node node, Peers peers) implements Groups {

  public static TestGroups of(TestGroup group, TestPeers peers, int number) {
    return new TestGroups(group, group.node(number), peers.of(number));
  }

  @Override
  public ReplicationLog log(int number) {
    return node;
  }

  @Override
  public int leaderOf(int number) {
    return group.leader();
  }

  @Override
  public int self() {
    return node.number();
  }

  @Override
  public void add(Leadership.Listener listener) {
    node.add(listener);
  }

  @Override
  public CatalogueLog catalogueLog(CataloguePartition partition) {
    return partition;
  }

  @Override
  public void start(Catalogue catalogue) {}

  @Override
  public void close() {}
}
