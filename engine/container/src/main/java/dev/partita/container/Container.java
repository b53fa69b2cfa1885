package dev.partita.container;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.group.Groups;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.ChangeLog;
import dev.partita.partition.Commit;
import dev.partita.partition.CommitSignal;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionRetired;
import dev.partita.partition.PartitionSettings;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.Segment;
import dev.partita.partition.Segments;
import dev.partita.partition.Work;
import dev.partita.replication.NotLeading;
import dev.partita.throughput.Admission;
import dev.partita.throughput.Budget;
import dev.partita.throughput.HotKeys;
import dev.partita.throughput.LargestKeys;
import dev.partita.throughput.LoadStep;
import dev.partita.throughput.SlotBinding;
import dev.partita.throughput.ThroughputPool;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A container at work: its definition, its map, and the partitions in charge. Partitions are opened
 * when first needed. Safe for use by any number of threads.
 */
public final class Container {

  /** How long requests without a deadline wait for someone to take charge of a partition. */
  private static final long ROUTING_MILLIS = 10_000;

  private final ContainerEnvironment environment;
  private final Map<Integer, Segment> opened = new ConcurrentHashMap<>();
  private final Map<Integer, OwnedPartition> partitions = new ConcurrentHashMap<>();
  private final Map<Integer, SlotBinding> bindings = new ConcurrentHashMap<>();
  // Of partitions that were split or merged, for as long as they tell of the time before.
  private final Map<Integer, Admission> ended = new ConcurrentHashMap<>();
  // What partitions did that are no longer among either.
  private volatile Totals earlier = Totals.NONE;
  private final @Nullable ThroughputPool pool;
  private volatile ContainerRecord record;
  private volatile Segments segments;
  private volatile boolean dropped;

  Container(
      ContainerEnvironment environment, ContainerRecord record, @Nullable ThroughputPool pool) {
    this.environment = environment;
    this.record = record;
    this.segments = segments(record);
    this.pool = pool;
  }

  public int number() {
    return record.number();
  }

  public ContainerRecord record() {
    return record;
  }

  public ContainerDefinition definition() {
    return record.definition();
  }

  public PartitionMap map() {
    return record.map();
  }

  /** What the container has: for reads that concern many of its partitions. */
  public Segments segments() {
    return segments;
  }

  private Segments segments(ContainerRecord of) {
    if (of.segments().numbers().size() == 1) {
      return Segments.of(segment(of, of.segments().numbers().getFirst()));
    }
    return new Segments(
        of.map().current().stream()
            .map(
                descriptor ->
                    new Segments.Span(
                        descriptor.positions(), segment(of, of.segmentOf(descriptor.number()))))
            .toList());
  }

  private Segment segment(ContainerRecord of, int number) {
    return opened.computeIfAbsent(
        number, _ -> environment.groups().segment(number, of.segments().groupOf(number)));
  }

  /** The replication group of the partition in charge of a position. */
  public int group(byte[] position) {
    ContainerRecord known = record;
    return known.groupOf(known.map().owner(position).number());
  }

  /** Whether this node leads the partition in charge of a position. */
  public boolean leads(byte[] position) {
    return owner(position).partition().isLed();
  }

  /**
   * Waits, on a node that does not lead all of its partitions, until everything is here that was
   * acknowledged before the call.
   */
  public void catchUp() {
    if (forwarding() != null) {
      segments.awaitNewest(ReadOptions.LEADER);
    }
  }

  /** Notes that a client of this node was told of a commit of a partition that is led elsewhere. */
  public void notice(int partition, long lsn) {
    OwnedPartition known = partitions.get(partition);
    if (known != null) {
      known.partition().notice(lsn);
    }
  }

  /** Those of its partitions that this node has had something to do with. */
  Collection<OwnedPartition> openPartitions() {
    return partitions.values();
  }

  /** The time on this node. */
  public long nowMillis() {
    return environment.clock().millis();
  }

  /** The way to the nodes that lead its partitions; null on a node that is alone. */
  public @Nullable Forwarding forwarding() {
    return environment.forwarding();
  }

  /** Whether the container has been deleted, so that it takes no more work. */
  public boolean isDropped() {
    return dropped;
  }

  /** The container's own throughput or that of its database; null when nothing is limited. */
  public @Nullable ThroughputPool throughput() {
    return pool;
  }

