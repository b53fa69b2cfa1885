package dev.partita.simulation;

import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.group.Groups;
import dev.partita.replication.Leadership;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.peer.Peers;
import org.jspecify.annotations.Nullable;

/** Groups that do what others do; what differs is for subclasses to say. */
class GroupsDecorator implements Groups {

  private final Groups groups;

  GroupsDecorator(Groups groups) {
    this.groups = groups;
  }

  @Override
  public ReplicationLog log(int group) {
    return groups.log(group);
  }

  @Override
  public int leaderOf(int group) {
    return groups.leaderOf(group);
  }

  @Override
  public int self() {
    return groups.self();
  }

  @Override
  public @Nullable Peers peers() {
    return groups.peers();
  }

  @Override
  public void add(Leadership.Listener listener) {
    groups.add(listener);
  }

  @Override
  public CatalogueLog catalogueLog(CataloguePartition partition) {
    return groups.catalogueLog(partition);
  }

  @Override
  public void start(Catalogue catalogue) {
    groups.start(catalogue);
  }

  @Override
  public void close() {
    groups.close();
  }
}
