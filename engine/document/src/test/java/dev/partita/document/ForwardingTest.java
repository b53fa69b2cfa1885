package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.failure;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.patch.JsonPatch;
import dev.partita.json.patch.JsonPointer;
import dev.partita.json.patch.PatchOperation;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.ReadConsistency;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.testkit.TestEngine;
import dev.partita.testkit.TestPeers.Fate;
import dev.partita.throughput.Budget;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests at a node that does not lead, while leaders change and messages are lost. */
class ForwardingTest {

  private static final int HERE = FollowerFixture.HERE;
  private static final int LEADER = FollowerFixture.LEADER;

  private final FollowerFixture fixture = new FollowerFixture(EngineLimits.defaults());
  private final Items items = fixture.items(TestEngine.definition("c"));

  @AfterEach
  void close() {
    fixture.close();
  }

  private ItemResult increment() {
    return increment(items);
  }

  private static ItemResult increment(Items of) {
    JsonPatch one =
        new JsonPatch(
            List.of(new PatchOperation.Increment(JsonPointer.parse("/n"), JsonNumber.of(1))));
    return of.patch(pk("a"), "1", one, Precondition.NONE);
  }

  private String counter() {
    return counter(items);
  }

  private static String counter(Items of) {
    return of.read(pk("a"), "1").requireItem().document().at("n").toString();
  }

  private void create() {
    var _ = items.create(null, json("{'id':'1','pk':'a','n':0}"));
  }

  @Test
  void theLeaderChargesAndTheResultIsTheSame() {
    ItemResult here = items.create(null, json("{'id':'1','pk':'a','n':0}"));
    ItemResult there = fixture.atLeader(items).read(pk("a"), "1");

    assertThat(here.etag()).isEqualTo(there.etag());
    assertThat(here.lsn()).isEqualTo(there.lsn());
    assertThat(consumed(fixture.atLeader(items))).isEqualTo(here.charge().plus(there.charge()));
    assertThat(consumed(items)).isEqualTo(RequestCharge.ZERO);
  }

  private static RequestCharge consumed(Items of) {
    return of.container().partitions().getFirst().admission().consumed();
  }

  @Test
  void leadersMayChangeBetweenEveryTwoStepsAndEachWriteHappensOnce() {
    create();
    for (int i = 0; i < 40; i++) {
      int other = i % 3 == 0 ? HERE : LEADER;
      switch (i % 4) {
        case 0 -> fixture.peers.beforeNextArrival(() -> fixture.group.elect(other));
        case 1 -> fixture.group.elect(other);
        case 2 -> fixture.group.beforeNextProposal(() -> fixture.group.elect(other));
        default -> fixture.peers.next(Fate.UNREACHABLE, Fate.UNREACHABLE);
      }
      increment();
    }
    assertThat(counter()).isEqualTo("40");
  }

  @Test
  void manyWritersLoseNothingWhileLeadersChange() throws Exception {
    // Those who wait for a leader really wait.
    try (FollowerFixture busy =
            new FollowerFixture((EngineOptions options) -> options.withClock(Clock.system()));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Items shared = busy.items(TestEngine.definition("c"));
      var _ = shared.create(null, json("{'id':'1','pk':'a','n':0}"));
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        writers.add(threads.submit(() -> IntStream.range(0, 50).forEach(_ -> increment(shared))));
      }
      for (int i = 0; i < 20; i++) {
        busy.group.elect(i % 2 == 0 ? HERE : LEADER);
        counter(shared);
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertThat(counter(shared)).isEqualTo("200");
    }
  }

  @Test
  void whatMayHaveBeenDoneIsNotDoneAgain() {
    create();
    for (Fate fate : List.of(Fate.ANSWER_LOST, Fate.REQUEST_LOST)) {
      int requests = fixture.peers.requests();
      fixture.peers.next(fate);
      DatabaseException unknown = failure(this::increment);
      assertThat(unknown.code()).isEqualTo(ErrorCode.TIMEOUT);
      assertThat(unknown.text()).contains("not known whether");
      assertThat(fixture.peers.requests()).isEqualTo(requests + 1);
    }
    assertThat(counter()).isEqualTo("1");
  }

  @Test
  void theLeaderTellsThatItDoesNotKnowEither() {
    create();
    fixture.group.failNext(
        new DatabaseException(ErrorCode.TIMEOUT, "It is not known whether it happened."), true);
    int requests = fixture.peers.requests();
    assertFails(ErrorCode.TIMEOUT, this::increment);
    assertThat(fixture.peers.requests()).isEqualTo(requests + 1);
    assertThat(counter()).isEqualTo("1");
  }

  @Test
  void whatDoesNoHarmIsDoneAgain() {
    create();
    fixture.peers.next(Fate.ANSWER_LOST, Fate.UNREACHABLE, Fate.REQUEST_LOST);
    assertThat(items.deleteAll(pk("a"))).isZero();
    assertFails(ErrorCode.NOT_FOUND, this::counter);
  }