  /** The partition in charge of a position. */
  public OwnedPartition owner(byte[] position) {
    while (true) {
      PartitionMap map = record.map();
      OwnedPartition owner = open(map, map.owner(position));
      if (owner != null) {
        return owner;
      }
    }
  }

  /** The partitions in charge of a range of positions, in order. */
  public List<OwnedPartition> owners(KeyRange positions) {
    return open(map -> map.owners(positions));
  }

  private List<OwnedPartition> open(Function<PartitionMap, List<PartitionDescriptor>> which) {
    while (true) {
      PartitionMap map = record.map();
      List<OwnedPartition> owners = new ArrayList<>();
      for (PartitionDescriptor descriptor : which.apply(map)) {
        OwnedPartition owner = open(map, descriptor);
        if (owner == null) {
          break;
        }
        owners.add(owner);
      }
      if (map.version() == record.map().version()) {
        return owners;
      }
    }
  }

  /** All partitions in charge, in order. */
  public List<OwnedPartition> partitions() {
    return open(PartitionMap::current);
  }

  /** The partitions in charge that this node leads, in order; all of them if it is alone. */
  public List<OwnedPartition> ledPartitions() {
    return partitions().stream().filter(owned -> owned.partition().isLed()).toList();
  }

  /** The segments in groups that this node leads; all of them if it is alone. */
  public List<Segment> ledSegments() {
    ContainerRecord known = record;
    return known.segments().numbers().stream()
        .filter(number -> environment.groups().groups().leads(known.segments().groupOf(number)))
        .map(number -> segment(known, number))
        .toList();
  }

  /**
   * What must still be so for a partition to be reshaped by its leader: nobody has taken over its
   * group. To be called from within {@link PhysicalPartition#exclusive}. Empty on a node that is
   * alone.
   */
  Optional<CatalogueChange.Fence> leaderFence(PhysicalPartition partition) {
    if (environment.groups().groups().self() == Groups.NO_NODE) {
      return Optional.empty();
    }
    int group = record.groupOf(partition.number());
    return Optional.of(CatalogueChange.Fence.group(group, partition.term()));
  }

  /**
   * The partitions in charge of what a partition owns or, if it has been split or merged, owned.
   *
   * @throws DatabaseException NOT_FOUND if the container never had it
   */
  public List<OwnedPartition> successors(int number) {
    return owners(record.map().positionsOf(number));
  }

  /**
   * Has the work done by the partition in charge of the key, whichever that is when its turn comes:
   * a split, a merge or a change of leaders on the way is not noticed.
   *
   * @return fails with UNAVAILABLE if no leader has taken charge in time, so that nothing was done;
   *     with what the log says if it is not known whether it was
   */
  public <R> CompletableFuture<Outcome<R>> submit(LogicalKey key, Work<R> work) {
    return handOver(key, partition -> partition.submit(key, work), null);
  }

  /**
   * Has the work done like {@link #submit(LogicalKey, Work)}.
   *
   * @param deadline until which it waits for someone to take charge
   */
  public <R> CompletableFuture<Outcome<R>> submit(LogicalKey key, Work<R> work, Deadline deadline) {
    return handOver(key, partition -> partition.submit(key, work), rerouting(deadline));
  }

  /**
   * Has the work done like {@link #submit}, but takes no part in it: for threads that must not be
   * held up. Nobody may wait for the answer; what is to be done with it takes next to no time.
   */
  public <R> CompletableFuture<Outcome<R>> enqueue(LogicalKey key, Work<R> work) {
    return handOver(key, partition -> partition.enqueue(key, work), null);
  }

  private <R> CompletableFuture<Outcome<R>> handOver(
      LogicalKey key,
      Function<PhysicalPartition, CompletableFuture<Commit<R>>> to,
      @Nullable Rerouting again) {
    if (dropped) {
      return CompletableFuture.failedFuture(gone());
    }
    OwnedPartition owner = owner(key.position());
    return to.apply(owner.partition())
        .thenApply(commit -> new Outcome<>(commit.result(), commit.lsn(), owner))
        .exceptionallyCompose(
            failure -> {
              if (!Rerouting.isRefusal(failure)) {
                return CompletableFuture.failedFuture(failure);
              }
              Rerouting rerouting = again == null ? rerouting() : again;
              return rerouting.next(failure).thenCompose(_ -> handOver(key, to, rerouting));
            });
  }

