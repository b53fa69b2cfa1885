package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.NotLeading;
import dev.partita.simulated.SimulatedGroup;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * A partition on three nodes of a {@link SimulatedGroup}. Every transaction appends its number to a
 * record that is a list of numbers, and returns the list that it found. In the end each list is the
 * history that all answers must agree with.
 */
class LeadershipTest {

  private static final int SEGMENT = 7;
  private static final KeySpace KEYS = new KeySpace(SEGMENT);
  private static final int ROUNDS = 400;
  private static final int CALMNESS = 20;
  private static final List<String> POSITIONS = List.of("p", "q", "r");
  private static final List<String> IDS = List.of("1", "2", "3", "4");
  private static final HexFormat HEX = HexFormat.of();
  private static final byte[] FLIPPED = Bench.bytes("25");

  /** An append that was submitted, and what came of it. */
  private record Append(
      int number, String position, String id, CompletableFuture<Commit<String>> answer) {

    String name() {
      return position + "/" + id;
    }

    boolean isAcknowledged() {
      return !answer.isCompletedExceptionally();
    }

    /** Whether it is known not to have happened. */
    boolean isLost() {
      return switch (answer.exceptionNow()) {
        case NotLeading _ -> true;
        case PartitionRetired _ -> true;
        case PartitionFenced _ -> true;
        case DatabaseException failure -> {
          assertThat(failure.text()).isIn(SimulatedGroup.REFUSED, SimulatedGroup.UNKNOWN);
          yield failure.text().equals(SimulatedGroup.REFUSED);
        }
        case IllegalStateException givenUp -> "given up".equals(givenUp.getMessage());
        case Throwable other -> throw new AssertionError(other);
      };
    }
  }

  private static final class World {

    final Random random;
    final SimulatedGroup group;
    final ManualClock clock = new ManualClock(Bench.START_MILLIS);
    final Turns turns = new Turns();
    final List<PhysicalPartition> partitions = new ArrayList<>();
    final Map<PhysicalPartition, Long> shown = new HashMap<>();
    final List<Append> appends = new ArrayList<>();
    final List<CompletableFuture<?>> others = new ArrayList<>();

    /** The version of the map that the catalogue has. */
    int version = 1;

    World(long seed) {
      random = new Random(seed);
      group = new SimulatedGroup(random, List.of(SEGMENT), 3, CALMNESS);
      group.nodes().forEach(node -> partitions.add(open(node)));
      group.elect();
    }

    PhysicalPartition open(SimulatedGroup.Node node) {
      PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
      return new PhysicalPartition(
          new PhysicalPartition.Environment(node.store(), node, turns, clock),
          new Segment(node.store(), KEYS),
          descriptor,
          Lineage.of(descriptor),
          version,
          Bench.HISTORY);
    }

    void step() {
      for (PhysicalPartition partition : partitions) {
        long lsn = partition.state().lsn();
        assertThat(shown.put(partition, lsn)).matches(before -> before == null || before <= lsn);
      }
      clock.advanceMillis(random.nextInt(3));
      switch (random.nextInt(40)) {
        case 0 -> group.elect();
        case 1 -> group.install();
        case 2 -> {
          int node = random.nextInt(partitions.size());
          // Two would write, if what is left of the old one went on.
          partitions.get(node).retire();
          group.restart(group.nodes().get(node));
          partitions.set(node, open(group.nodes().get(node)));
        }
        case 3 -> {
          int node = random.nextInt(partitions.size());
          PhysicalPartition partition = partitions.get(node);
          MemoryStore store = group.nodes().get(node).store();
          others.add(partition.exclusive(() -> assertAtRest(partition, store)));
        }
        case 4 -> fence(partitions.get(random.nextInt(partitions.size())));
        case 5 -> version = Math.max(version, version + random.nextInt(2));
        case 6 -> partitions.get(random.nextInt(partitions.size())).epoch(version);
        case 7, 8, 9 -> group.commit();
        case 10, 11, 12, 13, 14, 15, 16, 17 -> group.apply();
        case 18, 19, 20, 21, 22, 23, 24, 25 -> turns.run();
        default -> append();
      }
    }

