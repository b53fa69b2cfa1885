package dev.partita.container;

import static dev.partita.container.EngineBench.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.JobRecord;
import dev.partita.container.job.JobKind;
import dev.partita.container.job.JobRequest;
import dev.partita.container.job.JobStep;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.PartitionSnapshot;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobsTest {

  private static final String KIND = "count";
  private static final String AT = "at";
  private static final long HOUR_MILLIS = 3_600_000;

  /** Counts to its total, a hundred at a time at most. */
  private static final class Counting implements JobKind {

    final List<String> steps = new ArrayList<>();
    boolean fails;

    @Override
    public String name() {
      return KIND;
    }

    @Override
    public JobStep step(JobRecord job, long unitsMax) {
      if (fails) {
        throw new IllegalStateException("as asked");
      }
      long from = job.checkpoint().at(AT) instanceof JsonNumber at ? at.longValue() : 0;
      long to = Math.min(job.total(), from + Math.min(unitsMax, 100));
      steps.add(from + "-" + to);
      JsonObject reached = JsonObject.builder().put(AT, to).build();
      return new JobStep(reached, to, to - from, to == job.total());
    }

    @Override
    public void takeBack(JobRecord job) {
      steps.add("back from " + job.done());
    }
  }

  private final HookedStore store = new HookedStore();
  private EngineBench bench = new EngineBench(store, options -> options);
  private Counting counting = new Counting();
  private Container container = bench.create("c");

  @BeforeEach
  void start() {
    bench.engine().jobs().add(counting);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private JobRecord begin(long total, long perSecond) {
    return bench
        .engine()
        .jobs()
        .start(
            new JobRequest(KIND, container.number(), JsonObject.EMPTY, total, perSecond, Map.of()));
  }

  private JobRecord job() {
    return bench.engine().jobs().list().iterator().next();
  }

  @Test
  void goesOnStepByStepToItsEnd() {
    begin(250, 0);
    for (int i = 0; i < 5; i++) {
      bench.engine().jobs().runDue();
    }
    assertThat(counting.steps).containsExactly("0-100", "100-200", "200-250");
    assertThat(job().state()).isEqualTo(JobRecord.State.DONE);
    assertThat(job().done()).isEqualTo(250);
    assertFails(ErrorCode.CONFLICT, () -> bench.engine().jobs().cancel(job().number()));
  }

  @Test
  void goesOnFromItsCheckpointAfterARestart() {
    begin(250, 0);
    bench.engine().jobs().runDue();
    // What a killed process leaves is what the store has.
    bench.reopen();
    counting = new Counting();
    bench.engine().jobs().add(counting);
    for (int i = 0; i < 3; i++) {
      bench.engine().housekeeping().round();
    }
    assertThat(counting.steps).containsExactly("100-200", "200-250");
    assertThat(job().state()).isEqualTo(JobRecord.State.DONE);
  }

  @Test
  void waitsWhileItIsPausedAlsoAfterARestart() {
    int number = begin(250, 0).number();
    bench.engine().jobs().pause(number);
    bench.engine().jobs().runDue();
    bench.reopen();
    counting = new Counting();
    bench.engine().jobs().add(counting);
    bench.engine().jobs().runDue();
    assertThat(counting.steps).isEmpty();

    bench.engine().jobs().resume(number);
    bench.engine().jobs().runDue();
    assertThat(counting.steps).containsExactly("0-100");
    assertFails(ErrorCode.NOT_FOUND, () -> bench.engine().jobs().pause(999));
  }

  @Test
  void isTakenBackWhenItIsCancelled() {
    int number = begin(250, 0).number();
    bench.engine().jobs().runDue();
    assertThat(bench.engine().jobs().cancel(number).state()).isEqualTo(JobRecord.State.CANCELLING);
    assertFails(ErrorCode.CONFLICT, () -> bench.engine().jobs().resume(number));
    bench.engine().jobs().runDue();
    bench.engine().jobs().runDue();
    assertThat(counting.steps).containsExactly("0-100", "back from 100");
    assertThat(job().state()).isEqualTo(JobRecord.State.CANCELLED);
  }

  @Test
  void keepsToItsRate() {
    begin(250, 20);
    for (int i = 0; i < 4; i++) {
      bench.engine().jobs().runDue();
      bench.clock.advanceMillis(500);
    }
    assertThat(counting.steps).containsExactly("0-20", "20-40");
    bench.engine().jobs().limit(job().number(), 0);
    bench.engine().jobs().runDue();
    assertThat(counting.steps).last().isEqualTo("40-140");
  }

  @Test
  void triesAgainWhatFailsAndTellsWhy() {
    int number = begin(50, 0).number();
    counting.fails = true;
    bench.engine().jobs().runDue();
    assertThat(bench.engine().jobs().failure(number)).hasMessage("as asked");
    assertThat(bench.engine().health().warnings()).isNotEmpty();
    counting.fails = false;
    bench.engine().jobs().runDue();
    assertThat(counting.steps).isEmpty();

    bench.clock.advanceMillis(1_000);
    bench.engine().jobs().runDue();
    assertThat(counting.steps).containsExactly("0-50");
    assertThat(bench.engine().jobs().failure(number)).isNull();
    assertThat(bench.engine().health().warnings()).isEmpty();
  }

  @Test
  void thereIsOneOfAKindForAContainerAndNoneWithoutIt() {
    begin(50, 0);
    assertFails(ErrorCode.CONFLICT, () -> begin(50, 0));
    bench.engine().containers().deleteContainer(container.number());
    assertThat(bench.engine().jobs().list()).isEmpty();
    assertFails(ErrorCode.OWNER_NOT_FOUND, () -> begin(50, 0));
  }

  @Test
  void theOldestThatHaveEndedAreForgotten() {
    for (int i = 0; i < 103; i++) {
      begin(1, 0);
      bench.engine().jobs().runDue();
    }
    assertThat(bench.engine().jobs().list()).hasSize(101);
  }

  @Test
  void holdsTheChangeLogUntilItEndsAlsoAcrossASplit() {
    EngineBench.put(container, "k1", "1", 10);
    EngineBench.put(container, "k2", "1", 10);
    JobRecord job =
        bench
            .engine()
            .jobs()
            .start(
                new JobRequest(
                    KIND, container.number(), JsonObject.EMPTY, 1, 0, Jobs.ends(container)));
    assertThat(job.holds()).hasSize(1);
    bench.engine().jobs().pause(job.number());
    delete("k1");
    delete("k2");
    bench.engine().reshaper().split(container, container.map().current().getFirst().number());
    trim();
    assertThat(removals()).isEqualTo(2);

    // Abandoned, it is still seen, and goes with its job.
    assertThat(job().holds()).isNotEmpty();
    bench.engine().jobs().cancel(job.number());
    bench.engine().jobs().runDue();
    assertThat(job().holds()).isEmpty();
    trim();
    assertThat(removals()).isZero();
  }

  private void delete(String pk) {
    byte[] id = {'1'};
    EngineBench.join(
        container.submit(
            EngineBench.key(container, pk),
            transaction -> {
              transaction.delete(id, Objects.requireNonNull(transaction.get(id)), false);
              return true;
            }));
  }

  private void trim() {
    bench.clock.advanceMillis(3 * HOUR_MILLIS);
    bench.engine().housekeeping().round();
  }

  private long removals() {
    long removals = 0;
    for (OwnedPartition owned : container.partitions()) {
      PhysicalPartition partition = owned.partition();
      try (PartitionSnapshot snapshot = partition.snapshot(ReadOptions.LEADER);
          ChangeCursor changes = snapshot.changes(partition.descriptor().positions(), 0)) {
        while (changes.next()) {
          removals += changes.change().kind().removes() ? 1 : 0;
        }
      }
    }
    return removals;
  }
}
