package dev.partita.partition;

import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangeLogOffTest {

  private static final PartitionSettings OFF =
      new PartitionSettings(1_000_000, ChangeLogPolicy.OFF);

  @Test
  void leavesNothingInTheLogAndCountsAsEver() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(OFF);
      bench.commit(partition, "a", put("1", "x"));
      bench.commit(partition, "a", put("1", "longer"));
      bench.commit(partition, "a", put("2", "y"));
      bench.commit(partition, "b", put("1", "z"));
      bench.commit(partition, "a", delete("2"));

      assertThat(partition.state().lsn()).isEqualTo(5);
      assertThat(bench.log.effects())
          .allSatisfy(effect -> assertThat(touchesLog(effect.batch())).isFalse());
      LogicalSize all = bench.measured(KeyRange.ALL);
      assertThat(partition.state().sizeBytes()).isEqualTo(all.sizeBytes());
      assertThat(partition.state().recordCount()).isEqualTo(2);
      assertThat(new ChangeLog(partition).trim(Long.MAX_VALUE)).isZero();
      assertThatThrownBy(() -> partition.reader(ReadOptions.LEADER).changes(KeyRange.ALL, 0))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void splitsWithExactSizes() {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, OFF);
      Random random = new Random(3);
      for (int i = 0; i < 200; i++) {
        String position = Character.toString('a' + random.nextInt(20));
        bench.commit(
            axis.owner(Bench.key(position)),
            position,
            put(Integer.toString(random.nextInt(5)), "x".repeat(i % 17)));
        if (i % 60 == 59) {
          assertThat(axis.split(0)).isTrue();
        }
      }

      for (PhysicalPartition partition : axis.current()) {
        LogicalSize held = bench.measured(partition.descriptor().positions());
        assertThat(partition.state().sizeBytes()).isEqualTo(held.sizeBytes());
        assertThat(partition.state().recordCount()).isEqualTo(held.recordCount());
      }
      try (Cursor log = bench.store.scan(Family.LOG, KeyRange.ALL)) {
        assertThat(log.next()).isFalse();
      }
    }
  }

  private static boolean touchesLog(Batch batch) {
    boolean[] touched = new boolean[1];
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            touched[0] |= family == Family.LOG;
          }

          @Override
          public void delete(Family family, byte[] key) {
            touched[0] |= family == Family.LOG;
          }

          @Override
          public void deleteRange(Family family, byte[] start, byte[] end) {
            touched[0] |= family == Family.LOG;
          }
        });
    return touched[0];
  }
}
