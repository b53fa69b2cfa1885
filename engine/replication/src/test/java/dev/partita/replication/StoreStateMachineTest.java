package dev.partita.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreStateMachineTest {

  private static final int SEGMENT = 7;

  private final MemoryStore store = new MemoryStore();
  private StoreStateMachine machine = machine(store);

  private static StoreStateMachine machine(MemoryStore store) {
    return new StoreStateMachine(store, 1, () -> List.of(SEGMENT));
  }

  private static byte[] key(int suffix) {
    return new byte[] {0, 0, 0, SEGMENT, (byte) suffix};
  }

  private static Effect effect(int partition, int epoch, long term, int suffix) {
    Batch batch = new Batch().put(Family.ITEMS, key(suffix), new byte[] {1});
    return new Effect(SEGMENT, partition, epoch, term, suffix, suffix, batch);
  }

  private boolean has(int suffix) {
    return store.get(Family.ITEMS, key(suffix)) != null;
  }

  @Test
  void keepsOutEffectsOfOlderMapsBehindAFence() {
    assertThat(machine.apply(1, 1, new Effects(List.of(effect(0, 1, 1, 1))))).isEmpty();
    assertThat(machine.apply(2, 1, new Fence(SEGMENT, 0, 1, 2))).isEmpty();
    Effect late = effect(0, 1, 1, 2);
    Effects entry = new Effects(List.of(late, effect(1, 1, 1, 3), effect(0, 2, 1, 4)));

    assertThat(machine.apply(3, 1, entry)).singleElement().isSameAs(late);

    assertThat(List.of(has(1), has(2), has(3), has(4))).containsExactly(true, false, true, true);
    // A replica that begins anew does the same.
    machine = machine(store);
    assertThat(machine.appliedIndex()).isEqualTo(3);
    assertThat(machine.apply(4, 1, new Effects(List.of(late)))).containsExactly(late);
    assertThat(machine.apply(5, 1, new Fence(SEGMENT, 0, 1, 1))).hasSize(1);
    assertThat(Fence.epoch(store, SEGMENT, 0)).isEqualTo(2);
  }

  @Test
  void refusesWhatWasWorkedOutInAnotherTerm() {
    List<LogEntry> entries =
        List.of(
            new Effects(List.of(effect(0, 1, 1, 1))),
            new Fence(SEGMENT, 0, 1, 2),
            new SegmentDrop(SEGMENT, 1));
    long index = 0;
    for (LogEntry entry : entries) {
      assertThat(machine.apply(++index, 2, entry)).hasSize(1);
    }
    assertThat(has(1)).isFalse();
    assertThat(Fence.epoch(store, SEGMENT, 0)).isZero();
    assertThat(machine.appliedIndex()).isEqualTo(3);
  }

  @Test
  void dropsASegmentWithItsFences() {
    machine.apply(1, 1, new Effects(List.of(effect(0, 1, 1, 1))));
    machine.apply(2, 1, new Fence(SEGMENT, 0, 1, 5));
    store.write(new Batch().put(Family.ITEMS, new byte[] {0, 0, 0, 8}, new byte[1]));

    machine.apply(3, 1, new SegmentDrop(SEGMENT, 1));

    assertThat(has(1)).isFalse();
    assertThat(Fence.epoch(store, SEGMENT, 0)).isZero();
    assertThat(machine.apply(4, 1, new Effects(List.of(effect(0, 1, 1, 2))))).isEmpty();
    assertThat(store.get(Family.ITEMS, new byte[] {0, 0, 0, 8})).isNotNull();
  }

  @Test
  void givesAReplicaThatIsBehindTheFencesToo() {
    machine.apply(1, 1, new Fence(SEGMENT, 0, 1, 2));
    MemoryStore other = new MemoryStore();
    StoreStateMachine behind = machine(other);
    assertThat(behind.apply(1, 1, new Barrier(1))).isEmpty();
    machine.apply(2, 1, new Barrier(1));

    try (GroupSnapshot snapshot = machine.snapshot()) {
      behind.install(snapshot);
    }

    assertThat(behind.appliedIndex()).isEqualTo(2);
    assertThat(behind.apply(3, 1, new Effects(List.of(effect(0, 1, 1, 1))))).hasSize(1);
  }

  @Test
  void goesOnAfterACrashFromWhatWasFlushed() {
    machine.apply(1, 1, new Effects(List.of(effect(0, 1, 1, 1))));
    store.flush();
    machine.apply(2, 1, new Effects(List.of(effect(0, 1, 1, 2))));
    assertThat(machine.durableIndex()).isEqualTo(1);

    store.crash();
    machine = machine(store);

    assertThat(machine.appliedIndex()).isEqualTo(1);
    assertThat(List.of(has(1), has(2))).containsExactly(true, false);
    machine.apply(2, 1, new Effects(List.of(effect(0, 1, 1, 2))));
    assertThat(has(2)).isTrue();
  }

  /** The catalogue may not know of it yet, or not any more. */
  @Test
  void givesAndReplacesSegmentsThatNobodyElseKnowsOf() {
    StoreStateMachine leader = new StoreStateMachine(store, 1, List::of);
    leader.apply(1, 1, new Effects(List.of(effect(0, 1, 1, 1))));
    MemoryStore other = new MemoryStore();
    StoreStateMachine behind = new StoreStateMachine(other, 1, List::of);
    Batch before = new Batch().put(Family.ITEMS, new byte[] {0, 0, 0, 8}, new byte[1]);
    behind.apply(1, 1, new Effects(List.of(new Effect(8, 0, 1, 1, 1, 1, before))));
    leader.apply(2, 1, new Barrier(1));
    // It begins anew in between.
    behind = new StoreStateMachine(other, 1, List::of);

    try (GroupSnapshot snapshot = new StoreStateMachine(store, 1, List::of).snapshot()) {
      behind.install(snapshot);
    }

    assertThat(other.get(Family.ITEMS, key(1))).isNotNull();
    assertThat(other.get(Family.ITEMS, new byte[] {0, 0, 0, 8})).isNull();
    behind.apply(3, 1, new SegmentDrop(SEGMENT, 1));
    try (GroupSnapshot empty = behind.snapshot()) {
      assertThat(empty.next()).isNull();
    }
  }
}
