package dev.partita.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.CatalogueEffect;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.group.Groups;
import dev.partita.replication.Barrier;
import dev.partita.replication.Fence;
import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.Leadership;
import dev.partita.replication.LogEntry;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.StateMachine;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A world that breaks its promises is found out: what the simulation passes means something. */
class PlantedFaultsTest {

  private static final int SEEDS = 600;

  @Test
  void findsThatWritesAreAcknowledgedBeforeTheyAreSynced() {
    assertFound(Simulation.Setting.SINGLE_NODE, Context.Faults.ofStore(UnsyncedStore::new));
  }

  @Test
  void findsThatABatchLosesAWrite() {
    assertFound(
        Simulation.Setting.SINGLE_NODE,
        Context.Faults.ofStore(
            store ->
                new StoreDecorator(store) {
                  private int batches;

                  @Override
                  public CompletableFuture<@Nullable Void> append(Batch batch) {
                    return super.append(
                        ++batches % 50 == 0 && batch.count() > 2 ? withoutOne(batch) : batch);
                  }
                }));
  }

  @Test
  void findsThatABatchIsWrittenInTwoParts() {
    assertFound(
        Simulation.Setting.SINGLE_NODE,
        Context.Faults.ofStore(
            store ->
                new StoreDecorator(store) {
                  @Override
                  public CompletableFuture<@Nullable Void> append(Batch batch) {
                    int middle = batch.count() / 2;
                    var _ = super.append(part(batch, 0, middle));
                    return super.append(part(batch, middle, batch.count()));
                  }
                }));
  }

  @Test
  void findsThatReadersSeeWhatIsNotSynced() {
    assertFound(
        Simulation.Setting.SINGLE_NODE, Context.Faults.ofStore(VisibleWhenWrittenStore::new));
  }

  @Test
  void findsThatEffectsAreAcknowledgedBeforeTheyAreCommitted() {
    assertFound(
        Simulation.Setting.REPLICA_SET,
        Context.Faults.ofLog(
            log ->
                new LogDecorator(log) {
                  @Override
                  public Proposal propose(Proposable effect) {
                    var _ = super.propose(effect);
                    return Proposal.appliedAtOnce(CompletableFuture.completedFuture(null));
                  }
                }));
  }

  @Test
  void findsThatWhatIsEvaluatedIsForgottenBeforeItIsApplied() {
    assertFound(
        Simulation.Setting.REPLICA_SET,
        Context.Faults.ofLog(
            log ->
                new LogDecorator(log) {
                  @Override
                  public Proposal propose(Proposable effect) {
                    return Proposal.appliedAtOnce(super.propose(effect).visible());
                  }
                }));
  }

  @Test
  void findsThatWhatMayHaveHappenedIsToldAsLost() {
    assertFound(
        Simulation.Setting.REPLICA_SET,
        Context.Faults.ofLog(
            log ->
                new LogDecorator(log) {
                  @Override
                  public Proposal propose(Proposable effect) {
                    Proposal proposal = super.propose(effect);
                    return new Proposal(lost(proposal.committed()), lost(proposal.applied()));
                  }
                }));
  }

  @Test
  void findsThatALeaderReadsWithoutALease() {
    assertFound(
        Simulation.Setting.REPLICA_SET,
        Context.Faults.ofLog(
            log ->
                new LogDecorator(log) {
                  @Override
                  public boolean holdsLease() {
                    return true;
                  }
                }));
  }

  @Test
  void findsThatALeaderOfAClusterAnswersBeforeItHasCommitted() {
    assertFound(
        Simulation.Setting.CLUSTER,
        Context.Faults.ofLog(
            log ->
                new LogDecorator(log) {
                  @Override
                  public Proposal propose(Proposable effect) {
                    var _ = super.propose(effect);
                    return Proposal.appliedAtOnce(CompletableFuture.completedFuture(null));
                  }
                }));
  }

  /** Then it may go by definitions that are no longer those of the containers. */
  @Test
  void findsThatLeadersDoNotRegister() {
    assertFound(
        Simulation.Setting.CLUSTER,
        Context.Faults.ofCluster(machine -> machine, UnregisteredGroups::new));
  }

  /** Either of them alone keeps late leaders out. */
  @Test
  void findsThatNeitherTheLogNorTheCatalogueFencesOffEarlierLeaders() {
    assertFound(
        Simulation.Setting.CLUSTER,
        Context.Faults.ofCluster(UnfencedMachine::new, (groups, _) -> new UnfencedGroups(groups)));
  }

  /** Groups that are led from the moment of the election on. */
  private static final class UnregisteredGroups extends GroupsDecorator {

    private final NodeOfProcess node;
    private final Map<Integer, ReplicationLog> logs = new HashMap<>();

    UnregisteredGroups(Groups groups, NodeOfProcess node) {
      super(groups);
      this.node = node;
    }

    @Override
    public ReplicationLog log(int group) {
      return logs.computeIfAbsent(group, this::unregistered);
    }

