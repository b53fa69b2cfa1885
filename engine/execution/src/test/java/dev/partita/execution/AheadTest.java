package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

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
final class AheadTest {

  private static final List<Integer> PIECES = IntStream.range(0, 20).boxed().toList();

  @Test
  void whatIsMadeIsGivenInTheOrderOfThePieces() {
    for (ScanThreads threads : List.of(ScanThreads.ALONE, new ScanThreads(2), new ScanThreads(5))) {
      assertThat(all(new Ahead<>(threads, PIECES, piece -> new Ahead.Made<>(piece, null))))
          .isEqualTo(PIECES);
    }
  }

  @Test
  void whatIsLeftOfAPieceIsNext() {
    Ahead<Integer, Integer> ahead =
        new Ahead<>(
            new ScanThreads(3),
            List.of(2, 10, 0, 31),
            piece -> new Ahead.Made<>(piece, piece % 10 == 0 ? null : piece - 1));

    assertThat(all(ahead)).containsExactly(2, 1, 0, 10, 0, 31, 30);
  }

  @Test
  void whoWouldHaveToWaitDoesWhatNobodyHasBegun() {
    CountDownLatch secondHasBegun = new CountDownLatch(1);
    CountDownLatch fourthIsDone = new CountDownLatch(1);
    Ahead<Integer, Integer> ahead =
        new Ahead<>(
            new ScanThreads(2),
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
              return new Ahead.Made<>(piece, null);
            });

    assertThat(all(ahead)).isEqualTo(PIECES);
  }

  @Test
  void whereThoseWhoAskKeepAllProcessorsBusyEachWorksAlone() {
    ScanThreads threads = new ScanThreads(2);
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    Ahead<Integer, Integer> ahead =
        new Ahead<>(
            threads,
            IntStream.range(0, 10_000).boxed().toList(),
            piece -> {
              workers.add(Thread.currentThread());
              return new Ahead.Made<>(piece, null);
            });

    List<Integer> all = threads.help(() -> threads.help(() -> all(ahead)));

    assertThat(all).hasSize(10_000);
    assertThat(workers).containsExactly(Thread.currentThread());
  }

  private static List<Integer> all(Ahead<Integer, Integer> ahead) {
    List<Integer> all = new ArrayList<>();
    for (Integer made = ahead.next(); made != null; made = ahead.next()) {
      all.add(made);
    }
    assertThat(ahead.piece()).isNull();
    return all;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
