package dev.partita.consensus;

import com.alipay.sofa.jraft.util.concurrent.DefaultFixedThreadsExecutorGroupFactory;
import com.alipay.sofa.jraft.util.concurrent.FixedThreadsExecutorGroup;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.replication.StateMachine;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.replication.group.ReplicationNode;
import dev.partita.replication.peer.Peers;
import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replication groups of a node on SOFAJRaft, with one log on disk for all of them. Safe for use
 * by any number of threads.
 */
public final class ConsensusNode implements ReplicationNode {

  private static final Logger LOG = LoggerFactory.getLogger(ConsensusNode.class);
  private static final int NUMBERS_PER_OPENING_BITS = 40;
  private static final int APPENDING_THREADS = 2;
  private static final int APPENDING_QUEUE = 1_024;
  private static final long TICK_MILLIS = 20;
  private static final long MEGABYTE = 1L << 20;

  private final Map<Integer, JraftGroup> groups = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("partita-group-", 0).factory());
  private final ScheduledExecutorService upkeep =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("partita-groups").factory());
  private final FixedThreadsExecutorGroup appending =
      DefaultFixedThreadsExecutorGroupFactory.INSTANCE.newExecutorGroup(
          APPENDING_THREADS, "partita-append", APPENDING_QUEUE, true);
  private final LogStore store;
  private final SnapshotStreams streams;
  private final GroupParts parts;
  private boolean closed;

  private ConsensusNode(
      ConsensusOptions options, Peers peers, Store log, Runnable flush, Clock clock) {
    Messenger messenger = new Messenger(peers, clock);
    store = new LogStore(log, clock, messenger::fallSilent);
    AtomicLong numbers = new AtomicLong(store.countOpening() << NUMBERS_PER_OPENING_BITS);
    streams = new SnapshotStreams(peers, clock, threads, numbers);
    parts =
        new GroupParts(
            peers.self(),
            options,
            clock,
            store,
            messenger,
            streams,
            threads,
            numbers::incrementAndGet,
            flush,
            appending);
    var _ =
        upkeep.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Opens the log of a node.
   *
   * @param flush makes durable what the states of all groups have when it is called, such as {@link
   *     Store#flush}
   * @throws DatabaseException as {@link RocksStore#open(StoreOptions)}
   */
  public static ConsensusNode start(
      ConsensusOptions options, Peers peers, Runnable flush, Clock clock) {
    StoreOptions log =
        StoreOptions.in(options.directory())
            .withDurability(Durability.SYNCED)
            .withCacheBytes(MEGABYTE)
            .withWriteBufferBytes(options.logMemoryBytes())
            .withFreeSpaceReserveBytes(options.freeSpaceReserveBytes());
    return start(options, peers, RocksStore.open(log), flush, clock);
  }

  /** The same over a log that is open, and is closed with the node. */
  static ConsensusNode start(
      ConsensusOptions options, Peers peers, Store log, Runnable flush, Clock clock) {
    return new ConsensusNode(options, peers, log, new SharedFlush(flush)::run, clock);
  }

  @Override
  public int self() {
    return parts.self();
  }

  @Override
  public synchronized ReplicationGroup open(int number, Members members, StateMachine machine) {
    requireOpen();
    JraftGroup group = new JraftGroup(number, parts, members, machine);
    JraftGroup open = groups.putIfAbsent(number, group);
    if (open != null && !open.isClosed()) {
      throw new IllegalStateException("The group is open: " + number);
    }
    groups.put(number, group);
    try {
      group.start();
    } catch (RuntimeException e) {
      groups.remove(number);
      throw e;
    }
    return group;
  }

  @Override
  public Collection<ReplicationGroup> groups() {
    return openGroups().stream().map(ReplicationGroup.class::cast).toList();
  }

  private List<JraftGroup> openGroups() {
    return groups.values().stream().filter(group -> !group.isClosed()).toList();
  }

  @Override
  public synchronized void forget(int number) {
    requireOpen();
    JraftGroup group = groups.get(number);
    if (group != null && !group.isClosed()) {
      throw new IllegalStateException("The group is open: " + number);
    }
    groups.remove(number);
    store.forget(number);
  }

  private void requireOpen() {
    if (closed) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The replication groups are closed.");
    }
  }

  @Override
  public long logBytes() {
    return store.bytes();
  }

  @Override
  public void flush() {
    List<CompletableFuture<@Nullable Void>> covered = new ArrayList<>();
    openGroups().forEach(group -> covered.add(group.cover(true)));
    covered.forEach(Futures::join);
  }

  /** What one group fails with must not keep the others from being looked after. */
  private void tick() {
    for (JraftGroup group : openGroups()) {
      try {
        group.tick();
        CompletableFuture<@Nullable Void> _ = group.cover(false);
      } catch (RuntimeException e) {
        LOG.warn("Replication group {} could not be looked after.", group.number(), e);
      }
    }
    streams.closeIdle();
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    upkeep.shutdownNow();
    openGroups().forEach(JraftGroup::close);
    streams.close();
    threads.close();
    appending.shutdownGracefully();
    store.close();
  }
}
