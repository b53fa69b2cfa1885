package dev.partita.simulation;

import static dev.partita.testkit.LinearizabilityChecker.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.ErrorCode;
import dev.partita.testkit.LinearizabilityChecker;
import dev.partita.testkit.LinearizabilityChecker.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Histories that are known to be good or bad. */
class LinearizabilityCheckerTest {

  private final List<Event<Operation>> history = new ArrayList<>();

  @Test
  void takesWhatHappenedOneAfterTheOther() {
    write(1, 2, new Action.Create("a", 1));
    read(3, 4, "a", 1);
    write(5, 6, new Action.Replace("a", 2, 1));
    read(7, 8, "a", 2);
    write(9, 10, new Action.Delete("a", 2));
    refuse(11, 12, ErrorCode.NOT_FOUND, new Action.Patch("a", 3, Action.ANY));
    read(13, 14, "a", 0);

    assertThat(isLinearizable()).isTrue();
  }

  @Test
  void findsAReadOfWhatWasReplacedBefore() {
    write(1, 2, new Action.Create("a", 1));
    write(3, 4, new Action.Upsert("a", 2, Action.ANY));
    read(5, 6, "a", 1);

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void findsReadsThatGoBack() {
    write(1, 2, new Action.Create("a", 1));
    write(3, 20, new Action.Upsert("a", 2, Action.ANY));
    read(5, 6, "a", 2);
    read(7, 8, "a", 1);

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void takesEitherOrderOfWhatHappenedAtTheSameTime() {
    write(1, 2, new Action.Create("a", 1));
    write(3, 20, new Action.Upsert("a", 2, Action.ANY));
    write(4, 21, new Action.Upsert("a", 3, Action.ANY));
    read(5, 22, "a", 3);
    read(6, 7, "a", 1);
    read(8, 9, "a", 3);
    read(30, 31, "a", 2);

    assertThat(isLinearizable()).isTrue();
  }

  @Test
  void findsTwoThatReplacedTheSameVersion() {
    write(1, 2, new Action.Create("a", 1));
    write(3, 20, new Action.Replace("a", 2, 1));
    write(4, 21, new Action.Replace("a", 3, 1));

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void findsTwoThatCreatedTheSameItem() {
    write(1, 20, new Action.Create("a", 1));
    write(2, 21, new Action.Create("a", 2));

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void findsARefusalForWhichThereWasNoReason() {
    write(1, 2, new Action.Create("a", 1));
    refuse(3, 4, ErrorCode.PRECONDITION_FAILED, new Action.Replace("a", 2, 1));

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void takesWhatIsNotKnownToHaveHappenedAsDoneLateOrNever() {
    write(1, 2, new Action.Create("a", 1));
    unknown(3, new Action.Replace("a", 2, Action.ANY));
    read(5, 6, "a", 1);
    unknown(7, new Action.Replace("a", 3, Action.ANY));
    read(9, 10, "a", 2);

    assertThat(isLinearizable()).isTrue();
  }

  @Test
  void findsWhatIsUndoneAfterItWasSeen() {
    write(1, 2, new Action.Create("a", 1));
    unknown(3, new Action.Replace("a", 2, Action.ANY));
    read(5, 6, "a", 2);
    read(7, 8, "a", 1);

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void findsHalfOfABatch() {
    write(1, 2, new Action.Create("a", 1), new Action.Create("b", 2));
    unknown(3, new Action.Upsert("a", 3, Action.ANY), new Action.Upsert("b", 4, Action.ANY));
    readAll(5, 6, Map.of("a", 3L, "b", 2L));

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void findsABatchThatFailedAtAnotherOperation() {
    write(1, 2, new Action.Create("a", 1));
    history.add(
        new Event<>(
            3,
            4,
            new Operation(
                new Action.Write(List.of(new Action.Create("b", 2), new Action.Create("a", 3))),
                new Operation.Refused(0, ErrorCode.CONFLICT))));

    assertThat(isLinearizable()).isFalse();
  }

  @Test
  void takesRandomHistoriesThatHadAnOrderAndFindsAChangedResult() {
    int found = 0;
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      history.clear();
      inSomeOrder(random);
      assertThat(isLinearizable()).as("seed %d", seed).isTrue();
      if (changeARead(random)) {
        // A version that was never written cannot be explained.
        assertThat(isLinearizable()).as("seed %d, changed", seed).isFalse();
        found++;
      }
    }
    assertThat(found).isGreaterThan(100);
  }

  /** Operations at moments that follow each other, known for some time before and after. */
  private void inSomeOrder(Random random) {
    Map<String, Long> state = LogicalPartitionModel.EMPTY;
    LogicalPartitionModel model = new LogicalPartitionModel();
    for (int i = 1; i <= 40; i++) {
      String id = random.nextBoolean() ? "a" : "b";
      Action action =
          switch (random.nextInt(4)) {
            case 0 -> new Action.Write(List.of(new Action.Upsert(id, i, Action.ANY)));
            case 1 -> new Action.Write(List.of(new Action.Delete(id, Action.ANY)));
            case 2 -> new Action.ReadAll();
            default -> new Action.Read(id);
          };
      Operation.Result result =
          switch (action) {
            case Action.Read _ -> found(id, state.getOrDefault(id, 0L));
            case Action.ReadAll() -> new Operation.Found(state);
            case Action.Write(List<Action.Step> steps) ->
                steps.getFirst() instanceof Action.Delete && !state.containsKey(id)
                    ? new Operation.Refused(0, ErrorCode.NOT_FOUND)
                    : new Operation.Written();
          };
      Operation operation = new Operation(action, result);
      state = Objects.requireNonNull(model.apply(state, operation));
      boolean known = random.nextInt(8) > 0 || !(action instanceof Action.Write);
      history.add(
          new Event<>(
              1_000L * i - random.nextInt(3_000),
              known ? 1_000L * i + random.nextInt(3_000) : NEVER,
              known ? operation : new Operation(action, new Operation.Unknown())));
    }
    Collections.shuffle(history, random);
  }

  private boolean changeARead(Random random) {
    for (int i = 0; i < history.size(); i++) {
      Event<Operation> event = history.get(i);
      if (event.operation().action() instanceof Action.Read(String id)) {
        Operation changed =
            new Operation(event.operation().action(), found(id, 1_000 + random.nextInt(10)));
        history.set(i, new Event<>(event.called(), event.answered(), changed));
        return true;
      }
    }
    return false;
  }

  private boolean isLinearizable() {
    return new LinearizabilityChecker<>(new LogicalPartitionModel(), LogicalPartitionModel.EMPTY)
            .problem(history)
        == null;
  }

  private void write(long called, long answered, Action.Step... steps) {
    history.add(
        new Event<>(
            called,
            answered,
            new Operation(new Action.Write(List.of(steps)), new Operation.Written())));
  }

  private void refuse(long called, long answered, ErrorCode reason, Action.Step step) {
    history.add(
        new Event<>(
            called,
            answered,
            new Operation(new Action.Write(List.of(step)), new Operation.Refused(0, reason))));
  }

  private void unknown(long called, Action.Step... steps) {
    history.add(
        new Event<>(
            called,
            NEVER,
            new Operation(new Action.Write(List.of(steps)), new Operation.Unknown())));
  }

  private void read(long called, long answered, String id, long version) {
    history.add(
        new Event<>(called, answered, new Operation(new Action.Read(id), found(id, version))));
  }

  private void readAll(long called, long answered, Map<String, Long> versions) {
    history.add(
        new Event<>(
            called, answered, new Operation(new Action.ReadAll(), new Operation.Found(versions))));
  }

  private static Operation.Found found(String id, long version) {
    return new Operation.Found(version == 0 ? Map.of() : new TreeMap<>(Map.of(id, version)));
  }
}
