package dev.partita.server.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.consensus.ConsensusNode;
import dev.partita.consensus.ConsensusOptions;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.group.ClusterGroups;
import dev.partita.container.group.Groups;
import dev.partita.peer.PeerOptions;
import dev.partita.peer.membership.ClusterFolder;
import dev.partita.peer.membership.ClusterNode;
import dev.partita.protocol.ClusterAdministration;
import dev.partita.protocol.Readiness;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server as a node of a cluster, from when its folder is opened until it is closed. Safe for use
 * by any number of threads.
 */
public final class ClusterMember implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ClusterMember.class);
  private static final String LOG_FOLDER = "raft";
  private static final int FIRST_NODE = 1;

  /** How long a start waits for the others; then it serves what it can. */
  private static final long START_MILLIS = 20_000;

  private static final long LOOK_MILLIS = 20;
  private static final long RECORD_MILLIS = 2_000;

  private final ClusterPlan plan;
  private final Clock clock;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("cluster-", 0).factory());
  private final ClusterFolder folder;
  private final ClusterNode node;
  private final Engine engine;
  private final ClusterGroups groups;
  private final OwnFigures figures;
  private final ClusterUpkeep upkeep;
  private final ClusterRecordsOfCatalogue records;
  private volatile boolean draining;

  private ClusterMember(ClusterPlan plan, StoreOptions store, EngineOptions options, Clock clock) {
    this.plan = plan;
    this.clock = clock;
    this.folder = NodeFolder.open(plan, clock);
    CatalogueMembership membership = new CatalogueMembership(folder, threads);
    this.node =
        ClusterNode.start(
            folder, membership, PeerOptions.standard(plan.listen()), clock, plan.version());
    try {
      this.engine =
          Engine.open(
              RocksStore.open(store.withDurability(Durability.LOGGED_ELSEWHERE)),
              options.withRuntime(runtime -> runtime.withReplication(this::groupsOver)));
    } catch (RuntimeException | Error e) {
      node.close();
      throw e;
    }
    this.groups = (ClusterGroups) engine.groups();
    membership.follow(engine.catalogue().cluster());
    this.records = new ClusterRecordsOfCatalogue(engine.catalogue().cluster());
    this.figures = new OwnFigures(engine, groups, plan.data(), plan.version(), clock);
    NodeReports reports = new NodeReports(node.peers(), figures, clock);
    LeaderCalls leaders = new LeaderCalls(node.peers(), groups::group, clock);
    this.upkeep =
        new ClusterUpkeep(
            engine.catalogue().cluster(), groups, reports, leaders, describedAs(), clock);
    reports.serve();
    leaders.serve();
    upkeep.start();
  }

  /**
   * Opens a folder as that of a node: makes it one first, by joining or by founding, if it is none.
   *
   * @param store where the data is; its log is that of the groups
   * @throws DatabaseException if that is not possible, with what to do about it; nothing is left
   *     open then
   */
  public static ClusterMember open(
      ClusterPlan plan, StoreOptions store, EngineOptions options, Clock clock) {
    ClusterMember member = new ClusterMember(plan, store, options, clock);
    member.awaitOthers();
    return member;
  }

  private Groups groupsOver(Store data) {
    ConsensusNode consensus =
        ConsensusNode.start(
            ConsensusOptions.in(plan.data().resolve(LOG_FOLDER)), node.peers(), data::flush, clock);
    int self = folder.node().number();
    return new ClusterGroups(
        new ClusterGroups.Environment(
            consensus,
            node.peers(),
            self == FIRST_NODE ? Members.of(List.of(FIRST_NODE)) : Members.UNKNOWN,
            new SecureRandom().nextLong(),
            clock,
            threads,
            (what, failure) -> log.error("Could not {}", what, failure)),
        data);
  }

  private NodeEntry describedAs() {
    return new NodeEntry(
        folder.node().number(),
        folder.node().name(),
        plan.address(),
        plan.labels(),
        Runtime.getRuntime().availableProcessors(),
        NodeEntry.State.SERVING);
  }

  /** Until what this node needs from the others is here, or for as long as one waits. */
  private void awaitOthers() {
    Deadline deadline = Deadline.in(START_MILLIS, clock);
    while (problem() != null && !deadline.isOver()) {
      clock.sleep(LOOK_MILLIS);
    }
    String problem = problem();
    if (problem != null) {
      log.warn("{}", problem);
    }
  }

  public Engine engine() {
    return engine;
  }

  /** Says where clients reach it. */
  public void endpoint(String uri) {
    figures.endpoint(uri);
  }

  /** What to tell who has started the first node of a cluster; empty at any other time. */
  public List<String> announcements() {
    if (records.nodes().size() > 1) {
      return List.of();
    }
    try {
      return List.of("A second node joins with: " + joinCommand(node.token().join()));
    } catch (RuntimeException e) {
      log.warn("No token could be made; try 'partita cluster token'", e);
      return List.of();
    }
  }

  private String joinCommand(String token) {
    return "partita serve --join " + plan.address() + " --token " + token;
  }

  // What it can do

  /**
   * What a server says of itself that is a node of a cluster.
   *
   * @param own what it would say if it were alone
   */
  public Readiness readiness(Readiness own) {
    if (!(own instanceof Readiness.Ready(List<String> warnings))) {
      return own;
    }
    if (draining) {
      return new Readiness.NotReady("This node is being drained; others serve what it has served");
    }
    String problem = problem();
    if (problem != null) {
      return new Readiness.NotReady(problem);
    }
    List<String> all = new ArrayList<>(warnings);
    for (GroupEntry group : records.groups()) {
      if (groups.leaderOf(group.number()) == Groups.NO_NODE) {
        all.add("Group " + group.number() + " has no leader: what lies in it cannot be written");
      }
    }
    return new Readiness.Ready(all);
  }

  /** Why it cannot serve; null if it can. */
  private @Nullable String problem() {
    if (!upkeep.isDescribed()) {
      return "This node has not got the catalogue from the others yet: a majority of the nodes that"
          + " keep it has to run. See 'partita cluster status'";
    }
    if (groups.leaderOf(Groups.CATALOGUE) == Groups.NO_NODE) {
      return "This node reaches no leader of the catalogue. Start the other nodes, or look at the"
          + " network between them; see 'partita cluster status'";
    }
    boolean isFirst = records.groups().stream().allMatch(GroupEntry::isCatalogue);
    return isFirst || engine.catalogue().accounts().isEmpty()
        ? "The cluster is being founded"
        : null;
  }

  /** Has other nodes lead in place of this one, as far as there are any; for a bounded time. */
  public void drain() {
    draining = true;
    Deadline deadline = Deadline.in(plan.drainMillis(), clock);
    if (records.nodes().size() < 2) {
      return;
    }
    within(
        RECORD_MILLIS,
        CompletableFuture.runAsync(
            () -> records.describe(describedAs().withState(NodeEntry.State.DRAINING)), threads));
    while (!deadline.isOver()) {
      List<CompletableFuture<@Nullable Void>> going = new ArrayList<>();
      for (ReplicationGroup group : groups.open()) {
        if (group.leadership().isLeader() && group.members().voters().size() > 1) {
          going.add(group.transferLeadership(ReplicationGroup.NO_NODE));
        }
      }
      if (going.isEmpty()) {
        return;
      }
      going.forEach(each -> within(TimeUnit.NANOSECONDS.toMillis(deadline.nanosLeft()), each));
    }
    log.warn("Some groups were led here until the end, since nobody took them over in time");
  }

  /** Waits for something that may fail as well. */
  private static void within(long millis, CompletableFuture<?> result) {
    try {
      result.get(Math.max(1, millis), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      log.info("While draining: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public ClusterAdministration administration() {
    return new MemberAdministration(
        folder.node().cluster(),
        folder.node().number(),
        upkeep::map,
        records,
        this::newToken,
        clock);
  }

  private NewToken newToken() {
    String token = node.token().join();
    return new NewToken(token, joinCommand(token));
  }

  /** A token, and the command line of the node that joins with it. */
  record NewToken(String token, String command) {}

  /** What is asked of a node that has not got the catalogue yet. */
  static DatabaseException starting() {
    return new DatabaseException(
        ErrorCode.UNAVAILABLE, "This node has not got the catalogue yet. Ask another one.");
  }

  /** What this node knows of the cluster, for metrics. */
  public ClusterMap map() {
    return upkeep.map();
  }

  /** Lets go of the others and of the data. */
  @Override
  public void close() {
    upkeep.close();
    engine.close();
    node.close();
    threads.close();
  }
}
