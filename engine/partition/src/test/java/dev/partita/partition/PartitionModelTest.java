package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Random transactions, failures, splits, merges, trims and reopenings against a map: after every
 * step contents, sizes and logs agree with it.
 */
class PartitionModelTest {

  private static final List<String> POSITIONS = List.of("b", "d", "f", "h", "j");

  /** Writes a payload of the length under an id; deletes if the length is negative. */
  record Write(String id, int length) {}

  /** Several writes in one transaction, which may give up after all of them. */
  record Attempt(String position, List<Write> writes, boolean givesUp) {}

  private record Submitted(Attempt attempt, CompletableFuture<Commit<Boolean>> answer) {}

  sealed interface Step {
    /** Transactions that queue before any is taken; the commit may fail. */
    record Group(List<Attempt> attempts, boolean storeFails) implements Step {}

    record Split(int at) implements Step {}

    record Merge(int at) implements Step {}

    record Trim(int ageMillis) implements Step {}

    record Reopen() implements Step {}
  }

  @Property(tries = 150)
  void agreesWithAMapWithoutHistory(@ForAll("steps") List<Step> steps) {
    run(steps, Bench.PLAIN);
  }

  @Property(tries = 150)
  void agreesWithAMapWithHistory(@ForAll("steps") List<Step> steps) {
    run(steps, Bench.HISTORY);
  }

  private static void run(List<Step> steps, PartitionSettings settings) {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, settings);
      Map<String, String> model = new TreeMap<>();
      List<String> versions = new ArrayList<>();
      boolean trimmed = false;
      for (Step step : steps) {
        bench.clock.advanceMillis(10);
        switch (step) {
          case Step.Group group -> apply(bench, axis, group, model, versions);
          case Step.Split(int at) -> axis.split(at % axis.current().size());
          case Step.Merge(int at) -> {
            if (axis.current().size() > 1) {
              axis.merge(at % (axis.current().size() - 1));
            }
          }
          case Step.Trim(int ageMillis) -> {
            trimmed = true;
            for (PhysicalPartition partition : axis.current()) {
              bench.turns.atOnce(
                  () -> new ChangeLog(partition).trim(bench.clock.millis() - ageMillis));
            }
          }
          case Step.Reopen _ -> axis.reopen();
        }
        assertContents(bench, axis, model);
        assertLogs(bench, axis, model, settings, trimmed ? null : versions);
      }
    }
  }

  private static void apply(
      Bench bench, Axis axis, Step.Group group, Map<String, String> model, List<String> versions) {
    bench.log.failNext(group.storeFails() ? Integer.MAX_VALUE : 0);
    Map<PhysicalPartition, List<Submitted>> byOwner = new LinkedHashMap<>();
    for (Attempt attempt : group.attempts()) {
      LogicalKey key = Bench.key(attempt.position());
      PhysicalPartition owner = axis.owner(key);
      byOwner
          .computeIfAbsent(owner, _ -> new ArrayList<>())
          .add(new Submitted(attempt, owner.submit(key, work(attempt))));
    }
    bench.turns.run();
    bench.log.failNext(0);
    for (List<Submitted> together : byOwner.values()) {
      Map<String, String> after = new TreeMap<>(model);
      List<String> written = new ArrayList<>();
      together.stream()
          .map(Submitted::attempt)
          .filter(attempt -> !attempt.givesUp())
          .forEach(attempt -> model(attempt, after, written));
      boolean failed = group.storeFails() && !written.isEmpty();
      for (Submitted submitted : together) {
        assertThat(submitted.answer()).isDone();
        assertThat(submitted.answer().isCompletedExceptionally())
            .isEqualTo(failed || submitted.attempt().givesUp());
      }
      if (!failed) {
        model.clear();
        model.putAll(after);
        versions.addAll(written);
      }
    }
  }

  private static Work<Boolean> work(Attempt attempt) {
    return transaction -> {
      for (Write write : attempt.writes()) {
        byte[] id = Bench.bytes(write.id());
        StoredRecord current = transaction.get(id);
        if (write.length() >= 0) {
          transaction.put(id, current, Bench.record("x".repeat(write.length())));
        } else if (current != null) {
          transaction.delete(id, current, false);
        }
      }
      if (attempt.givesUp()) {
        throw new IllegalStateException("given up");
      }
      return true;
    };
  }

  private static void model(Attempt attempt, Map<String, String> model, List<String> written) {
    for (Write write : attempt.writes()) {
      String name = attempt.position() + "/" + write.id();
      if (write.length() >= 0) {
        model.put(name, "x".repeat(write.length()));
        written.add(name);
      } else if (model.remove(name) != null) {
        written.add(name);
      }
    }
  }

  private static void assertContents(Bench bench, Axis axis, Map<String, String> model) {
    assertThat(bench.contents()).isEqualTo(model);
    for (String position : POSITIONS) {
      byte[] start = Bench.bytes(position);
      KeyRange only = new KeyRange(start, Bench.bytes(position + "\0"));
      assertThat(bench.logicalSize(position)).isEqualTo(bench.measured(only));
    }
    for (PhysicalPartition partition : axis.current()) {
      LogicalSize measured = bench.measured(partition.descriptor().positions());
      assertThat(partition.state().sizeBytes()).isEqualTo(measured.sizeBytes());
      assertThat(partition.state().recordCount()).isEqualTo(measured.recordCount());
    }
  }

  private static void assertLogs(
      Bench bench,
      Axis axis,
      Map<String, String> model,
      PartitionSettings settings,
      @Nullable List<String> versions) {
    List<String> newest = new ArrayList<>();
    List<String> all = new ArrayList<>();
    for (PhysicalPartition partition : axis.current()) {
      long lsn = 0;
      for (Change change : bench.changes(partition, 0)) {
        assertThat(change.lsn()).isGreaterThanOrEqualTo(lsn);
        lsn = change.lsn();
        String name = Bench.name(change.key());
        all.add(name);
        if (ChangeLog.isNewest(partition.reader(ReadOptions.LEADER), change)) {
          newest.add(name);
        } else if (settings.changeLog() != ChangeLogPolicy.HISTORY) {
          assertThat(change.kind().removes()).isTrue();
        }
      }
      assertThat(lsn).isLessThanOrEqualTo(partition.state().lsn());
    }
    assertThat(newest).containsExactlyInAnyOrderElementsOf(model.keySet());
    if (settings.changeLog() == ChangeLogPolicy.HISTORY && versions != null) {
      assertThat(all).containsExactlyInAnyOrderElementsOf(versions);
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Write> writes =
        Combinators.combine(Arbitraries.of("1", "2", "3"), Arbitraries.integers().between(-10, 30))
            .as(Write::new);
    Arbitrary<Attempt> attempts =
        Combinators.combine(
                Arbitraries.of(POSITIONS),
                writes.list().ofMinSize(1).ofMaxSize(4),
                Arbitraries.of(false, false, false, true))
            .as(Attempt::new);
    Arbitrary<Step> group =
        Combinators.combine(
                attempts.list().ofMinSize(1).ofMaxSize(6),
                Arbitraries.of(false, false, false, false, true))
            .as(Step.Group::new);
    Arbitrary<Integer> places = Arbitraries.integers().between(0, 20);
    return Arbitraries.frequencyOf(
            Tuple.of(6, group),
            Tuple.of(2, places.map(Step.Split::new)),
            Tuple.of(2, places.map(Step.Merge::new)),
            Tuple.of(1, Arbitraries.integers().between(0, 60).map(Step.Trim::new)),
            Tuple.of(1, Arbitraries.just(new Step.Reopen())))
        .list()
        .ofMaxSize(25);
  }
}
