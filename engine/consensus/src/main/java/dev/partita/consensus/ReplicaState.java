package dev.partita.consensus;

import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.LogEntry;
import dev.partita.replication.Proposable;
import dev.partita.replication.StateMachine;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The state of a replica, used by one thread at a time, and what others may know of it meanwhile.
 * Safe for use by any number of threads.
 */
final class ReplicaState {

  private final StateMachine machine;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long appliedIndex;
  private volatile boolean installing;

  ReplicaState(StateMachine machine) {
    this.machine = machine;
    appliedIndex = machine.appliedIndex();
  }

  /** The last entry that the state has. */
  long appliedIndex() {
    return appliedIndex;
  }

  long durableIndex() {
    return machine.durableIndex();
  }

  boolean isInstalling() {
    return installing;
  }

  List<Proposable> apply(long index, long term, LogEntry entry) {
    lock.lock();
    try {
      List<Proposable> refused = machine.apply(index, term, entry);
      appliedIndex = machine.appliedIndex();
      return refused;
    } finally {
      lock.unlock();
    }
  }

  GroupSnapshot snapshot() {
    lock.lock();
    try {
      return machine.snapshot();
    } finally {
      lock.unlock();
    }
  }

  void install(GroupSnapshot snapshot) {
    lock.lock();
    installing = true;
    try {
      machine.install(snapshot);
    } finally {
      appliedIndex = machine.appliedIndex();
      installing = false;
      lock.unlock();
    }
  }
}