  /** Until when requests without a deadline wait for someone to take charge of a partition. */
  public Deadline routingDeadline() {
    return Deadline.in(ROUTING_MILLIS, environment.clock());
  }

  /** Routes a request again whose partition is not in charge, for as long as requests wait. */
  public Rerouting rerouting() {
    return rerouting(routingDeadline());
  }

  /** Routes a request again whose partition is not in charge, until its deadline. */
  public Rerouting rerouting(Deadline deadline) {
    return new Rerouting(this, deadline);
  }

  /** Completes when there may be another one in charge of a partition. */
  CompletableFuture<@Nullable Void> routeChange() {
    return environment.routes().next();
  }

  /**
   * Gives the map the version that a fence has announced, in place of the leader that announced it
   * and did not get to changing the map, and cannot any more.
   *
   * @return completes when the partitions have been told who are in charge by that version
   */
  CompletableFuture<@Nullable Void> passFence(int epoch) {
    CompletableFuture<@Nullable Void> passed = new CompletableFuture<>();
    environment
        .answers()
        .execute(
            () -> {
              try {
                environment
                    .catalogue()
                    .changeContainer(
                        number(), known -> known.withMap(known.map().advancedTo(epoch)));
                passed.complete(null);
              } catch (RuntimeException | Error e) {
                passed.completeExceptionally(e);
              }
            });
    return passed;
  }

  /**
   * Has the work done like {@link #submit} and waits for it.
   *
   * @throws CompletionException with what the work threw, or kept it from being committed
   */
  public <R> Outcome<R> execute(LogicalKey key, Work<R> work) {
    return submit(key, work).join();
  }

  /**
   * Begins to wait for the next commit that touches a logical partition, whichever partition makes
   * it. The caller opens the signal before it looks for what it waits for, and closes it.
   *
   * @throws DatabaseException OWNER_NOT_FOUND if the container has been deleted
   * @throws NotLeading if this node makes none
   */
  public CommitSignal signal(LogicalKey key) {
    while (!dropped) {
      try {
        return owner(key.position()).partition().signal(key);
      } catch (PartitionRetired _) {
        // The map names the one that took over.
      }
    }
    throw gone();
  }

  /** Exact bytes of all items, over all partitions. */
  public long sizeBytes() {
    return partitions().stream().mapToLong(owned -> owned.partition().state().sizeBytes()).sum();
  }

  /** Whether a partition in charge holds more than this. */
  boolean hasPartitionOver(long limitBytes) {
    PartitionMap map = record.map();
    for (PartitionDescriptor descriptor : map.current()) {
      OwnedPartition owned = open(map, descriptor);
      if (owned != null && owned.partition().state().sizeBytes() > limitBytes) {
        return true;
      }
    }
    return false;
  }

  private void forgetLongEnded() {
    ended
        .values()
        .removeIf(
            admission -> {
              boolean forgotten = admission.recentSteps().isEmpty();
              if (forgotten) {
                earlier = earlier.plus(Totals.of(admission.load()));
              }
              return forgotten;
            });
  }

  /** What its requests came to, over all partitions that it has or had. */
  public synchronized Totals totals() {
    Totals sum = earlier;
    for (Admission admission : ended.values()) {
      sum = sum.plus(Totals.of(admission.load()));
    }
    for (OwnedPartition owned : partitions.values()) {
      sum = sum.plus(Totals.of(owned.admission().load()));
    }
    return sum;
  }