    /** What a split does that fails before the map has changed. */
    private void fence(PhysicalPartition partition) {
      others.add(
          partition.exclusive(
              () -> {
                others.add(partition.fence(version + 1));
                return true;
              }));
    }

    private PhysicalPartition somePartition() {
      // Mostly one that leads, or thinks so.
      List<PhysicalPartition> leading = new ArrayList<>();
      for (int i = 0; i < partitions.size(); i++) {
        if (group.nodes().get(i).isLeader()) {
          leading.add(partitions.get(i));
        }
      }
      List<PhysicalPartition> from =
          leading.isEmpty() || random.nextInt(8) == 0 ? partitions : leading;
      return from.get(random.nextInt(from.size()));
    }

    private void append() {
      PhysicalPartition partition = somePartition();
      for (int i = random.nextInt(40); i >= 0; i--) {
        int number = appends.size();
        String position = POSITIONS.get(random.nextInt(POSITIONS.size()));
        String id = IDS.get(random.nextInt(IDS.size()));
        LogicalKey key = Bench.key(position);
        Work<String> work = transaction -> appendTo(transaction, id, number);
        appends.add(
            new Append(
                number,
                position,
                id,
                random.nextBoolean() ? partition.submit(key, work) : partition.enqueue(key, work)));
      }
    }

    /** Nothing is under way while an action runs. */
    private static boolean assertAtRest(PhysicalPartition partition, MemoryStore store) {
      assertThat(partition.overlay().isEmpty()).isTrue();
      // But for the time, which goes on with transactions that write nothing.
      assertThat(partition.state())
          .usingRecursiveComparison()
          .ignoringFields("timeMillis")
          .isEqualTo(Bench.stored(store, KEYS));
      return true;
    }

    void settle() {
      version++;
      partitions.forEach(partition -> partition.epoch(version));
      do {
        if (!group.hasLeader() && !group.isOpen()) {
          group.elect();
        }
        group.settle();
        turns.run();
      } while (!group.hasLeader() || group.isOpen());
    }
  }

  private static String appendTo(Transaction transaction, String id, int number) {
    byte[] name = Bench.bytes(id);
    StoredRecord current = transaction.get(name);
    String list = Objects.requireNonNullElse(Bench.text(current), "");
    assertThat(scanned(transaction)).isEqualTo(read(transaction));
    String longer = list + number + ",";
    transaction.put(name, current, Bench.record(longer));
    flip(transaction);
    transaction.putIndex(Bench.bytes("last"), Bench.bytes(longer));
    assertThat(transaction.index(Bench.bytes("last"))).isEqualTo(Bench.bytes(longer));
    assertThat(scanned(transaction)).isEqualTo(read(transaction));
    if (number % 13 == 0) {
      throw new IllegalStateException("given up");
    }
    return list;
  }

  /** Creates a record if it is not there, and deletes it if it is. */
  private static void flip(Transaction transaction) {
    StoredRecord current = transaction.get(FLIPPED);
    if (current == null) {
      transaction.put(FLIPPED, null, Bench.record("there"));
    } else {
      transaction.delete(FLIPPED, current, false);
    }
  }

  private static Map<String, String> scanned(Transaction transaction) {
    Map<String, String> found = new TreeMap<>();
    try (TransactionCursor records =
        transaction.scan(new KeyRange(Bench.bytes("1"), Bench.bytes("3")))) {
      while (records.next()) {
        found.put(
            new String(records.id(), StandardCharsets.UTF_8),
            Objects.requireNonNull(Bench.text(records.record())));
      }
    }
    return found;
  }

  private static Map<String, String> read(Transaction transaction) {
    Map<String, String> found = new TreeMap<>();
    for (String id : List.of("1", "2", "25")) {
      String text = Bench.text(transaction.get(Bench.bytes(id)));
      if (text != null) {
        found.put(id, text);
      }
    }
    return found;
  }

