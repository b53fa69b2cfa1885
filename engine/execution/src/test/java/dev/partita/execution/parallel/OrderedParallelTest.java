package dev.partita.execution.parallel;

import static dev.partita.testkit.Expect.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.execution.Fixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who works on which piece, and in which order they are given. */
@Timeout(60)
final class OrderedParallelTest {

  private static final List<Integer> PIECES = IntStream.range(0, 20).boxed().toList();

  @Test
  void whatIsMadeIsGivenInTheOrderOfThePieces() {
    for (ScanThreads threads : List.of(ScanThreads.ALONE, threads(2), threads(5))) {
      assertThat(
              all(
                  new OrderedParallel<>(
                      threads, PIECES, piece -> new OrderedParallel.Result<>(piece, null))))
          .isEqualTo(PIECES);
    }
  }

  @Test
  void whatIsLeftOfAPieceIsNext() {
    OrderedParallel<Integer, Integer> ahead =
        new OrderedParallel<>(
            threads(3),
            List.of(2, 10, 0, 31),
            piece -> new OrderedParallel.Result<>(piece, piece % 10 == 0 ? null : piece - 1));

    assertThat(all(ahead)).containsExactly(2, 1, 0, 10, 0, 31, 30);
  }

  @Test
  void whoWouldHaveToWaitDoesWhatNobodyHasBegun() {
    CountDownLatch secondHasBegun = new CountDownLatch(1);
    CountDownLatch fourthIsDone = new CountDownLatch(1);
    OrderedParallel<Integer, Integer> ahead =
        new OrderedParallel<>(
            threads(2),
            PIECES,
            piece -> {
              switch (piece) {
                case 0 -> await(secondHasBegun);
                case 1 -> {
                  secondHasBegun.countDown();
                  await(fourthIsDone);
                }
                case 3 -> fourthIsDone.countDown();
                default -> {}
              }
              return new OrderedParallel.Result<>(piece, null);
            });

    assertThat(all(ahead)).isEqualTo(PIECES);
  }

  @Test
  void whereThoseWhoAskKeepAllProcessorsBusyEachWorksAlone() {
    LongQueryScheduler turns = Fixture.scheduler(2, 1);
    ScanThreads threads = turns.helpers();
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    OrderedParallel<Integer, Integer> ahead =
        new OrderedParallel<>(
            threads,
            IntStream.range(0, 10_000).boxed().toList(),
            piece -> {
              workers.add(Thread.currentThread());
              return new OrderedParallel.Result<>(piece, null);
            });

    try (var _ = turns.begin(Clock.system());
        var _ = turns.begin(Clock.system())) {
      assertThat(all(ahead)).hasSize(10_000);
    }

    assertThat(workers).containsExactly(Thread.currentThread());
  }

  private static ScanThreads threads(int count) {
    return new ScanThreads(count, () -> 0);
  }

  private static List<Integer> all(OrderedParallel<Integer, Integer> ahead) {
    List<Integer> all = new ArrayList<>();
    for (Integer made = ahead.next(); made != null; made = ahead.next()) {
      all.add(made);
    }
    assertThat(ahead.piece()).isNull();
    return all;
  }
}
