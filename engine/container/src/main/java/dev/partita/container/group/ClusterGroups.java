package dev.partita.container.group;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DroppedSegment;
import dev.partita.container.catalogue.GroupRecord;
import dev.partita.replication.Leadership;
import dev.partita.replication.StoreStateMachine;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.replication.group.ReplicationNode;
import dev.partita.replication.peer.Peers;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a node of a cluster. It takes part in the catalogue's group from the start, and in
 * those that the catalogue says it is a member of. A group that it is elected in is led only once
 * the catalogue has that written down, and this node has applied it: then it has the newest maps,
 * and none can be changed in the name of an earlier leader ({@link
 * dev.partita.container.catalogue.CatalogueChange.Fence}). Safe for use by any number of threads.
 */
public final class ClusterGroups implements Groups {

  private static final long RETRY_MILLIS = 50;

  /**
   * What a node brings along.
   *
   * @param node its part of the consensus
   * @param catalogueMembers the members that the catalogue's group begins with; {@link
   *     Members#UNKNOWN} on a node that joins
   * @param opening a number that no other opening of a store has
   * @param threads where things are done that wait; each task has a thread of its own
   * @param faults told what could not be done, and why, that nobody waits for
   */
  public record Environment(
      ReplicationNode node,
      Peers peers,
      Members catalogueMembers,
      long opening,
      Clock clock,
      Executor threads,
      BiConsumer<String, Throwable> faults) {}

  private final Environment environment;
  private final Store store;
  private final Map<Integer, GroupLog> logs = new ConcurrentHashMap<>();
  private final List<Leadership.Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable ReplicatedCatalogue replicated;
  private volatile @Nullable Catalogue catalogue;
  private volatile boolean closed;

  public ClusterGroups(Environment environment, Store store) {
    this.environment = environment;
    this.store = store;
  }

  // What there is

  @Override
  public GroupLog log(int group) {
    return logs.computeIfAbsent(group, this::newLog);
  }

  private GroupLog newLog(int group) {
    GroupLog log = new GroupLog(group, this::elected);
    listeners.forEach(log::add);
    return log;
  }

  /** This node's part in a group; null if it takes none. */
  public @Nullable ReplicationGroup group(int number) {
    return log(number).group();
  }

  /** The groups that this node takes part in. */
  public Collection<ReplicationGroup> open() {
    return environment.node().groups();
  }

  /** How many bytes the log of all groups takes on disk. */
  public long logBytes() {
    return environment.node().logBytes();
  }

  @Override
  public int leaderOf(int group) {
    ReplicationGroup known = group(group);
    int leader = known == null ? NO_NODE : known.leader();
    Catalogue of = catalogue;
    return leader != NO_NODE || of == null
        ? leader
        : of.cluster().group(group).map(GroupRecord::leader).orElse(NO_NODE);
  }

  @Override
  public int self() {
    return environment.node().self();
  }

  @Override
  public Peers peers() {
    return environment.peers();
  }

  @Override
  public void add(Leadership.Listener listener) {
    listeners.add(listener);
    logs.values().forEach(log -> log.add(listener));
  }

  @Override
  public CatalogueLog catalogueLog(CataloguePartition partition) {
    ReplicatedCatalogue made =
        new ReplicatedCatalogue(
            partition,
            environment.peers(),
            () -> leaderOf(CATALOGUE),
            environment.opening(),
            environment.clock());
    replicated = made;
    return made;
  }

  // Taking part

  @Override
  public void start(Catalogue opened) {
    catalogue = opened;
    ReplicatedCatalogue log = Objects.requireNonNull(replicated, "The catalogue has no log yet.");
    environment
        .peers()
        .serve(
            ReplicatedCatalogue.SERVICE,
            (_, request, _) ->
                CompletableFuture.supplyAsync(
                    () ->
                        CatalogueChangeCodec.encode(
                            log.decide(CatalogueChangeCodec.decodeChange(request))),
                    environment.threads()));
    StoreStateMachine machine =
        new StoreStateMachine(store, CATALOGUE, () -> List.of(Catalogue.CONTAINER));
    log(CATALOGUE)
        .open(
            environment
                .node()
                .open(
                    CATALOGUE,
                    environment.catalogueMembers(),
                    new CatalogueStateMachine(machine, log)));
    opened.subscribe(
        (_, after) -> {
          if (after instanceof CatalogueEntry.Group(GroupRecord record)
              && (isToOpen(record) || isToLeave(record))) {
            environment.threads().execute(() -> follow(record.number()));
          }
        });
  }

  private boolean isToOpen(GroupRecord record) {
    return record.number() != CATALOGUE
        && group(record.number()) == null
        && record.members().contains(self());
  }

  private boolean isToLeave(GroupRecord record) {
    return record.number() != CATALOGUE
        && group(record.number()) != null
        && !record.members().contains(self());
  }

  /** Takes part in a group, or no more, as the catalogue has it by now. */
  private synchronized void follow(int number) {
    GroupRecord record =
        closed ? null : Objects.requireNonNull(catalogue).cluster().group(number).orElse(null);
    if (record == null) {
      return;
    }
    try {
      if (isToOpen(record)) {
        log(number).open(environment.node().open(number, begunWith(record), machine(number)));
      } else if (isToLeave(record)) {
        log(number).close();
        environment.node().forget(number);
        machine(number).clear();
      }
    } catch (RuntimeException | Error e) {
      environment.faults().accept("take part in replication group " + number, e);
    }
  }

  /** Once a group had a leader, whoever comes to it learns from the others who its members are. */
  private Members begunWith(GroupRecord record) {
    return record.epoch() == 0 && record.founders().contains(self())
        ? Members.of(record.founders())
        : Members.UNKNOWN;
  }

  private StoreStateMachine machine(int number) {
    return new StoreStateMachine(store, number, () -> segments(number));
  }

  /** What the keys of a group begin with, as far as the catalogue of this node knows. */
  private List<Integer> segments(int group) {
    Catalogue of = Objects.requireNonNull(catalogue);
    List<Integer> segments = new ArrayList<>();
    for (ContainerRecord container : of.containers()) {
      for (int segment : container.segments().numbers()) {
        if (container.segments().groupOf(segment) == group) {
          segments.add(segment);
        }
      }
    }
    for (int container : of.dropped()) {
      for (DroppedSegment segment : of.droppedSegments(container)) {
        if (segment.group() == group) {
          segments.add(segment.number());
        }
      }
    }
    return segments;
  }

  // Leading

  private void elected(GroupLog log, long term) {
    if (log.number() == CATALOGUE) {
      // Who decides on the catalogue's changes has all that were decided on.
      log.serve(term);
    } else {
      environment.threads().execute(() -> register(log, term));
    }
  }

  private void register(GroupLog log, long term) {
    Catalogue of = Objects.requireNonNull(catalogue);
    while (!closed && log.isElected(term)) {
      try {
        GroupRecord record = of.cluster().registerLeader(log.number(), term, self());
        if (record.epoch() == term && record.leader() == self()) {
          log.serve(term);
        }
        return;
      } catch (DatabaseException e) {
        // Without a majority of the catalogue's group there are no new leaders, as long as that is.
        if (e.code() != ErrorCode.UNAVAILABLE && e.code() != ErrorCode.TIMEOUT) {
          environment.faults().accept("register as the leader of group " + log.number(), e);
        }
        environment.clock().sleep(RETRY_MILLIS);
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    environment.node().close();
  }
}