  @Property(tries = 120, shrinking = ShrinkingMode.OFF)
  void agreesWithAllAnswers(@ForAll long seed) {
    World world = new World(seed);
    for (int round = 0; round < ROUNDS; round++) {
      world.step();
    }
    world.settle();

    for (CompletableFuture<?> other : world.others) {
      assertThat(other).isDone();
      if (other.isCompletedExceptionally()) {
        assertThat(other.exceptionNow())
            .isInstanceOfAny(NotInCharge.class, DatabaseException.class);
      }
    }
    assertThat(world.appends).filteredOn(append -> !append.answer().isDone()).isEmpty();
    assertThat(world.partitions).allMatch(partition -> partition.overlay().isEmpty());
    List<SimulatedGroup.Node> nodes = world.group.nodes();
    Map<String, String> state = everything(nodes.getFirst().store());
    assertThat(nodes).allSatisfy(node -> assertThat(everything(node.store())).isEqualTo(state));
    assertHistory(world);
    for (int i = 0; i < nodes.size(); i++) {
      assertAccounts(nodes.get(i).store(), world.partitions.get(i));
    }
  }

  /** All that the replica holds but for its own notes. */
  private static Map<String, String> everything(MemoryStore store) {
    Map<String, String> found = new TreeMap<>();
    for (Family family : Family.values()) {
      try (Cursor cursor = store.scan(family, KeyRange.ALL)) {
        while (family != Family.META && cursor.next()) {
          found.put(family + HEX.formatHex(cursor.key()), HEX.formatHex(cursor.value()));
        }
      }
    }
    return found;
  }

  private static void assertHistory(World world) {
    Map<String, List<String>> lists = lists(world.group.nodes().getFirst().store());
    Map<Long, Append> byLsn = new TreeMap<>();
    Map<String, Long> lastLsn = new HashMap<>();
    for (Append append : world.appends) {
      List<String> list = lists.getOrDefault(append.name(), List.of());
      String number = Integer.toString(append.number());
      int times = Collections.frequency(list, number);
      if (append.isAcknowledged()) {
        assertThat(times).isEqualTo(1);
        Commit<String> commit = append.answer().join();
        assertThat(byLsn.put(commit.lsn(), append)).isNull();
        assertThat(commit.result()).isEqualTo(text(list.subList(0, list.indexOf(number))));
      } else {
        assertThat(times).isLessThanOrEqualTo(append.isLost() ? 0 : 1);
      }
    }
    // In the order of their LSNs they are in that of the lists.
    byLsn.forEach(
        (_, append) -> {
          List<String> list = lists.getOrDefault(append.name(), List.of());
          long place = list.indexOf(Integer.toString(append.number()));
          Long before = lastLsn.put(append.name(), place);
          assertThat(before == null || before < place).isTrue();
        });
  }

  private static Map<String, List<String>> lists(MemoryStore store) {
    Map<String, List<String>> lists = new HashMap<>();
    try (Cursor cursor = store.scan(Family.ITEMS, KEYS.records(KeyRange.ALL))) {
      while (cursor.next()) {
        RecordKey key = KEYS.parseRecord(cursor.key());
        String text = Objects.requireNonNull(Bench.text(StoredRecord.read(cursor.value())));
        lists.put(Bench.name(key), List.of(text.split(",")));
      }
    }
    return lists;
  }

  private static String text(List<String> numbers) {
    return numbers.isEmpty() ? "" : String.join(",", numbers) + ",";
  }

  private static void assertAccounts(MemoryStore store, PhysicalPartition partition) {
    LogicalSize measured = LogicalSize.NONE;
    for (String position : POSITIONS) {
      LogicalSize logical = LogicalSize.NONE;
      try (Cursor cursor = store.scan(Family.ITEMS, KEYS.records(Bench.key(position)))) {
        while (cursor.next()) {
          logical = logical.plus(cursor.key().length + cursor.value().length, 1);
        }
      }
      byte[] noted = store.get(Family.STATE, KEYS.logicalState(Bench.key(position)));
      assertThat(LogicalSize.decode(noted)).isEqualTo(logical);
      measured = measured.plus(logical.sizeBytes(), logical.recordCount());
    }
    PartitionState state = Bench.stored(store, KEYS);
    assertThat(new LogicalSize(state.sizeBytes(), state.recordCount())).isEqualTo(measured);
    long lsn = 0;
    for (Change change : Bench.changes(partition.reader(ReadOptions.LEADER), KeyRange.ALL, 0)) {
      assertThat(change.lsn()).isBetween(lsn, lsn + 1);
      lsn = change.lsn();
    }
    assertThat(state.lsn()).isEqualTo(lsn);
  }
}
