package dev.partita.simulation;

import dev.partita.replication.Leadership;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.StateMachine;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.replication.group.ReplicationNode;
import dev.partita.simulated.SimulatedGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a process has of the simulated groups, as long as it runs. */
record NodeOfProcess(
    int self,
    SimulatedProcess process,
    List<SimulatedGroup> all,
    Context.Faults faults,
    Map<Integer, ReplicationGroup> opened)
    implements ReplicationNode {

  NodeOfProcess(
      int self, SimulatedProcess process, List<SimulatedGroup> all, Context.Faults faults) {
    this(self, process, all, faults, new TreeMap<>());
  }

  @Override
  public ReplicationGroup open(int number, Members members, StateMachine machine) {
    SimulatedGroup group = all.get(number);
    SimulatedGroup.Node node = group.nodes().get(self - 1);
    node.attach(faults.machine().apply(machine));
    ReplicationLog log = faults.log().apply(new LogOfProcess(node, process));
    ReplicationGroup made = new GroupOfProcess(number, group, log);
    opened.put(number, made);
    return made;
  }

  @Override
  public Collection<ReplicationGroup> groups() {
    return opened.values();
  }

  @Override
  public void forget(int number) {
    throw new UnsupportedOperationException("Nobody leaves.");
  }

  @Override
  public long logBytes() {
    return 0;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  /** The log of a node for one process. */
  private record LogOfProcess(SimulatedGroup.Node node, SimulatedProcess process)
      implements ReplicationLog, Leadership {

    @Override
    public Proposal propose(Proposable effect) {
      return node.propose(effect);
    }

    @Override
    public Leadership leadership() {
      return this;
    }

    @Override
    public long term() {
      return process.isRunning() ? node.term() : NONE;
    }

    @Override
    public boolean holdsLease() {
      return process.isRunning() && node.holdsLease();
    }

    @Override
    public CompletableFuture<@Nullable Void> readBarrier() {
      return node.readBarrier();
    }

    @Override
    public void add(Listener listener) {
      node.add(new OfProcess(process, listener));
    }

    @Override
    public void remove(Listener listener) {
      node.remove(new OfProcess(process, listener));
    }
  }

  /** A listener that hears of nothing once its process has ended. */
  private record OfProcess(SimulatedProcess process, Leadership.Listener listener)
      implements Leadership.Listener {

    @Override
    public void leads(long term) {
      if (process.isRunning()) {
        listener.leads(term);
      }
    }

    @Override
    public void follows() {
      if (process.isRunning()) {
        listener.follows();
      }
    }
  }

  /** A group of which the log is told apart, since that is where faults are planted. */
  private record GroupOfProcess(int number, SimulatedGroup group, ReplicationLog log)
      implements ReplicationGroup {

    @Override
    public Proposal propose(Proposable change) {
      return log.propose(change);
    }

    @Override
    public Leadership leadership() {
      return log.leadership();
    }

    @Override
    public int leader() {
      return group.leader() + 1;
    }

    @Override
    public Members members() {
      return Members.of(List.of(1, 2, 3));
    }

    @Override
    public CompletableFuture<@Nullable Void> changeMembers(Members members) {
      return CompletableFuture.failedFuture(new NotLeading());
    }

    @Override
    public CompletableFuture<@Nullable Void> transferLeadership(int to) {
      return CompletableFuture.failedFuture(new NotLeading());
    }

    @Override
    public boolean isReadable() {
      return true;
    }

    @Override
    public GroupStatus status() {
      throw new UnsupportedOperationException("Nobody asks in a simulation.");
    }

    @Override
    public void close() {}
  }
}
