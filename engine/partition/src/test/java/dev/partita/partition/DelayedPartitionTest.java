package dev.partita.partition;

import dev.partita.replication.ReplicationLog;
import dev.partita.simulated.SimulatedGroup;
import dev.partita.storage.Store;
import java.util.List;
import java.util.Random;

/** The contract over a log that commits, applies and tells late, and bit by bit. */
class DelayedPartitionTest extends PartitionContract {

  private final SimulatedGroup group =
      new SimulatedGroup(new Random(20), List.of(7), 1, SimulatedGroup.CALM);

  DelayedPartitionTest() {
    group.elect();
    group.settle();
  }

  @Override
  Store store() {
    return group.nodes().getFirst().store();
  }

  @Override
  ReplicationLog log() {
    return group.nodes().getFirst();
  }

  @Override
  void deliver() {
    for (int i = 0; i < 3; i++) {
      group.commit();
      turns.run();
      group.apply();
      turns.run();
    }
    if (turns.isIdle()) {
      group.settle();
    }
  }
}
