package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionState;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to the states of partitions and to sizes. */
class StateDamageTest {

  private final Sample sample = new Sample();
  private final Items items = sample.items(Sample.rich("c"));
  private final KeySpace keys = new KeySpace(items.container().number());
  private int partition;

  @BeforeEach
  void fill() {
    sample.clock.advanceMillis(1_000);
    for (int i = 0; i < 20; i++) {
      items.create(null, json("{'id':'i%d','pk':'k%d','email':'e%d'}".formatted(i, i % 7, i)));
    }
    sample.engine.reshaper().split(items.container(), 0);
    items.create(null, json("{'id':'late','pk':'k1','email':'e','ttl':50}"));
    partition = items.container().map().owner(logical().position()).number();
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aWrongSize() {
    byte[] key = keys.logicalState(logical());
    LogicalSize size = LogicalSize.decode(sample.value(Family.STATE, key));
    sample.damage(
        new Batch().put(Family.STATE, key, size.plus(1, 0).encode()), StorageProblem.LOGICAL_SIZE);
    sample.damage(
        new Batch().put(Family.STATE, key, size.plus(0, -1).encode()), StorageProblem.LOGICAL_SIZE);
    sample.damage(new Batch().delete(Family.STATE, key), StorageProblem.LOGICAL_SIZE);
    sample.damage(
        new Batch().put(Family.STATE, key, new byte[3]), StorageProblem.LOGICAL_SIZE_UNREADABLE);
    sample.damage(new Batch().put(Family.STATE, key, size.encode()));
  }

  @Test
  void sizesOfNothing() {
    LogicalKey last = new LogicalKey(Bytes.fromHex("3FFF"), logical().value());
    LogicalKey first = new LogicalKey(Bytes.EMPTY, logical().value());
    byte[] size = new LogicalSize(1, 1).encode();
    sample.damage(
        new Batch()
            .put(Family.STATE, keys.logicalState(first), size)
            .put(Family.STATE, keys.logicalState(last), size),
        StorageProblem.LOGICAL_SIZE,
        StorageProblem.LOGICAL_SIZE);
  }

  @Test
  void aPartitionsWrongSize() {
    PartitionState state = state(partition);
    sample.damage(
        put(
            partition,
            new PartitionState(
                state.lsn(),
                state.timeMillis(),
                state.serial(),
                state.sizeBytes() + 1,
                state.recordCount())),
        StorageProblem.PARTITION_SIZE);
  }

  @Test
  void aPartitionsWrongLsn() {
    PartitionState state = state(partition);
    sample.damage(
        put(
            partition,
            new PartitionState(
                state.lsn(), 0, state.serial(), state.sizeBytes(), state.recordCount())),
        StorageProblem.PARTITION_LSN,
        StorageProblem.LOG_TIME);
    PartitionState split = state(0);
    sample.damage(
        put(partition, state)
            .append(
                put(
                    0,
                    new PartitionState(
                        split.lsn() + 1,
                        split.timeMillis(),
                        split.serial(),
                        split.sizeBytes(),
                        split.recordCount()))),
        StorageProblem.PARTITION_LSN);
  }

  @Test
  void statesThatAreNone() {
    sample.damage(
        new Batch()
            .put(Family.STATE, keys.partitionState(partition), new byte[] {7})
            .put(Family.STATE, keys.partitionState(55), PartitionState.EMPTY.encode())
            .put(Family.STATE, keys.index(new byte[] {'A'}), new byte[1])
            .put(Family.STATE, keys.index(new byte[] {'M'}), new byte[1])
            .put(Family.STATE, keys.index(new byte[] {'P', 1}), new byte[1])
            .put(Family.STATE, keys.index(new byte[] {'Z'}), new byte[1]),
        StorageProblem.PARTITION_STATE_UNREADABLE,
        StorageProblem.PARTITION_STATE_UNKNOWN,
        StorageProblem.KEY_UNREADABLE,
        StorageProblem.KEY_UNREADABLE,
        StorageProblem.KEY_UNREADABLE,
        StorageProblem.KEY_UNREADABLE,
        // Without its state, the partition is as it was when it began.
        StorageProblem.PARTITION_SIZE,
        StorageProblem.RECORD_LSN,
        ItemProblem.ITEM_NUMBER,
        StorageProblem.LOG_LSN);
  }

  private LogicalKey logical() {
    return Sample.logical(items, "k1");
  }

  private PartitionState state(int number) {
    return PartitionState.decode(sample.value(Family.STATE, keys.partitionState(number)));
  }

  private Batch put(int number, PartitionState state) {
    return new Batch().put(Family.STATE, keys.partitionState(number), state.encode());
  }
}