    private ReplicationLog unregistered(int group) {
      return new LogDecorator(super.log(group)) {

        private @Nullable ReplicationLog elected() {
          return node.opened().get(group);
        }

        @Override
        public Proposal propose(Proposable change) {
          ReplicationLog log = elected();
          return log == null ? super.propose(change) : log.propose(change);
        }

        @Override
        public long term() {
          ReplicationLog log = elected();
          return log == null ? NONE : log.leadership().term();
        }

        @Override
        public boolean holdsLease() {
          ReplicationLog log = elected();
          return log != null && log.leadership().holdsLease();
        }
      };
    }
  }

  /** A replica that does not know of fences. */
  private record UnfencedMachine(StateMachine machine) implements StateMachine {

    @Override
    public long appliedIndex() {
      return machine.appliedIndex();
    }

    @Override
    public long durableIndex() {
      return machine.durableIndex();
    }

    @Override
    public List<Proposable> apply(long index, long term, LogEntry entry) {
      return machine.apply(index, term, entry instanceof Fence ? new Barrier(term) : entry);
    }

    @Override
    public GroupSnapshot snapshot() {
      return machine.snapshot();
    }

    @Override
    public void install(GroupSnapshot snapshot) {
      machine.install(snapshot);
    }
  }

  /** Groups of which the catalogue does not ask whether the leader is the last one. */
  private static final class UnfencedGroups extends GroupsDecorator {

    UnfencedGroups(Groups groups) {
      super(groups);
    }

    @Override
    public CatalogueLog catalogueLog(CataloguePartition partition) {
      CatalogueLog log = super.catalogueLog(partition);
      return new CatalogueLog() {
        @Override
        public void start(Consumer<CatalogueEffect> catalogue) {
          log.start(catalogue);
        }

        @Override
        public long commit(CatalogueChange change) {
          return log.commit(
              new CatalogueChange(change.seen(), change.puts(), change.deletes(), List.of()));
        }
      };
    }
  }

  private static void assertFound(Simulation.Setting setting, Context.Faults faults) {
    List<SimulationFailure> found = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS && found.isEmpty(); seed++) {
      try {
        Simulation.run(seed, setting, faults);
      } catch (SimulationFailure e) {
        found.add(e);
      }
    }
    assertThat(found).isNotEmpty();
  }

  private static CompletableFuture<@Nullable Void> lost(CompletableFuture<@Nullable Void> moment) {
    return moment.exceptionallyCompose(_ -> CompletableFuture.failedFuture(new NotLeading()));
  }

  /** A batch without the one before its last operation, which is the state of the partition. */
  private static Batch withoutOne(Batch batch) {
    return part(batch, 0, batch.count() - 2).append(part(batch, batch.count() - 1, batch.count()));
  }

  private static Batch part(Batch batch, int start, int end) {
    Batch part = new Batch();
    batch.forEach(
        new Batch.Visitor() {
          private int number;

          private boolean isWithin() {
            int current = number++;
            return current >= start && current < end;
          }

          @Override
          public void put(Family family, byte[] key, byte[] value) {
            if (isWithin()) {
              part.put(family, key, value);
            }
          }

          @Override
          public void delete(Family family, byte[] key) {
            if (isWithin()) {
              part.delete(family, key);
            }
          }

          @Override
          public void deleteRange(Family family, byte[] from, byte[] to) {
            if (isWithin()) {
              part.deleteRange(family, from, to);
            }
          }
        });
    return part;
  }

  /** A store of which readers see what is written. */
  private static class VisibleWhenWrittenStore extends StoreDecorator {

    VisibleWhenWrittenStore(Store store) {
      super(store);
    }

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
      return written().get(family, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
      return written().getAll(family, keys);
    }

    @Override
    public Cursor scan(Family family, KeyRange range) {
      return written().scan(family, range);
    }

    @Override
    public Snapshot snapshot() {
      return new WrittenSnapshot(written());
    }
  }

  /** The same, and writes are answered when they are written. */
  private static final class UnsyncedStore extends VisibleWhenWrittenStore {

    UnsyncedStore(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<@Nullable Void> append(Batch batch) {
      var _ = super.append(batch);
      return CompletableFuture.completedFuture(null);
    }
  }

  /** What is written, as of each read. */
  private record WrittenSnapshot(Reader written) implements Snapshot {

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
      return written.get(family, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
      return written.getAll(family, keys);
    }

    @Override
    public Cursor scan(Family family, KeyRange range) {
      return written.scan(family, range);
    }

    @Override
    public void close() {}
  }

  /** A log that does what another does; what differs is for subclasses to say. */
  private static class LogDecorator implements ReplicationLog, Leadership {

    private final ReplicationLog log;

    LogDecorator(ReplicationLog log) {
      this.log = log;
    }

    @Override
    public Proposal propose(Proposable effect) {
      return log.propose(effect);
    }

    @Override
    public Leadership leadership() {
      return this;
    }

    @Override
    public long term() {
      return log.leadership().term();
    }

    @Override
    public boolean holdsLease() {
      return log.leadership().holdsLease();
    }

    @Override
    public CompletableFuture<@Nullable Void> readBarrier() {
      return log.leadership().readBarrier();
    }

    @Override
    public void add(Listener listener) {
      log.leadership().add(listener);
    }

    @Override
    public void remove(Listener listener) {
      log.leadership().remove(listener);
    }
  }
}