  /**
   * What each partition did in each step of the last minutes in which it did anything; those that
   * were split or merged in that time included.
   */
  public Map<Integer, List<LoadStep>> recentLoad() {
    Map<Integer, List<LoadStep>> load = new TreeMap<>();
    ended.forEach((number, admission) -> load.put(number, admission.recentSteps()));
    partitions.forEach((number, owned) -> load.put(number, owned.admission().recentSteps()));
    load.values().removeIf(List::isEmpty);
    return load;
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the partition has been split or merged, NOT_FOUND if
   *     there never was one
   */
  OwnedPartition current(int number) {
    return owner(record.map().requireCurrent(number).positions().start());
  }

  /**
   * Makes a durable change of the record the one that counts. A container that has just been opened
   * may know what it is told of, and more; that must not bring back a map with partitions that are
   * retired.
   */
  synchronized void publish(ContainerRecord changed) {
    if (changed.version() <= record.version()) {
      return;
    }
    if (!changed.segments().equals(record.segments()) || changed.segments().numbers().size() > 1) {
      segments = segments(changed);
    }
    record = changed;
    PartitionSettings settings = settings(changed);
    List<Integer> inCharge =
        changed.map().current().stream().map(PartitionDescriptor::number).toList();
    partitions.forEach(
        (number, owned) -> {
          owned.partition().settings(settings);
          if (inCharge.contains(number)) {
            owned.partition().epoch(changed.map().version());
          } else {
            var _ = retireSoon(owned).exceptionally(_ -> retireFollowing(owned));
            partitions.remove(number);
            ended.put(number, owned.admission());
            SlotBinding binding = bindings.remove(number);
            if (binding != null) {
              binding.close();
            }
          }
        });
    forgetLongEnded();
    ThroughputSettings own = changed.throughput();
    if (pool != null && own != null) {
      if (!own.equals(pool.settings())) {
        pool.change(own);
      }
      pool.resize(inCharge.size());
    }
  }

  /** Refuses all work from now on. */
  void refuse() {
    dropped = true;
  }

  /** Stops all partitions; when this returns nothing writes to the container any more. */
  void drop() {
    refuse();
    PartitionMap map;
    do {
      map = record.map();
      partitions().forEach(Container::retire);
      // A split that was durable before the container was deleted may have brought new ones.
    } while (map.version() != record.map().version());
    bindings.values().forEach(SlotBinding::close);
  }

  private static void retire(OwnedPartition owned) {
    try {
      retireSoon(owned).join();
    } catch (CompletionException e) {
      if (!Rerouting.isRefusal(e)) {
        throw e;
      }
    }
  }

  /** Ends the charge of a partition after the work that it has; without effect if it has ended. */
  private static CompletableFuture<Boolean> retireSoon(OwnedPartition owned) {
    return owned
        .partition()
        .exclusive(
            () -> {
              owned.partition().retire();
              return true;
            });
  }

  /** Ends the charge of a partition that has no turn, since this node does not lead it. */
  private static boolean retireFollowing(OwnedPartition owned) {
    owned.partition().retire();
    return true;
  }

  /** The partition, or null if the map is out of date and it is no longer in charge. */
  private @Nullable OwnedPartition open(PartitionMap map, PartitionDescriptor descriptor) {
    OwnedPartition known = partitions.get(descriptor.number());
    if (known != null) {
      return known;
    }
    // A retired partition leaves the table only after the new map is in place, so one that is not
    // in the table and not in the map must not come to life again.
    OwnedPartition opened =
        partitions.computeIfAbsent(
            descriptor.number(),
            _ -> record.map().current().contains(descriptor) ? create(map, descriptor) : null);
    if (opened != null) {
      refresh(opened);
    }
    return opened;
  }

  /** Settings that were published while a partition was being opened may have missed it. */
  private synchronized void refresh(OwnedPartition opened) {
    opened.partition().settings(settings(record));
    if (record.map().current().contains(opened.partition().descriptor())) {
      opened.partition().epoch(record.map().version());
    }
  }

  private OwnedPartition create(PartitionMap map, PartitionDescriptor descriptor) {
    ContainerRecord known = record;
    int segment = known.segments().segmentOf(map, descriptor.number());
    PhysicalPartition.Environment group =
        environment.groups().partitions(known.segments().groupOf(segment));
    PhysicalPartition partition =
        new PhysicalPartition(
            group.withAlarm((_, dueMillis) -> group.alarm().set(number(), dueMillis)),
            segment(known, segment),
            descriptor,
            map.lineage(descriptor.number()),
            map.version(),
            settings(record));
    Admission admission =
        new Admission(
            Integer.toString(descriptor.number()),
            environment.clock(),
            budget(descriptor.number()),
            new HotKeys(environment.clock()));
    return new OwnedPartition(partition, new ChangeLog(partition), admission, new LargestKeys());
  }

  private Supplier<Budget> budget(int number) {
    if (pool == null) {
      Budget unlimited = Budget.unlimited(environment.clock());
      return () -> unlimited;
    }
    SlotBinding binding = bindings.computeIfAbsent(number, _ -> pool.bind());
    return binding::budget;
  }

  private PartitionSettings settings(ContainerRecord of) {
    return new PartitionSettings(environment.logicalLimitBytes(), of.definition().changeLog());
  }

  DatabaseException gone() {
    return new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The container has been deleted.")
        .with("container", record.name());
  }
}