  @Test
  void withoutALeaderItIsSaidInTimeThatNothingWasDone() {
    create();
    fixture.group.depose();
    DatabaseException none = failure(this::increment);
    assertThat(none.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(none.text()).contains("Nothing was done");
    fixture.group.elect(LEADER);
    assertThat(counter()).isEqualTo("0");
  }

  @Test
  void refusalsForThroughputComeThroughAsTheyAre() {
    try (FollowerFixture throttled =
        new FollowerFixture((EngineOptions options) -> options.withThrottling(true))) {
      Items poor = throttled.items(TestEngine.definition("poor"));
      DatabaseException refused = null;
      for (int i = 0; i < 1_000 && refused == null; i++) {
        refused = tried(poor, i);
      }
      assertThat(Objects.requireNonNull(refused).code()).isEqualTo(ErrorCode.THROTTLED);
      assertThat(refused.context()).containsKeys("retryAfterMillis", "provisionedRuPerSecond");
      assertThat(poor.container().partitions().getFirst().admission().throttled()).isZero();
    }
  }

  @Test
  void readsHereArePaidForWhereThePartitionIsLed() {
    try (FollowerFixture throttled =
        new FollowerFixture((EngineOptions options) -> options.withThrottling(true))) {
      Items here = throttled.items(TestEngine.definition("poor"));
      var _ = here.create(null, json("{'id':'1','pk':'a'}"));
      throttled.round();
      Budget leaders = budget(throttled.atLeader(here));
      long before = leaders.usage().balanceHundredths();

      RequestCharge spent = RequestCharge.ZERO;
      for (int i = 0; i < 20; i++) {
        spent = spent.plus(here.read(pk("a"), "1").charge());
      }
      throttled.round();

      long left = leaders.usage().balanceHundredths();
      assertThat(left).isEqualTo(before - spent.hundredths());
      assertThat(budget(here).usage().balanceHundredths()).isEqualTo(left);

      // What others have spent at the leader is missing here as well.
      leaders.charge(RequestCharge.of(10_000));
      var _ = here.read(pk("a"), "1");
      throttled.round();
      assertFails(ErrorCode.THROTTLED, () -> here.read(pk("a"), "1"));
    }
  }

  private static Budget budget(Items of) {
    return of.container().partitions().getFirst().admission().budget();
  }

  private static @Nullable DatabaseException tried(Items poor, int id) {
    try {
      var _ = poor.create(null, json("{'id':'" + id + "','pk':'a'}"));
      return null;
    } catch (DatabaseException e) {
      return e;
    }
  }

  @Test
  void aBatchIsCarriedOutOnlyIfNothingHasChangedSinceItsReads() {
    create();
    try (KeyWatch watch = items.watch(pk("a"))) {
      assertThat(watch.isKept()).isFalse();
      WatchedReads reads = new WatchedReads(watch, (_, _, _) -> false);
      assertThat(batch(reads, "2").succeeded()).isTrue();
      // Not knowing what concerns the one who has read, the leader refuses after any change.
      assertFails(ErrorCode.PRECONDITION_FAILED, () -> batch(reads, "3"));
    }
    try (KeyWatch watch = items.watch(pk("a"))) {
      var _ = items.delete(pk("a"), "2", Precondition.NONE);
      WatchedReads reads = new WatchedReads(watch, (_, _, _) -> false);
      assertFails(ErrorCode.PRECONDITION_FAILED, () -> batch(reads, "3"));
    }
    try (KeyWatch watch = items.watch(pk("a"))) {
      var _ = items.create(pk("b"), json("{'id':'1','pk':'b'}"));
      WatchedReads reads = new WatchedReads(watch, (_, _, _) -> false);
      assertThat(batch(reads, "3").succeeded()).isTrue();
    }
  }

  private BatchResult batch(WatchedReads reads, String id) {
    JsonObject document = json("{'id':'" + id + "','pk':'a'}");
    return items
        .submit(
            new ItemRequest.Batch(
                pk("a"), List.of(new ItemOperation.Create(document)), BatchLimits.USUAL),
            reads)
        .get();
  }

  @Test
  void aReplicaThatLagsShowsWhatIsAskedForAndNoLess() {
    create();
    int partition = items.container().partitions().getFirst().number();
    fixture.group.holdBack(HERE, true);
    long lsn = increment().lsn();

    assertThat(seen(ReadConsistency.ANY)).isEqualTo("0");
    assertThat(seen(ReadConsistency.session(partition, lsn - 1))).isEqualTo("0");
    assertThat(seen(ReadConsistency.session(partition, lsn))).isEqualTo("1");
    increment();
    assertThat(seen(ReadConsistency.ANY)).isEqualTo("1");
    assertThat(seen(ReadConsistency.LEADER)).isEqualTo("2");
    assertFails(
        ErrorCode.SESSION_NOT_AVAILABLE, () -> seen(ReadConsistency.session(partition, 1_000)));
  }

  @Test
  void aBoundHoldsFromTheLastTimeThatTheLeaderWasAsked() {
    create();
    ReadConsistency bounded = new ReadConsistency.Bounded(100_000, 5_000);
    fixture.group.holdBack(HERE, true);
    increment();
    assertThat(seen(bounded)).isEqualTo("1");
    increment();
    assertThat(seen(bounded)).isEqualTo("1");
    fixture.clock.advanceMillis(101);
    assertThat(seen(bounded)).isEqualTo("2");
  }

  /** The counter as it is stored here. */
  private String seen(ReadConsistency consistency) {
    byte[] place = items.reader().place(pk("a"), "1");
    List<@Nullable String> seen = new ArrayList<>();
    ReadOptions options = ReadOptions.of(consistency);
    seen.add(counterOf(items.container().segments().reader(options).get(place)));
    try (var snapshot = items.container().segments().snapshot(options)) {
      seen.add(counterOf(snapshot.get(place)));
    }
    byte[] position = RecordKey.decode(place).logical().position();
    var partition = items.container().owner(position).partition();
    seen.add(counterOf(partition.reader(options).get(place)));
    try (var snapshot = partition.snapshot(options)) {
      seen.add(counterOf(snapshot.get(place)));
    }
    assertThat(seen).containsOnly(seen.getFirst());
    return String.valueOf(seen.getFirst());
  }

  private @Nullable String counterOf(@Nullable StoredRecord record) {
    StoredItem item = StoredItem.of(record, items.settings().properties());
    return item == null ? null : item.document().at("n").toString();
  }
}
