package dev.partita.server.cluster;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.time.Clock;
import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.cluster.placement.PlacementDriver;
import dev.partita.container.catalogue.ClusterCatalogue;
import dev.partita.container.group.ClusterGroups;
import dev.partita.container.group.Groups;
import dev.partita.replication.group.Members;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node of a cluster does again and again: it asks the others how they are, keeps its record
 * in the catalogue, and, where it leads the catalogue's group, has replicas and leaders put where
 * they belong. One thread, until it is closed.
 */
final class ClusterUpkeep implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ClusterUpkeep.class);
  private static final long ROUND_MILLIS = 1_000;

  /** As long as there is nothing in the catalogue. */
  private static final long FIRST_ROUND_MILLIS = 20;

  private final ClusterCatalogue catalogue;
  private final ClusterRecordsOfCatalogue records;
  private final ClusterGroups groups;
  private final NodeReports reports;
  private final PlacementDriver driver;
  private final NodeEntry self;
  private final Clock clock;
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean described;

  ClusterUpkeep(
      ClusterCatalogue catalogue,
      ClusterGroups groups,
      NodeReports reports,
      LeaderCalls leaders,
      NodeEntry self,
      Clock clock) {
    this.catalogue = catalogue;
    this.records = new ClusterRecordsOfCatalogue(catalogue);
    this.groups = groups;
    this.reports = reports;
    this.driver = new PlacementDriver(records, leaders, clock);
    this.self = self;
    this.clock = clock;
    this.thread = Thread.ofPlatform().daemon().name("cluster-upkeep").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** The cluster as this node knows it. */
  ClusterMap map() {
    List<NodeEntry> nodes = records.nodes();
    List<Integer> numbers = nodes.stream().map(NodeEntry::number).toList();
    return new ClusterMap(nodes, records.groups(), reports.of(numbers), records.settings());
  }

  private void run() {
    while (!closed) {
      try {
        round();
      } catch (RuntimeException e) {
        log.debug("What a node of a cluster does has to be tried again", e);
      }
      clock.sleep(described ? ROUND_MILLIS : FIRST_ROUND_MILLIS);
    }
  }

  private void round() {
    boolean leads = groups.leads(Groups.CATALOGUE);
    if (leads && catalogue.nodes().isEmpty()) {
      found();
    }
    if (!described && catalogue.node(self.number()).isPresent()) {
      // A node that was drained has been started again by now.
      records.describe(self);
      described = true;
    }
    List<Integer> nodes = new ArrayList<>();
    records.nodes().forEach(node -> nodes.add(node.number()));
    reports.ask(nodes);
    if (leads && described) {
      driver.round(map());
    }
  }

  /** Makes the records of a cluster that has just been founded, by its first node. */
  private void found() {
    Members alone = Members.of(List.of(self.number()));
    records.create(new GroupEntry(Groups.CATALOGUE, alone, null));
    records.create(new GroupEntry(Groups.FIRST, alone, null));
    catalogue.createNode(self.name(), NodeProperties.of(self));
  }

  /** Whether the catalogue knows this node as it is. */
  boolean isDescribed() {
    return described;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    Uninterruptibly.join(thread);
  }
}
