package dev.partita.net.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.ManualClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Where work runs, on an event loop and on workers that the test plays. */
class LoopExecutorTest {

  private final ManualClock clock = new ManualClock(1_800_000_000_000L);
  private final Queue<Runnable> loop = new ArrayDeque<>();
  private final Queue<Runnable> workers = new ArrayDeque<>();
  private boolean onLoop = true;
  private final RequestExecutor executor = executor(true);

  private RequestExecutor executor(boolean enabled) {
    return new LoopExecutor(
        () -> onLoop, loop::add, workers::add, new InlineCircuitBreaker(clock, enabled));
  }

  private boolean isInline(RequestExecutor of) {
    boolean inline = of.inline(bounded -> bounded).toCompletableFuture().isDone();
    runWorkers();
    return inline;
  }

  private void runWorkers() {
    onLoop = false;
    while (!workers.isEmpty()) {
      workers.remove().run();
    }
    onLoop = true;
  }

  private void takes(long millis) {
    var _ =
        executor.inline(
            bounded -> {
              clock.advanceMillis(millis);
              return bounded;
            });
    runWorkers();
  }

  @Test
  void runsBriefWorkOnTheEventLoopAndOtherWorkOnAWorker() {
    assertThat(executor.inline(bounded -> bounded).toCompletableFuture())
        .isCompletedWithValue(true);
    CompletionStage<String> work = executor.onWorker(() -> "done");
    assertThat(work.toCompletableFuture()).isNotDone();
    runWorkers();
    assertThat(work.toCompletableFuture()).isCompletedWithValue("done");
  }

  @Test
  void repeatsWorkThatIsGivenUpOnAWorkerWithoutBounds() {
    List<Boolean> bounds = new ArrayList<>();
    CompletionStage<String> work =
        executor.inline(
            bounded -> {
              bounds.add(bounded);
              if (bounded) {
                throw new InlineBudgetExceeded();
              }
              return "done";
            });
    runWorkers();
    assertThat(work.toCompletableFuture()).isCompletedWithValue("done");
    assertThat(bounds).containsExactly(true, false);
  }

  @Test
  void failsWithWhatTheWorkThrowsWhereverItRan() {
    var inline = executor.inline(bounded -> Integer.parseInt("x")).toCompletableFuture();
    var worker = executor.onWorker(() -> Integer.parseInt("x")).toCompletableFuture();
    runWorkers();
    for (CompletableFuture<Integer> each : List.of(inline, worker)) {
      assertThatThrownBy(each::join).hasCauseInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void goesOnOnTheEventLoopWhetherOrNotWhatIsAwaitedFails() {
    CompletableFuture<String> succeeds = new CompletableFuture<>();
    CompletableFuture<String> fails = new CompletableFuture<>();
    CompletionStage<String> one = executor.after(succeeds, () -> "one");
    CompletionStage<String> two = executor.after(fails, () -> "two");
    assertThat(loop).isEmpty();
    succeeds.complete("");
    fails.completeExceptionally(new IllegalStateException());
    assertThat(one.toCompletableFuture()).isNotDone();
    loop.forEach(Runnable::run);
    assertThat(one.toCompletableFuture()).isCompletedWithValue("one");
    assertThat(two.toCompletableFuture()).isCompletedWithValue("two");
  }

  @Test
  void failsWhatWouldGoOnAfterTheEndOfTheServer() {
    RequestExecutor stopped =
        new LoopExecutor(
            () -> true,
            _ -> {
              throw new RejectedExecutionException();
            },
            workers::add,
            new InlineCircuitBreaker(clock, true));
    CompletableFuture<String> awaited = new CompletableFuture<>();
    CompletionStage<String> then = stopped.after(awaited, () -> "then");
    awaited.complete("");
    assertThat(then.toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void sendsWorkToWorkersForAWhileAfterSomeThatTookLong() {
    takes(20);
    assertThat(isInline(executor)).isFalse();
    clock.advanceMillis(TimeUnit.SECONDS.toMillis(1));
    assertThat(isInline(executor)).isTrue();
  }

  @Test
  void countsWorkThatIsGivenUpLate() {
    var _ =
        executor.inline(
            bounded -> {
              if (bounded) {
                clock.advanceMillis(20);
                throw new InlineBudgetExceeded();
              }
              return "done";
            });
    runWorkers();
    assertThat(isInline(executor)).isFalse();
  }

  @Test
  void sendsWorkToWorkersAfterMuchThatTookSomewhatLong() {
    for (int i = 0; i < 6; i++) {
      takes(3);
    }
    assertThat(isInline(executor)).isFalse();
  }

  @Test
  void staysOnTheEventLoopIfLittleOfMuchTakesSomewhatLong() {
    for (int i = 0; i < 20; i++) {
      takes(3);
      for (int brief = 0; brief < 20; brief++) {
        assertThat(isInline(executor)).isTrue();
      }
    }
  }

  /** The plain twin. */
  @Test
  void runsEverythingOnWorkersWhenItIsSwitchedOff() {
    RequestExecutor plain = executor(false);
    assertThat(isInline(plain)).isFalse();
    CompletableFuture<String> awaited = new CompletableFuture<>();
    CompletionStage<String> then = plain.after(awaited, () -> "then");
    awaited.complete("");
    assertThat(loop).isEmpty();
    runWorkers();
    assertThat(then.toCompletableFuture()).isCompletedWithValue("then");
  }

  @Test
  void runsWorkWithoutBoundsWhereNoEventLoopWaits() {
    onLoop = false;
    assertThat(executor.inline(bounded -> bounded).toCompletableFuture())
        .isCompletedWithValue(false);
  }

  @Test
  void runsEverythingOnTheCallerWhereNoConnectionIs() {
    RequestExecutor caller = CallerExecutor.INSTANCE;
    assertThat(caller.inline(bounded -> bounded).toCompletableFuture()).isCompletedWithValue(false);
    assertThat(caller.onWorker(() -> 1).toCompletableFuture()).isCompletedWithValue(1);
    CompletableFuture<String> awaited = new CompletableFuture<>();
    awaited.completeExceptionally(new IllegalStateException());
    CompletionStage<String> then = caller.after(awaited, () -> "then");
    assertThat(then.toCompletableFuture()).isCompletedWithValue("then");
  }
}
