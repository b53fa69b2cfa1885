package dev.partita.partition;

import dev.partita.replication.LocalLog;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;

class LocalPartitionTest extends PartitionContract {

  private final MemoryStore store = new MemoryStore();
  private final LocalLog log = new LocalLog(store);

  @Override
  Store store() {
    return store;
  }

  @Override
  ReplicationLog log() {
    return log;
  }

  @Override
  void deliver() {}
}
