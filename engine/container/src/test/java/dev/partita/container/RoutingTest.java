package dev.partita.container;

import static dev.partita.container.EngineBench.assertFails;
import static dev.partita.container.EngineBench.holds;
import static dev.partita.container.EngineBench.join;
import static dev.partita.container.EngineBench.key;
import static dev.partita.container.EngineBench.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.container.group.Groups;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Work;
import dev.partita.replication.NotLeading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of work while this node does not lead. */
@Timeout(60)
class RoutingTest {

  /** Time stands still, and with it all that sleep, until it is advanced. */
  private static final class SteppedClock implements Clock {

    private long nanos;
    private int sleepers;

    @Override
    public synchronized long millis() {
      return 1_800_000_000_000L + TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    @Override
    public synchronized long nanos() {
      return nanos;
    }

    @Override
    public synchronized void sleep(long millis) {
      long end = nanos + TimeUnit.MILLISECONDS.toNanos(millis);
      sleepers++;
      try {
        while (nanos < end) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        sleepers--;
      }
    }

    /** Advances as long as a thread sleeps. */
    synchronized void wake() {
      if (sleepers > 0) {
        nanos += TimeUnit.MILLISECONDS.toNanos(1);
        notifyAll();
      }
    }

    <R> R settle(CompletableFuture<R> answer) {
      while (!answer.isDone()) {
        wake();
        Thread.onSpinWait();
      }
      return join(answer);
    }
  }

  private final SteppedClock clock = new SteppedClock();
  private @Nullable SteeredLog opened;
  private final EngineBench bench =
      new EngineBench(
          options ->
              options
                  .withClock(clock)
                  .withRuntime(
                      runtime ->
                          runtime.withReplication(
                              store -> {
                                opened = new SteeredLog(store);
                                return Groups.alone(opened);
                              })));
  private final SteeredLog log = Objects.requireNonNull(opened);
  private final Container container = bench.create("c");

  @AfterEach
  void close() {
    bench.close();
  }

  private static Work<Long> work(String id) {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    return transaction -> {
      transaction.put(name, transaction.get(name), new byte[StoredRecord.PAYLOAD_OFFSET]);
      return transaction.lsn();
    };
  }

  @Test
  void waitsForALeader() {
    put(container, "k", "a", 10);
    log.follow();
    CompletableFuture<Outcome<Long>> submitted = container.submit(key(container, "k"), work("b"));
    CompletableFuture<Outcome<Long>> left = container.enqueue(key(container, "k"), work("c"));
    CompletableFuture<Outcome<Long>> waiting =
        CompletableFuture.supplyAsync(() -> container.execute(key(container, "k"), work("d")));

    log.lead();

    assertThat(clock.settle(submitted).lsn()).isBetween(2L, 4L);
    assertThat(clock.settle(left).lsn()).isBetween(2L, 4L);
    assertThat(clock.settle(waiting).lsn()).isBetween(2L, 4L);
    assertThat(holds(container, "k", "b")).isTrue();
    assertThat(bench.engine().health().backgroundFailures()).isZero();
  }

  @Test
  void saysThatNothingWasDoneWhenTheTimeIsOver() {
    log.follow();
    int proposals = log.proposals();
    CompletableFuture<Outcome<Long>> patient = container.submit(key(container, "k"), work("a"));
    CompletableFuture<Outcome<Long>> hasty =
        container.submit(key(container, "k"), work("a"), Deadline.in(100, clock));
    assertFails(ErrorCode.UNAVAILABLE, () -> clock.settle(hasty));
    assertFails(ErrorCode.UNAVAILABLE, () -> clock.settle(patient));
    log.lead();
    put(container, "k", "b", 10);
    assertThat(holds(container, "k", "a")).isFalse();
    assertThat(log.proposals()).isEqualTo(proposals + 1);
  }

  @Test
  void doesAgainWhatCertainlyDidNotHappen() {
    put(container, "k", "a", 10);
    log.loseNext(new NotLeading());
    CompletableFuture<Outcome<Long>> lost = container.submit(key(container, "k"), work("b"));
    while (log.isToLose()) {
      Thread.onSpinWait();
    }

    log.lead();

    assertThat(clock.settle(lost).lsn()).isEqualTo(2);
    assertThat(holds(container, "k", "b")).isTrue();
  }

  @Test
  void tellsOfWhatMayHaveHappenedAndDoesNotDoItAgain() {
    put(container, "k", "a", 10);
    int proposals = log.proposals();
    log.loseNext(new DatabaseException(ErrorCode.TIMEOUT, "It is not known whether it happened."));

    CompletableFuture<Outcome<Long>> unknown = container.submit(key(container, "k"), work("b"));

    assertFails(ErrorCode.TIMEOUT, () -> clock.settle(unknown));
    log.lead();
    assertThat(put(container, "k", "c", 10).lsn()).isEqualTo(2);
    assertThat(holds(container, "k", "b")).isFalse();
    assertThat(log.proposals()).isEqualTo(proposals + 2);
  }

  @Test
  void removesTheDataOfADeletedContainerThroughTheLogAndAtTheLeaderAlone() {
    put(container, "k", "a", 10);
    log.refuseDrops(true);
    bench.engine().containers().deleteContainer(container.number());

    bench.engine().housekeeping().round();
    assertThat(bench.keysOf(container.number())).isPositive();
    assertThat(bench.engine().catalogue().dropped()).containsExactly(container.number());

    log.refuseDrops(false);
    bench.engine().housekeeping().round();
    assertThat(log.drops()).containsExactly(container.number());
    assertThat(bench.keysOf(container.number())).isZero();
    assertThat(bench.engine().catalogue().dropped()).isEmpty();
    assertThat(bench.engine().health().backgroundFailures()).isZero();
  }

  /** The leader before has announced a map, and the catalogue does not have it. */
  @Test
  void anotherLeaderGoesOnBehindAFence() {
    put(container, "k", "a", 10);
    put(container, "other", "a", 10);
    var parent = container.current(0).partition();
    List<CompletableFuture<@Nullable Void>> fences = new ArrayList<>();
    parent.exclusive(() -> fences.add(parent.fence(2))).join();
    fences.getFirst().join();
    log.follow();
    CompletableFuture<Outcome<Long>> waiting = container.submit(key(container, "k"), work("b"));

    log.lead();

    assertThat(clock.settle(waiting).lsn()).isEqualTo(3);
    assertThat(container.map().version()).isEqualTo(2);
    bench.engine().reshaper().split(container, 0);
    assertThat(put(container, "k", "c", 10).lsn()).isEqualTo(4);
    assertThat(container.map().version()).isEqualTo(3);
  }
}
