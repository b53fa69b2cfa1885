package dev.partita.container;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.container.group.Groups;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What reads at this node have cost of partitions that other nodes lead, paid in arrears: a
 * partition has one budget, at its leader, which is told, and tells what is left of it. By that
 * this node admits reads until the next report. Reports are made by one thread at a time.
 */
final class BudgetReports {

  static final PeerService PEER_SERVICE = new PeerService(18, "charges", PeerService.Lane.REQUESTS);

  /** How often there is a report, if there is anything to report. */
  static final long PAUSE_MILLIS = 100;

  private static final long ANSWER_MILLIS = 1_000;
  private static final int LINE_BYTES = 2 * Integer.BYTES + Long.BYTES;

  /** In place of a balance where this node is not the one to ask, or nothing is limited. */
  private static final long NO_BALANCE = Long.MIN_VALUE;

  private final Peers peers;
  private final Groups groups;
  private final Containers containers;
  private final Clock clock;
  private Map<OwnedPartition, Long> reported = new HashMap<>();

  /** What has been spent of one partition since the last report. */
  private record Line(Container container, OwnedPartition of, long consumed, long more) {}

  BudgetReports(Peers peers, Groups groups, Containers containers, Clock clock) {
    this.peers = peers;
    this.groups = groups;
    this.containers = containers;
    this.clock = clock;
  }

  /** Takes reports of other nodes from now on. */
  void start() {
    peers.serve(
        PEER_SERVICE,
        (_, report, _) -> {
          try {
            return CompletableFuture.completedFuture(taken(report));
          } catch (DatabaseException e) {
            return CompletableFuture.failedFuture(e);
          }
        });
  }

  /** Reports what has been spent since the last time. */
  void run() {
    Map<Integer, List<Line>> lines = new HashMap<>();
    Map<OwnedPartition, Long> now = new HashMap<>();
    for (Container container : containers.openContainers()) {
      for (OwnedPartition owned : container.openPartitions()) {
        long consumed = owned.admission().consumed().hundredths();
        long before = reported.getOrDefault(owned, 0L);
        now.put(owned, consumed);
        int leader = leaderOf(container, owned);
        if (consumed > before && leader != Groups.NO_NODE) {
          lines
              .computeIfAbsent(leader, _ -> new ArrayList<>())
              .add(new Line(container, owned, consumed, consumed - before));
        }
      }
    }
    reported = now;
    lines.forEach(this::report);
  }

  /** Who is to be told; nobody if this node leads, or nobody knows who does. */
  private int leaderOf(Container container, OwnedPartition owned) {
    if (owned.partition().isLed()) {
      return Groups.NO_NODE;
    }
    int leader =
        groups.leaderOf(container.group(owned.partition().descriptor().positions().start()));
    return leader == groups.self() ? Groups.NO_NODE : leader;
  }

  /** A report that is lost is not made again: nobody knows whether it was taken. */
  private void report(int leader, List<Line> lines) {
    KeyWriter out = new KeyWriter(LINE_BYTES * lines.size());
    for (Line line : lines) {
      out.u32(line.container().number()).u32(line.of().number()).u64(line.more());
    }
    var _ =
        peers
            .ask(leader, PEER_SERVICE, out.toBytes(), Deadline.in(ANSWER_MILLIS, clock))
            .whenComplete((balances, _) -> follow(lines, balances));
  }

  private static void follow(List<Line> lines, byte @Nullable [] balances) {
    if (balances == null || balances.length != lines.size() * Long.BYTES) {
      return;
    }
    for (int i = 0; i < lines.size(); i++) {
      long balance = Bytes.readLong(balances, i * Long.BYTES);
      if (balance != NO_BALANCE) {
        Line line = lines.get(i);
        long since = line.of().admission().consumed().hundredths() - line.consumed();
        line.of().admission().budget().follow(balance - since);
      }
    }
  }

  private byte[] taken(byte[] report) {
    if (report.length % LINE_BYTES != 0) {
      throw DatabaseException.badRequest("This is no report of charges.")
          .with("bytes", report.length);
    }
    KeyWriter balances = new KeyWriter(report.length / 2);
    for (int at = 0; at < report.length; at += LINE_BYTES) {
      balances.u64(
          taken(
              Bytes.readInt(report, at),
              Bytes.readInt(report, at + Integer.BYTES),
              Bytes.readLong(report, at + 2 * Integer.BYTES)));
    }
    return balances.toBytes();
  }

  private long taken(int number, int partition, long hundredths) {
    Container container = containers.container(number).orElse(null);
    OwnedPartition owned =
        container == null
            ? null
            : container.openPartitions().stream()
                .filter(each -> each.number() == partition && each.partition().isLed())
                .findAny()
                .orElse(null);
    if (owned == null || hundredths < 0 || owned.admission().budget().isUnlimited()) {
      return NO_BALANCE;
    }
    owned.admission().budget().charge(new RequestCharge(hundredths));
    return owned.admission().budget().usage().balanceHundredths();
  }
}
