package dev.partita.container.group;

import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.replication.Leadership;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.peer.Peers;
import org.jspecify.annotations.Nullable;

/** The groups of a node that is alone, all of which have one log. */
record LocalGroups(ReplicationLog log) implements Groups {

  @Override
  public ReplicationLog log(int group) {
    return log;
  }

  @Override
  public int leaderOf(int group) {
    return NO_NODE;
  }

  @Override
  public int self() {
    return NO_NODE;
  }

  @Override
  public @Nullable Peers peers() {
    return null;
  }

  @Override
  public void add(Leadership.Listener listener) {
    log.leadership().add(listener);
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
